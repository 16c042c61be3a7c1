import Testing
import focus

struct PackageDescriptionTests {
  @Test func `it is read from what swift prints, notes before it aside`() throws {
    let description = try #require(
      PackageDescription(
        output: """
          warning: something
          {"name":"App","path":"/app","targets":[
            {"name":"App","path":"Sources/App","sources":["a.swift"],"type":"library"},
            {"name":"AppTests","path":"Tests/AppTests","sources":["b.swift"],"type":"test"}]}
          """))
    claimEqual(description.testTargets.map(\.name), ["AppTests"])
    #expect(PackageDescription(output: "error: no") == nil)
  }

  @Test func `The packages that its dependencies depend on are added`() {
    var description = PackageDescription(
      name: "App", path: "/app", targets: [], dependencies: [.init(path: "/kit")])
    description.addDependencies(
      output: """
        warning: something
        {"path":"/app","dependencies":[
          {"path":"/kit","dependencies":[{"path":"/base","dependencies":[]}]}]}
        """)
    description.addDependencies(output: "error: no")
    claimEqual(Set(description.dependencies?.map(\.path) ?? []), ["/kit", "/base"])
  }
}
