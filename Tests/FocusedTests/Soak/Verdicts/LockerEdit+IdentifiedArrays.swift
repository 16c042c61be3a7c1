import FocusedTestStore

// MARK: - Identified arrays

extension LockerEdit {
  private static let rows = LockerCollection(name: "rows", field: \.rows, modelField: \.rows)

  static func identified(_ random: inout SeededRandom) -> LockerEdit {
    random.chance(50) ? adding(&random) : rearranging(&random)
  }

  private static func adding(_ random: inout SeededRandom) -> LockerEdit {
    let (id, v, i) = (random.number(1..<6), random.number(1..<4), random.number(0..<4))
    let item = Locker.Item(id: id, value: v)
    let more = [item, Locker.Item(id: random.number(1..<6), value: random.number(1..<4))]
    let text = "\(id): \(v)"
    let texts = more.map { "\($0.id): \($0.value)" }
    let edits: [LockerEdit] = [
      rows.edit(".append(\(text))", { $0.append(item) }) { try $0.add(item, at: nil) },
      rows.edit(".append(contentsOf: \(texts))", { $0.append(contentsOf: more) }) {
        try $0.merge(more)
      },
      rows.edit(".insert(\(text), at: \(i))", { $0.insert(item, at: i) }) {
        try $0.add(item, at: i)
      },
      rows.edit(
        ".insert(contentsOf: [\(text)], at: \(i))", { $0.insert(contentsOf: [item], at: i) }
      ) {
        if $0.target == .production { try $0.require(i <= $0.model.rows.count) }
        try $0.add(item, at: i, isMerge: true)
      },
      rows.edit(".updateOrAppend(\(text))", { $0.updateOrAppend(item) }) {
        $0.updateOrAppend(item)
      },
      rows.edit("[id: \(id)] = \(text)", { $0[id: id] = item }) { $0.updateOrAppend(item) },
      rows.edit("[id: \(id)]?.value = \(v)", { $0[id: id]?.value = v }) {
        $0.changeRow(id: id) { $0 = v }
      },
      rows.edit("[id: \(id)]?.value += \(v)", { $0[id: id]?.value += v }) {
        $0.changeRow(id: id) { $0 += v }
      },
      rows.arrayEdit("[\(i)].value = \(v)", requires: { i < $0.count }, { $0[i].value = v }) {
        $0[i].value = v
      },
      rows.arrayEdit(" = \(texts)", { $0 = IdentifiedArray(more) }) {
        $0 = more.first?.id == more.last?.id ? [more[0]] : more
      },
    ]
    return random.pick(edits)
  }

  private static func rearranging(_ random: inout SeededRandom) -> LockerEdit {
    let (id, i, j) = (random.number(1..<6), random.number(0..<4), random.number(0..<4))
    let edits: [LockerEdit] = [
      rows.edit("[id: \(id)] = nil", { $0[id: id] = nil }) { $0.removeRow(id: id) },
      rows.edit(".remove(id: \(id))", { $0.remove(id: id) }) { $0.removeRow(id: id) },
      rows.arrayEdit(".remove(at: \(i))", requires: { i < $0.count }, { $0.remove(at: i) }) {
        $0.remove(at: i)
      },
      rows.arrayEdit(".removeFirst()", requires: { !$0.isEmpty }, { $0.removeFirst() }) {
        $0.removeFirst()
      },
      rows.arrayEdit(".popLast()", { _ = $0.popLast() }) { _ = $0.popLast() },
      rows.arrayEdit(".removeAll { $0.value == \(i) }", { $0.removeAll { $0.value == i } }) {
        $0.removeAll { $0.value == i }
      },
      rows.edit(
        ".move(fromOffsets: [\(i)], toOffset: \(j))", { $0.move(fromOffsets: [i], toOffset: j) }
      ) {
        try $0.require(i < $0.model.rows.count && j <= $0.model.rows.count)
        let row = $0.model.rows.remove(at: i)
        $0.model.rows.insert(row, at: j > i ? j - 1 : j)
        $0.appended = []
      },
      rows.edit(".swapAt(\(i), \(j))", { $0.swapAt(i, j) }) {
        try $0.require(max(i, j) < $0.model.rows.count)
        $0.model.rows.swapAt(i, j)
        $0.appended = []
      },
      rows.edit(
        ".sort { ($0.value, $0.id) < ($1.value, $1.id) }",
        { $0.sort { ($0.value, $0.id) < ($1.value, $1.id) } }
      ) {
        $0.model.rows.sort { ($0.value, $0.id) < ($1.value, $1.id) }
        $0.appended = []
      },
      rows.edit(".reverse()", { $0.reverse() }) {
        $0.model.rows.reverse()
        $0.appended = []
      },
      rows.arrayEdit(" = $0.rows.filter { $0.value == \(i) }", { $0 = $0.filter { $0.value == i } })
      {
        $0 = $0.filter { $0.value == i }
      },
    ]
    return random.pick(edits)
  }
}

// MARK: - Elements whose IDs change

extension LockerEdit {
  static func entries(_ random: inout SeededRandom) -> LockerEdit {
    let (id, v) = (random.number(1..<4), random.number(1..<4))
    let (i, j) = (random.number(0..<3), random.number(0..<3))
    func entries(
      _ source: String,
      requires isPossible: @escaping @Sendable ([Locker.Item]) -> Bool = { _ in true },
      _ change: @escaping @Sendable (inout [Locker.Item]) -> Void
    ) -> LockerEdit {
      plain(".entries\(source)", \.entries, \.entries, requires: isPossible, change)
    }
    let edits: [LockerEdit] = [
      entries(".append(\(id): \(v))") { $0.append(Locker.Item(id: id, value: v)) },
      entries("[\(i)].id = \(id)", requires: { i < $0.count }) { $0[i].id = id },
      entries("[\(i)].id += 1", requires: { i < $0.count }) { $0[i].id += 1 },
      entries("[\(i)].value = \(v)", requires: { i < $0.count }) { $0[i].value = v },
      entries(".swapAt(\(i), \(j))", requires: { max(i, j) < $0.count }) { $0.swapAt(i, j) },
      entries(".remove(at: \(i))", requires: { i < $0.count }) { $0.remove(at: i) },
      entries(".sort { $0.id < $1.id }") { $0.sort { ($0.id, $0.value) < ($1.id, $1.value) } },
    ]
    return random.pick(edits)
  }
}
