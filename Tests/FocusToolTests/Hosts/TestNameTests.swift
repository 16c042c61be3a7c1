import Testing
import focus

struct TestNameTests {
  @Test(arguments: [
    ("App.Tests/testA", "App", ["Tests"], "testA"),
    ("App.Tests/a()", "App", ["Tests"], "a"),
    ("App.Outer/Inner/a(b:)", "App", ["Outer", "Inner"], "a"),
    ("App.a()", "App", [], "a"),
    ("App.`my suite`/`a/b (c)`()", "App", ["my suite"], "a/b (c)"),
  ])
  func `a name is read as swift test prints it`(
    text: String, module: String, types: [String], function: String
  ) {
    #expect(TestName(text) == TestName(module: module, types: types, function: function))
  }

  @Test(arguments: ["", "App", ".a", "App.", "App./a", "App.A//b"])
  func `a name without its parts is none`(text: String) {
    #expect(TestName(text) == nil)
  }

  @Test func `a filter matches its test and no other`() throws {
    // `App/testA` can also name a function at file scope.
    claimEqual(TestName("App/testA"), TestName("App.testA()"))
    let filter = try #require(TestName("App.Tests/testA")).filter
    let regex = try Regex(filter)
    #expect("App.Tests/testA".contains(regex))
    #expect("App.Tests/testA()".contains(regex))
    #expect(!"App.Tests/testAB".contains(regex))
    #expect(!"MyApp.Tests/testA".contains(regex))
  }
}
