import FocusedTestStore

// MARK: - Stacks

extension LockerEdit {
  private static let path = LockerCollection(name: "path", field: \.path, modelField: \.path)

  static func stack(_ random: inout SeededRandom) -> LockerEdit {
    let (id, i, j) = (random.pick([0, 1, 77]), random.number(0..<4), random.number(0..<4))
    let v = random.number(1..<4)
    let stackID = StackElementID(integerLiteral: id)
    let page = Locker.Page(value: v)
    let edits: [LockerEdit] = [
      path.edit(".append(\(v))", { $0.append(page) }) { try $0.push(v) },
      path.edit(".insert(\(v), at: \(i))", { $0.insert(page, at: i) }) { try $0.push(v, at: i) },
      path.arrayEdit(".remove(at: \(i))", requires: { i < $0.count }, { $0.remove(at: i) }) {
        $0.remove(at: i)
      },
      path.arrayEdit(".removeFirst()", requires: { !$0.isEmpty }, { $0.removeFirst() }) {
        $0.removeFirst()
      },
      path.arrayEdit(".popLast()", { _ = $0.popLast() }) { _ = $0.popLast() },
      path.edit(".pop(from: \(id))", { $0.pop(from: stackID) }) {
        $0.pop(from: id, keepsIt: false)
      },
      path.edit(".pop(to: \(id))", { $0.pop(to: stackID) }) { $0.pop(from: id, keepsIt: true) },
      path.edit("[id: \(id)] = nil", { $0[id: stackID] = nil }) { $0.removePage(id: id) },
      path.edit("[id: \(id)]?.value = \(v)", { $0[id: stackID]?.value = v }) {
        $0.changePage(id: id) { $0 = v }
      },
      path.edit("[id: \(id)]?.value += \(v)", { $0[id: stackID]?.value += v }) {
        $0.changePage(id: id) { $0 += v }
      },
      path.arrayEdit("[\(i)] = \(v)", requires: { i < $0.count }, { $0[i] = page }) {
        $0[i].value = v
      },
      path.arrayEdit(".removeAll { $0.value == \(v) }", { $0.removeAll { $0.value == v } }) {
        $0.removeAll { $0.value == v }
      },
      path.arrayEdit(
        ".swapAt(\(i), \(j))", requires: { max(i, j) < $0.count }, { $0.swapAt(i, j) }
      ) {
        $0.swapAt(i, j)
      },
    ]
    return random.pick(edits)
  }
}
