import FocusedTestStore

// MARK: - Arrays, sets, and dictionaries

extension LockerEdit {
  static func array(_ random: inout SeededRandom) -> LockerEdit {
    let k = random.number(1..<5)
    let i = random.number(0..<4)
    let j = random.number(0..<4)
    let other = [random.number(1..<5), random.number(1..<5)]
    func tags(
      _ source: String, requires isPossible: @escaping @Sendable ([Int]) -> Bool = { _ in true },
      _ change: @escaping @Sendable (inout [Int]) -> Void
    ) -> LockerEdit {
      plain(".tags\(source)", \.tags, \.tags, requires: isPossible, change)
    }
    let edits: [LockerEdit] = [
      tags(" = \(other)") { $0 = other },
      tags(".append(\(k))") { $0.append(k) },
      tags(".insert(\(k), at: \(i))", requires: { i <= $0.count }) { $0.insert(k, at: i) },
      tags("[\(i)] = \(k)", requires: { i < $0.count }) { $0[i] = k },
      tags("[\(i)] += 1", requires: { i < $0.count }) { $0[i] += 1 },
      tags(".remove(at: \(i))", requires: { i < $0.count }) { $0.remove(at: i) },
      tags(".removeFirst()", requires: { !$0.isEmpty }) { $0.removeFirst() },
      tags(".popLast()") { _ = $0.popLast() },
      tags(".removeAll { $0 == \(k) }") { $0.removeAll { $0 == k } },
      tags(".swapAt(\(i), \(j))", requires: { max(i, j) < $0.count }) { $0.swapAt(i, j) },
      tags(".sort()") { $0.sort() },
    ]
    return random.pick(edits)
  }

  static func hashed(_ random: inout SeededRandom) -> LockerEdit {
    let k = random.number(1..<5)
    let v = random.number(1..<4)
    let other: Set<Int> = [random.number(1..<5), random.number(1..<5)]
    let list = other.sorted()
    let edits: [LockerEdit] = [
      plain(".marks = Set(\(list))", \.marks, \.marks) { $0 = other },
      plain(".marks.insert(\(k))", \.marks, \.marks) { $0.insert(k) },
      plain(".marks.remove(\(k))", \.marks, \.marks) { $0.remove(k) },
      plain(".marks.subtract(\(list))", \.marks, \.marks) { $0.subtract(other) },
      plain(".marks.formSymmetricDifference(\(list))", \.marks, \.marks) {
        $0.formSymmetricDifference(other)
      },
      // Two equal sets can have different orders, so the first element is determined only if there is a single element.
      plain(".marks.popFirst()", \.marks, \.marks, requires: { $0.count < 2 }) {
        _ = $0.popFirst()
      },
      plain(".prices.popFirst()", \.prices, \.prices, requires: { $0.count < 2 }) {
        _ = $0.popFirst()
      },
      plain(".prices[\(k)] = \(v)", \.prices, \.prices) { $0[k] = v },
      plain(".prices[\(k)] = nil", \.prices, \.prices) { $0[k] = nil },
      plain(".prices[\(k)]? += 1", \.prices, \.prices) { $0[k]? += 1 },
      plain(".prices[\(k), default: 0] += 1", \.prices, \.prices) { $0[k, default: 0] += 1 },
      plain(".prices = $0.prices.mapValues { $0 + 1 }", \.prices, \.prices) {
        $0 = $0.mapValues { $0 + 1 }
      },
      plain(".prices = $0.prices.filter { $0.key != \(k) }", \.prices, \.prices) {
        $0 = $0.filter { $0.key != k }
      },
    ]
    return random.pick(edits)
  }
}
