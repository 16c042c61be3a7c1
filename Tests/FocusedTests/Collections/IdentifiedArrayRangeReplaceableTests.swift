import FocusedTestStore
import Testing

struct IdentifiedArrayRangeReplaceableTests {
  private var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]

  @Test mutating func `elements are added and removed as those of an array`() {
    rows += [Row(id: 4), Row(id: 5)]
    #expect(rows.ids == [1, 2, 3, 4, 5])
    rows.removeLast(2)
    rows.removeFirst(1)
    #expect(rows.ids == [2, 3])
    claimEqual(rows.popLast(), Row(id: 3))
    claimEqual(rows.popLast(), Row(id: 2))
    #expect(rows.popLast() == nil)
    rows.insert(contentsOf: [Row(id: 7), Row(id: 8)], at: 0)
    rows.removeSubrange(0..<1)
    #expect((rows + [Row(id: 9)]).ids == [8, 9])
    expectConsistent()
  }

  @Test mutating func `an element whose id is there already is not added`() {
    rows += [Row(id: 2, title: "b"), Row(id: 4), Row(id: 4, title: "c")]
    claimEqual(rows.elements, [Row(id: 1), Row(id: 2), Row(id: 3), Row(id: 4)])
    rows.replaceSubrange(0..<2, with: [Row(id: 3, title: "x"), Row(id: 2, title: "y"), Row(id: 8)])
    claimEqual(rows.elements, [Row(id: 2, title: "y"), Row(id: 8), Row(id: 3), Row(id: 4)])
    expectConsistent()
  }

  @Test func `arrays make identified arrays, the first of each id kept`() {
    let array = [Row(id: 1, title: "a"), Row(id: 2), Row(id: 1, title: "b")]
    let rows = IdentifiedArray(array)
    claimEqual(rows.elements, [Row(id: 1, title: "a"), Row(id: 2)])
    claimEqual(IdentifiedArray(rows), rows)
    #expect(IdentifiedArrayOf<Row>(rows.dropFirst()).ids == [2])
  }

  @Test mutating func `an element removes the one with its id`() {
    claimEqual(rows.remove(Row(id: 2, title: "other")), Row(id: 2))
    #expect(rows.remove(Row(id: 2)) == nil)
    #expect(rows.ids == [1, 3])
    var words = IdentifiedArray(uniqueElements: ["a", "bc"], id: \.count)
    claimEqual(words.remove("z"), "a")
  }

  @Test mutating func `an element with another id takes the place of the one at its position`() {
    rows[1] = Row(id: 9)
    rows[0] = Row(id: 1, title: "a")
    claimEqual(rows.elements, [Row(id: 1, title: "a"), Row(id: 9), Row(id: 3)])
    #expect(rows[id: 2] == nil)
    expectConsistent()
  }

  @Test mutating func `an element with the id of another one is an issue, and is not set`() {
    let issues = withCapturedIssues { rows[0] = Row(id: 3, title: "a") }
    #expect(
      issues.map(\.message) == [
        """
        Expected an element with a unique id, but the element at position 2 has the id 3 already.
        Nothing was set. The element: \(Row(id: 3, title: "a"))

        Remove the other element first, or set this one by its id.
        """
      ])
    claimEqual(rows.elements, [Row(id: 1), Row(id: 2), Row(id: 3)])
    expectConsistent()
  }

  private func expectConsistent() {
    for (index, row) in rows.enumerated() { #expect(rows.index(id: row.id) == index) }
  }
}

extension IdentifiedArrayRangeReplaceableTests {
  struct Row: Equatable, Identifiable {
    var id: Int
    var title = ""
  }
}
