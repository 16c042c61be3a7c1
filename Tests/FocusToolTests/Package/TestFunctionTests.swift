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

  @Test func `a suite's raw identifier may have dots`() {
    let source = SwiftSource("@Suite struct `version 1.2` { @Test func alone() {} }")
    claimEqual(source.testNames(module: "App").map(\.types), [["version 1.2"]])
  }

  @Test func `an extension of a suite whose raw identifier has dots has tests`() throws {
    let source = SwiftSource(
      """
      @Suite struct `version 1.2` { func helper() {} }
      extension `version 1.2` { @Test func more() {} }
      """)
    let name = try #require(TestName("App.`version 1.2`/more"))
    let test = try #require(try TestFunction(name, in: source))
    claimEqual(test.members.map(\.name), ["helper"])
  }

  @Test func `an attribute may have its module`() {
    let source = SwiftSource("@Testing.Test(.timeLimit(.minutes(1))) func alone() {}")
    claimEqual(source.testNames(module: "App").map(\.description), ["App.alone"])
  }

  @Test func `the members of a suite are not those of a type whose name begins alike`() throws {
    let source = SwiftSource(
      """
      extension Profile { static let sample = Profile() }
      class ProfileTests { func testSaving() {} }
      extension ProfileTests { func helper() {} }
      """)
    let name = try #require(TestName("App.ProfileTests/testSaving"))
    let test = try #require(try TestFunction(name, in: source))
    claimEqual(test.members.map(\.name), ["helper"])
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
