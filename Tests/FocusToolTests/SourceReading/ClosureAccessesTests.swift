import SourceReading
import Testing

/// How a closure reaches for the parts of a state.
struct ClosureAccessesTests {
  @Test(arguments: [
    "$0.rows[$0.selected].a = 1", "$0.rows[index] = 1", "$0.child!.a = 1", "f($0.child!)",
    "$0.rows.removeFirst()", "$0.rows.removeLast(2)", "$0.rows.remove(at: 1)",
    "$0.rows?[index].a = 1", "$0[keyPath: path] = 1",
  ])
  func `a computed place may not be there`(text: String) {
    #expect(read(text).computesPlaces)
  }

  @Test(arguments: [
    "$0.rows[id: 1]?.a = 1", "$0.names[\"a\"] = 1", "$0.rows = [index]", "$0.isOn = !isOn",
    "$0.rows.remove(id: 1)", "$0.a = \"rows[index] child!.a\"", "$0.a = 1 // rows[index]",
    "for i in [a] { f(i) }", "try! f()", "$0.a != b",
  ])
  func `a spelled place, and what looks like one, do not trap`(text: String) {
    #expect(!read(text).computesPlaces && !read(text).namesPositions)
  }

  @Test func `a position is one that a list may lack`() {
    #expect(read("$0.rows[0].a = 1").namesPositions)
    #expect(!read("$0.rows[0].a = 1").computesPlaces)
    #expect(!read("$0.rows = [0]").namesPositions)
  }

  private func read(_ text: String) -> ClosureAccesses {
    let source = SwiftSource(text)
    return ClosureAccesses(source.tokens.indices, in: source)
  }
}
