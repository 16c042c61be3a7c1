import Foundation
import Testing
import focus

/// The copy of a package that trials are made in.
struct PackageCopyTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("// swift-tools-version: 6.2\n", to: "Package.swift")
    try directory.write("let a = 1", to: "Sources/A/a.swift")
    try directory.write("let t = 1", to: "Tests/ATests/t.swift")
    try directory.write("{}", to: ".swift-format")
    try directory.write("no", to: ".build/debug/x.swift")
    try directory.write("no", to: ".git/x")
  }

  @Test func `it has the sources, and nothing that is built or hidden`() throws {
    let copy = PackageCopy(of: directory.path)
    try copy.update()
    #expect(
      try files(of: copy) == [
        ".swift-format", "Package.swift", "Sources/A/a.swift", "Tests/ATests/t.swift",
      ])
  }

  @Test func `it follows the package, and leaves alone what is the same`() throws {
    let copy = PackageCopy(of: directory.path)
    try copy.update()
    let path = copy.directory + "/Package.swift"
    let date = try #require(modified(path))
    try directory.write("let b = 1", to: "Sources/A/b.swift")
    try FileManager.default.removeItem(atPath: directory("Sources/A/a.swift"))
    try copy.write(Data("let c = 1".utf8), to: "Tests/ATests/c.swift")
    try copy.update()
    #expect(
      try files(of: copy) == [
        ".swift-format", "Package.swift", "Sources/A/b.swift", "Tests/ATests/t.swift",
      ])
    claimEqual(modified(path), date)
  }

  @Test func `a file can have other contents there, and the package keeps its own`() throws {
    let copy = PackageCopy(of: directory.path)
    try copy.update(adding: ["Tests/ATests/t.swift": Data()])
    #expect(
      FileManager.default.contents(atPath: copy.directory + "/Tests/ATests/t.swift") == Data())
    #expect(try directory.read("Tests/ATests/t.swift") == "let t = 1")
    try copy.update()
    #expect(
      FileManager.default.contents(atPath: copy.directory + "/Tests/ATests/t.swift")
        == Data("let t = 1".utf8))
  }

  @Test func `a file can be left out, and comes back`() throws {
    let copy = PackageCopy(of: directory.path)
    try copy.update()
    try copy.update(
      leavingOut: ["Tests/ATests/t.swift"], adding: ["Tests/ATests/new.swift": Data()])
    #expect(
      try files(of: copy) == [
        ".swift-format", "Package.swift", "Sources/A/a.swift", "Tests/ATests/new.swift",
      ])
    try copy.update()
    #expect(
      try files(of: copy) == [
        ".swift-format", "Package.swift", "Sources/A/a.swift", "Tests/ATests/t.swift",
      ])
  }

  @Test func `an addition can stay as it is, until files come or go`() throws {
    let copy = PackageCopy(of: directory.path)
    let path = "Tests/ATests/new.swift"
    func update() throws { try copy.update(adding: [path: Data()], keeping: [path]) }
    func contents() -> Data? {
      FileManager.default.contents(atPath: copy.directory + "/" + path)
    }
    try update()
    #expect(contents() == Data())
    try copy.write(Data("let n = 1".utf8), to: path)
    try directory.write("let t = 2", to: "Tests/ATests/t.swift")
    try update()
    #expect(contents() == Data("let n = 1".utf8))
    try directory.write("let u = 1", to: "Tests/ATests/u.swift")
    try update()
    #expect(contents() == Data())
  }

  @Test func `dependencies by path are found from there`() throws {
    try directory.write(
      #"let d = [.package(path: "../B"), .package(name: "C", path: "/c"), .package(url: "u", from: "1")]"#,
      to: "Package.swift")
    let copy = PackageCopy(of: directory.path)
    try copy.update()
    let manifest = try #require(
      FileManager.default.contents(atPath: copy.directory + "/Package.swift"))
    let outer = (directory.path as NSString).deletingLastPathComponent
    #expect(
      String(decoding: manifest, as: UTF8.self)
        == "let d = [.package(path: \"\(outer)/B\"), .package(name: \"C\", path: \"/c\"), "
        + ".package(url: \"u\", from: \"1\")]")
  }

  @Test func `a dependency that is a link keeps its name`() throws {
    try directory.write("", to: "Packages/main/Package.swift")
    try FileManager.default.createSymbolicLink(
      atPath: directory("Packages/B"), withDestinationPath: directory("Packages/main"))
    try directory.write(
      #"let d = [.package(path: "./Packages/../Packages/B")]"#, to: "Package.swift")
    let copy = PackageCopy(of: directory.path)
    try copy.update()
    let manifest = FileManager.default.contents(atPath: copy.directory + "/Package.swift") ?? Data()
    #expect(
      String(decoding: manifest, as: UTF8.self)
        == "let d = [.package(path: \"\(directory("Packages/B"))\")]")
  }

  private func files(of copy: PackageCopy) throws -> [String] {
    let paths = try #require(FileManager.default.enumerator(atPath: copy.directory))
    var files: [String] = []
    for case let path as String in paths
    where paths.fileAttributes?[.type] as? FileAttributeType == .typeRegular {
      files.append(path)
    }
    return files.sorted()
  }

  private func modified(_ path: String) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
  }
}
