import Testing
@testable import focus

struct ShortTestNameTests {
  private static let names = [
    "AppTests.ProfileTests/testSaving", "AppTests.ProfileTests/testLoading",
    "AppTests.Outer/ProfileTests/testLoading", "OtherTests.ListTests/`a / b`",
    "OtherTests.ListTests/cases",
  ].compactMap { TestName($0) }

  private func name(_ text: String) throws -> String? {
    try TestName(endingWith: text, among: Self.names)?.description
  }

  @Test func `The end of a name is enough if no other name ends so`() throws {
    for text in ["testSaving", "testSaving()", "ProfileTests/testSaving"] {
      #expect(try name(text) == "AppTests.ProfileTests/testSaving")
    }
    #expect(try name("Outer/ProfileTests/testLoading") == "AppTests.Outer/ProfileTests/testLoading")
    #expect(try name("`a / b`") == "OtherTests.ListTests/a / b")
    #expect(try name("cases(of:)") == "OtherTests.ListTests/cases")
  }

  @Test func `An end that no name has names no test, and a part of a word is no end`() throws {
    #expect(try name("testSavin") == nil)
    #expect(try name("Saving") == nil)
    #expect(try name("ListTests/testSaving") == nil)
    #expect(try name("") == nil)
  }

  @Test func `An end that several names have is an error with these names`() {
    let message =
      "Several tests are named testLoading: AppTests.Outer/ProfileTests/testLoading, "
      + "AppTests.ProfileTests/testLoading. Expected a unique name."
    #expect(throws: ToolError.input(message)) { try name("testLoading") }
  }
}

#if os(Linux) || os(macOS)
  struct SameNameTests {
    @Test func `The suite of a test can have the name of its target`() throws {
      let directory = try TemporaryDirectory.package()
      try directory.write("import Testing\nstruct M { @Test func b() {} }\n", to: "Tests/M/M.swift")
      try RunDirectory.whileUsed { runs throws(ToolError) in
        let package = try TestedPackage(at: directory.path, arguments: [], runs: runs)
        for (text, name) in [("M/b", "M.M/b"), ("M.M/b", "M.M/b"), ("M.T/a", "M.T/a")] {
          let found = try package.find(text)
          #expect(found.function.name.description == name)
        }
        #expect(throws: ToolError.self) { try package.find("M/c") }
      }
    }

    @Test func `The module of a target can have another name`() throws {
      let directory = try TemporaryDirectory.package()
      try directory.write(
        directory.read("Package.swift").replacing(
          #""M", dependencies: ["FocusedEvidence"]"#,
          with: #""My-M", dependencies: ["FocusedEvidence"], path: "Tests/M""#),
        to: "Package.swift")
      try RunDirectory.whileUsed { runs throws(ToolError) in
        let package = try TestedPackage(at: directory.path, arguments: [], runs: runs)
        for name in ["a", "My_M.T/a"] {
          let found = try package.find(name)
          #expect(found.function.name.description == "My_M.T/a")
        }
      }
    }

    @Test func `A helper in another file can have the name of a test`() throws {
      let directory = try TemporaryDirectory.package()
      try directory.write("private func saving() {}\n", to: "Tests/M/A.swift")
      try directory.write("import Testing\n@Test func saving() {}\n", to: "Tests/M/B.swift")
      try RunDirectory.whileUsed { runs throws(ToolError) in
        let package = try TestedPackage(at: directory.path, arguments: [], runs: runs)
        let found = try package.find("M.saving")
        #expect(found.path == "Tests/M/B.swift")
      }
    }

    @Test func `A test that its type inherits is not in the source`() throws {
      let directory = try TemporaryDirectory.package()
      try directory.write(
        "import XCTest\nclass B: XCTestCase { func testB() {} }\nclass C: B {}\n",
        to: "Tests/M/B.swift")
      try RunDirectory.whileUsed { runs throws(ToolError) in
        let package = try TestedPackage(at: directory.path, arguments: [], runs: runs)
        #expect(
          throws: ToolError.input(
            "There is no test M.C/testB in the source of Tests/M. Expected a name that `swift test list` "
              + "prints, of a test that its own type declares in source.")
        ) { try package.find("M.C/testB") }
      }
    }
  }
#endif
