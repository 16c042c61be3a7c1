import Testing
@testable import focus

struct PackageDescriptionTests {
  private func package(_ products: [String], ownTarget: String = "App") -> PackageDescription {
    PackageDescription(
      name: "P", path: "/P",
      targets: [
        .init(name: ownTarget, type: "library", path: "Sources", sources: []),
        .init(
          name: "Tests", type: "test", path: "Tests", sources: [], productDependencies: products),
      ])
  }

  @Test func `a package that links the product for evidence needs no other line`() throws {
    try package(["FocusedEvidence"]).requireEvidence(in: "/P")
  }

  @Test func `a package can link the product for evidence through another package`() throws {
    let support = try TemporaryDirectory()
    var package = package(["TestSupport"])
    package.dependencies = [.init(path: support.path)]
    for (manifest, isLinked) in [
      (#".product(name: "FocusedEvidence", package: "FocusedTestStore")"#, true),
      (#".library(name: "FocusedEvidence", targets: ["FocusedEvidence"])"#, false),
    ] {
      try support.write(manifest, to: "Package.swift")
      claimEqual((try? package.requireEvidence(in: "/P")) != nil, isLinked)
    }
  }

  @Test(arguments: [("App", ""), ("Core", #", moduleAliases: ["Core": "ReducerCore"]"#)])
  func `a package without the product for evidence is told which line to add`(
    target: String, alias: String
  ) {
    let message = """
      No test target in /P links FocusedEvidence.
      Add this line to the dependencies of the test target in Package.swift:
      .product(name: "FocusedEvidence", package: "FocusedTestStore"\(alias))
      """
    #expect(throws: ToolError.input(message)) {
      try package(["FocusedTestStore"], ownTarget: target).requireEvidence(in: "/P")
    }
  }

  @Test func `it is read from what swift prints, notes before it aside`() throws {
    let description = try #require(
      PackageDescription(
        output: """
          warning: 'app': /app/Package.swift:4:7: warning: 'y' was never used
          3 | let names = ["App"].map { x in
          4 |   let y = x; return x }
          {"name":"App","path":"/app","targets":[
            {"name":"App","path":"Sources/App","sources":["a.swift"],"type":"library"},
            {"name":"App-Tests","c99name":"App_Tests","path":"Tests/AppTests","sources":["b.swift"],"type":"test"}]}
          """))
    claimEqual(description.testTargets.map(\.module), ["App_Tests"])
    #expect(PackageDescription(output: "error: no") == nil)
  }
}
