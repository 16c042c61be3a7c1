import SourceReading
import Testing
import focus

struct TestFunctionTests {
  @Test func `the names of the tests of a file are read`() {
    let source = SwiftSource(
      """
      @Test func alone() {}
      func testNothing() {}
      struct Outer {
        struct Inner { @Test func `in it`() {} }
        func testOne() {}
        func helper() {}
      }
      extension Outer.Inner { @Test func more() {} }
      """)
    #expect(
      source.testNames(module: "App").map(\.description) == [
        "App.alone", "App.Outer/Inner/in it", "App.Outer/testOne", "App.Outer/Inner/more",
      ])
  }
}
