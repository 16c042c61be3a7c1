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
      @Suite struct `version 1.2` { @Testing.Test(.timeLimit(.minutes(1))) func limited() {} }
      """)
    #expect(
      source.testNames(module: "App").map(\.description) == [
        "App.alone", "App.Outer/Inner/in it", "App.Outer/testOne", "App.Outer/Inner/more",
        "App.version 1.2/limited",
      ])
  }

  @Test(arguments: [
    // The raw identifier of the suite has dots.
    (
      """
      @Suite struct `version 1.2` { func helper() {} }
      extension `version 1.2` { @Test func more() {} }
      """, "App.`version 1.2`/more", ["helper", "more", "version 1.2"]
    ),
    // The name of another type begins alike.
    (
      """
      extension Profile { static let sample = Profile() }
      class ProfileTests { func testSaving() {} }
      extension ProfileTests { func helper() {} }
      """, "App.ProfileTests/testSaving", ["Profile", "ProfileTests", "testSaving", "helper"]
    ),
  ])
  func `the members of a suite are those of its extensions, too`(
    text: String, name: String, taken: [String]
  ) throws {
    let source = SwiftSource(text)
    let name = try #require(TestName(name))
    let test = try #require(try TestFunction(name, in: source))
    claimEqual(test.takenNames, Set(taken))
  }

  @Test func `a function that is not a test is refused`() throws {
    let source = SwiftSource("struct Outer {\n  func helper() {}\n}")
    let name = try #require(TestName("App.Outer/helper"))
    #expect(
      throws: ToolError.input(
        "App.Outer/helper at line 2 is not a test. Expected the attribute `@Test`, or a "
          + "method name that begins with `test`.")
    ) { try TestFunction(name, in: source) }
  }
}
