import FocusedTestStore

// MARK: - Stacks

extension LockerEdit {
  private static func path(
    _ source: String, _ change: @escaping @Sendable (inout StackState<Locker.Page>) -> Void,
    model: @escaping @Sendable (inout LockerReading) throws -> Void
  ) -> LockerEdit {
    LockerEdit("$0.path\(source)", { change(&$0.path) }, model: model)
  }

  /// A mutation that an array has as well.
  private static func pathArray(
    _ source: String,
    requires isPossible: @escaping @Sendable ([Locker.Item]) -> Bool = { _ in true },
    _ change: @escaping @Sendable (inout StackState<Locker.Page>) -> Void,
    model: @escaping @Sendable (inout [Locker.Item]) -> Void
  ) -> LockerEdit {
    array("$0.path\(source)", \.path, requires: isPossible, { change(&$0.path) }, model: model)
  }

  static func stack(_ random: inout SeededRandom) -> LockerEdit {
    let (id, i, j) = (random.pick([0, 1, 77]), random.number(0..<4), random.number(0..<4))
    let v = random.number(1..<4)
    let stackID = StackElementID(integerLiteral: id)
    let page = Locker.Page(value: v)
    let edits: [LockerEdit] = [
      path(".append(\(v))", { $0.append(page) }) { try $0.push([v]) },
      path(
        ".append(contentsOf: [\(v), 9])",
        { $0.append(contentsOf: [page, Locker.Page(value: 9)]) }
      ) {
        try $0.push([v, 9])
      },
      path(".insert(\(v), at: \(i))", { $0.insert(page, at: i) }) { try $0.push([v], at: i) },
      pathArray(".remove(at: \(i))", requires: { i < $0.count }, { $0.remove(at: i) }) {
        $0.remove(at: i)
      },
      pathArray(".removeFirst()", requires: { !$0.isEmpty }, { $0.removeFirst() }) {
        $0.removeFirst()
      },
      pathArray(".removeLast()", requires: { !$0.isEmpty }, { $0.removeLast() }) {
        $0.removeLast()
      },
      pathArray(".removeLast(2)", requires: { $0.count >= 2 }, { $0.removeLast(2) }) {
        $0.removeLast(2)
      },
      pathArray(".popLast()", { _ = $0.popLast() }) { _ = $0.popLast() },
      path(".pop(from: \(id))", { $0.pop(from: stackID) }) { $0.pop(from: id, keepsIt: false) },
      path(".pop(to: \(id))", { $0.pop(to: stackID) }) { $0.pop(from: id, keepsIt: true) },
      path("[id: \(id)] = nil", { $0[id: stackID] = nil }) { $0.removePage(id: id) },
      path("[id: \(id)]?.value = \(v)", { $0[id: stackID]?.value = v }) {
        $0.changePage(id: id) { $0 = v }
      },
      path("[id: \(id)]?.value += \(v)", { $0[id: stackID]?.value += v }) {
        $0.changePage(id: id) { $0 += v }
      },
      pathArray("[\(i)] = \(v)", requires: { i < $0.count }, { $0[i] = page }) { $0[i].value = v },
      pathArray(".removeAll()", { $0.removeAll() }) { $0 = [] },
      pathArray(".removeAll { $0.value == \(v) }", { $0.removeAll { $0.value == v } }) {
        $0.removeAll { $0.value == v }
      },
      pathArray(
        ".swapAt(\(i), \(j))", requires: { max(i, j) < $0.count }, { $0.swapAt(i, j) }
      ) {
        $0.swapAt(i, j)
      },
      pathArray(".reverse()", { $0.reverse() }) { $0.reverse() },
      pathArray(".shuffle(\(i))", { $0.shuffle(seed: i) }) { $0.shuffle(seed: i) },
      pathArray(".partition { $0.value > \(v) }", { _ = $0.partition { $0.value > v } }) {
        _ = $0.partition { $0.value > v }
      },
    ]
    return random.pick(edits)
  }
}
