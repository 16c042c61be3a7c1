import FocusedTestStore

// MARK: - Stacks

extension LockerEdit {
  private static func path(
    _ source: String, _ change: @escaping @Sendable (inout StackState<Locker.Page>) -> Void,
    model: @escaping @Sendable (inout LockerReading) throws -> Void
  ) -> LockerEdit {
    LockerEdit("$0.path\(source)", { change(&$0.path) }, model: model)
  }

  static func stack(_ random: inout SeededRandom) -> LockerEdit {
    let (id, i, j) = (random.pick([0, 1, 77]), random.number(0..<4), random.number(0..<4))
    let v = random.number(1..<4)
    let stackID = StackElementID(integerLiteral: id)
    let page = Locker.Page(value: v)
    let edits: [LockerEdit] = [
      path(".append(\(v))") {
        $0.append(page)
      } model: {
        try $0.push([v])
      },
      path(".append(contentsOf: [\(v), 9])") {
        $0.append(contentsOf: [page, Locker.Page(value: 9)])
      } model: {
        try $0.push([v, 9])
      },
      path(".insert(\(v), at: \(i))") {
        $0.insert(page, at: i)
      } model: {
        try $0.push([v], at: i)
      },
      path(".remove(at: \(i))") {
        $0.remove(at: i)
      } model: {
        try $0.require(i < $0.model.path.count)
        $0.model.path.remove(at: i)
      },
      path(".removeFirst()") {
        $0.removeFirst()
      } model: {
        try $0.require(!$0.model.path.isEmpty)
        $0.model.path.removeFirst()
      },
      path(".removeLast()") {
        $0.removeLast()
      } model: {
        try $0.require(!$0.model.path.isEmpty)
        $0.model.path.removeLast()
      },
      path(".removeLast(2)") {
        $0.removeLast(2)
      } model: {
        try $0.require($0.model.path.count >= 2)
        $0.model.path.removeLast(2)
      },
      path(".popLast()") {
        _ = $0.popLast()
      } model: {
        _ = $0.model.path.popLast()
      },
      path(".pop(from: \(id))") {
        $0.pop(from: stackID)
      } model: {
        $0.pop(from: id, keepsIt: false)
      },
      path(".pop(to: \(id))") {
        $0.pop(to: stackID)
      } model: {
        $0.pop(from: id, keepsIt: true)
      },
      path("[id: \(id)] = nil") {
        $0[id: stackID] = nil
      } model: {
        $0.removePage(id: id)
      },
      path("[id: \(id)]?.value = \(v)") {
        $0[id: stackID]?.value = v
      } model: {
        $0.changePage(id: id) { $0 = v }
      },
      path("[id: \(id)]?.value += \(v)") {
        $0[id: stackID]?.value += v
      } model: {
        $0.changePage(id: id) { $0 += v }
      },
      path("[\(i)] = \(v)") {
        $0[i] = page
      } model: {
        try $0.require(i < $0.model.path.count)
        $0.model.path[i].value = v
      },
      path(".removeAll()") {
        $0.removeAll()
      } model: {
        $0.model.path = []
      },
      path(".removeAll { $0.value == \(v) }") {
        $0.removeAll { $0.value == v }
      } model: {
        $0.model.path.removeAll { $0.value == v }
      },
      path(".swapAt(\(i), \(j))") {
        $0.swapAt(i, j)
      } model: {
        try $0.require(max(i, j) < $0.model.path.count)
        $0.model.path.swapAt(i, j)
      },
      path(".reverse()") {
        $0.reverse()
      } model: {
        $0.model.path.reverse()
      },
      path(".shuffle(\(i))") {
        $0.shuffle(seed: i)
      } model: {
        $0.model.path.shuffle(seed: i)
      },
      path(".partition { $0.value > \(v) }") {
        _ = $0.partition { $0.value > v }
      } model: {
        _ = $0.model.path.partition { $0.value > v }
      },
    ]
    return random.pick(edits)
  }
}
