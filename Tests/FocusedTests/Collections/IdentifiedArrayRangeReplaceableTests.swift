import FocusedTestStore
import Testing

struct IdentifiedArrayRangeReplaceableTests {
  private var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]

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
