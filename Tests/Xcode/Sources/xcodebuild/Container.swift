import Foundation

/// The Swift package in the current directory.
struct Container {
  let root: URL
  let name: String
  let testTargets: [TestTarget]

  struct TestTarget {
    var name: String
    var module: String
  }

  init() throws {
    let directory = FileManager.default.currentDirectoryPath
    guard FileManager.default.fileExists(atPath: directory + "/Package.swift") else {
      throw Failure.noInput(
        "The directory \(directory) does not contain an Xcode project, workspace or package.")
    }
    root = URL(fileURLWithPath: directory)
    (name, testTargets) = try Self.describe(root)
  }

  func require(scheme: String) throws {
    guard [name, name + "-Package"].contains(scheme) else {
      throw Failure(
        code: Failure.failedTests,
        message: """
          xcodebuild: error: The workspace named "\(name)" does not contain a scheme named \
          "\(scheme)". The "-list" option can be used to find the names of the schemes in the \
          workspace.
          """)
    }
  }

  private static func describe(_ root: URL) throws -> (String, [TestTarget]) {
    struct Package: Decodable {
      struct Target: Decodable {
        var name: String
        var c99name: String
        var type: String
      }
      var name: String
      var targets: [Target]
    }
    let command = ["swift", "package", "--package-path", root.path, "describe", "--type", "json"]
    let output = try Command(command).output()
    guard output.status == 0 else {
      throw Failure(
        code: Failure.failedTests,
        message: output.text + "xcodebuild: error: Could not resolve package dependencies")
    }
    let text = output.text.drop { $0 != "{" }
    let package = try JSONDecoder().decode(Package.self, from: Data(text.utf8))
    let tests = package.targets.filter { $0.type == "test" }
    return (
      package.name,
      tests.map { TestTarget(name: $0.name, module: $0.c99name) }.sorted { $0.name < $1.name }
    )
  }
}
