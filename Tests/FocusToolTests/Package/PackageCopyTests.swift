import Foundation
import Testing
import focus

/// The copy of a package that trials are made in.
struct PackageCopyTests {
  let directory: TemporaryDirectory
  let copy: PackageCopy

  init() throws {
    directory = try TemporaryDirectory()
    copy = PackageCopy(of: directory.path)
    try directory.write("// swift-tools-version: 6.2\n", to: "Package.swift")
    try directory.write("let a = 1", to: "Sources/A/a.swift")
    try directory.write("let t = 1", to: "Tests/ATests/t.swift")
    try directory.write("{}", to: ".swift-format")
    try directory.write("no", to: ".build/debug/x.swift")
    try directory.write("no", to: ".git/x")
  }

  @Test func `it follows the package, and leaves alone what is the same`() throws {
    try copy.update()
    let path = copy.directory + "/Package.swift"
    let date = try #require(modified(path))
    try directory.write("let b = 1", to: "Sources/A/b.swift")
    try FileManager.default.removeItem(atPath: directory("Sources/A/a.swift"))
    try copy.write(Data("let c = 1".utf8), to: "Tests/ATests/c.swift")
    try copy.update()
    #expect(
      try files() == [
        ".swift-format", "Package.swift", "Sources/A/b.swift", "Tests/ATests/t.swift",
      ])
    claimEqual(modified(path), date)
  }

  @Test func `a file can have other contents there, and the package keeps its own`() throws {
    try copy.update(adding: ["Tests/ATests/t.swift": Data()])
    claimEqual(text("Tests/ATests/t.swift"), "")
    #expect(try directory.read("Tests/ATests/t.swift") == "let t = 1")
    try copy.update()
    claimEqual(text("Tests/ATests/t.swift"), "let t = 1")
  }

  @Test func `all that a build needs is copied, hidden or not`() throws {
    let needed = [
      ".swiftpm/configuration/mirrors.json", "Sources/A/DerivedData/d.swift",
      "Sources/A/Resources/.gitkeep",
    ]
    let other = [".swiftpm/xcode/x.plist", "DerivedData/A/x.swift", "Sources/A/.hidden/x.swift"]
    for path in needed + other { try directory.write("", to: path) }
    try copy.update()
    #expect(
      try files()
        == ([
          ".swift-format", "Package.swift", "Sources/A/a.swift", "Tests/ATests/t.swift",
        ] + needed).sorted())
  }

  @Test func `a folder can become a file, and a file a folder`() throws {
    try directory.write("let r = 1", to: "Sources/A/r/r.swift")
    try copy.update()
    try FileManager.default.removeItem(atPath: directory("Sources/A/r"))
    try FileManager.default.removeItem(atPath: directory("Sources/A/a.swift"))
    try directory.write("r", to: "Sources/A/r")
    try directory.write("let a = 2", to: "Sources/A/a.swift/a.swift")
    try copy.update()
    claimEqual(text("Sources/A/r"), "r")
    claimEqual(text("Sources/A/a.swift/a.swift"), "let a = 2")
  }

  private func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: copy.directory + "/" + path).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private func link(_ path: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: directory(path), withDestinationPath: destination)
  }

  @Test func `a link is what it leads to`() throws {
    let other = try TemporaryDirectory()
    try other.write("let o = 1", to: "Shared/o.swift")
    try other.write("let f = 1", to: "f.swift")
    try FileManager.default.createSymbolicLink(
      atPath: other("Shared/again"), withDestinationPath: other("Shared"))
    try FileManager.default.createSymbolicLink(
      atPath: other("Shared/g.swift"), withDestinationPath: other("f.swift"))
    try link("Sources/A/Shared", to: other("Shared"))
    try link("Sources/A/f.swift", to: other("f.swift"))
    try link("Sources/A/all", to: "/")
    for _ in 1...2 {
      try copy.update()
      #expect(
        try files() == [
          ".swift-format", "Package.swift", "Sources/A/Shared/g.swift", "Sources/A/Shared/o.swift",
          "Sources/A/a.swift", "Sources/A/f.swift", "Tests/ATests/t.swift",
        ])
      #expect(text("Sources/A/Shared/o.swift") == "let o = 1")
      try copy.write(Data(), to: "Sources/A/Shared/o.swift")
      try copy.write(Data(), to: "Sources/A/f.swift")
      #expect(try other.read("Shared/o.swift") == "let o = 1")
      #expect(try other.read("f.swift") == "let f = 1")
    }
  }

  @Test func `a source behind a link can have other contents there`() throws {
    try link("Tests/ATests/a.swift", to: "../../Sources/A/a.swift")
    try copy.update()
    try copy.update(adding: ["Tests/ATests/a.swift": Data("let a = 3".utf8)])
    #expect(text("Tests/ATests/a.swift") == "let a = 3")
    #expect(text("Sources/A/a.swift") == "let a = 1")
  }

  @Test func `dependencies by path are found from there`() throws {
    try directory.write(
      #"let d = [.package(path: "../B"), .package(name: "C", path: "/c"), .package(url: "u", from: "1")]"#,
      to: "Package.swift")
    try copy.update()
    let outer = (directory.path as NSString).deletingLastPathComponent
    #expect(
      text("Package.swift")
        == "let d = [.package(path: \"\(outer)/B\"), .package(name: \"C\", path: \"/c\"), "
        + ".package(url: \"u\", from: \"1\")]")
  }

  @Test func `the path of a dependency can be a constant`() throws {
    let manifest =
      #"let models = "../Models"; let d = [.package(path: models)]; let text = "../no""#
    let package = PackageCopy(of: directory("App"))
    try directory.write("", to: "Models/Package.swift")
    try directory.write(manifest, to: "App/Package.swift")
    try package.update()
    #expect(
      try String(contentsOfFile: package.directory + "/Package.swift", encoding: .utf8)
        == manifest.replacing("../Models", with: directory("Models")))
  }

  @Test(arguments: [("Dep//../Other", "Other"), ("Dep//Other", "Dep/Other")])
  func `two slashes of a dependency's path are one`(path: String, shorter: String) throws {
    try directory.write("let d = [.package(path: \"\(path)\")]", to: "Package.swift")
    try copy.update()
    #expect(
      text("Package.swift") == "let d = [.package(path: \"\(directory(shorter))\")]")
  }

  @Test func `a dependency that is a link keeps its name`() throws {
    try directory.write("", to: "Packages/main/Package.swift")
    try link("Packages/B", to: directory("Packages/main"))
    try directory.write(
      #"let d = [.package(path: "./Packages/../Packages/B")]"#, to: "Package.swift")
    try copy.update()
    #expect(
      text("Package.swift")
        == "let d = [.package(path: \"\(directory("Packages/B"))\")]")
  }

  private func files() throws -> [String] {
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
