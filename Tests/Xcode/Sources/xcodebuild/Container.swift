import Foundation

/// The Swift package that a project, a workspace, or the current directory contains.
struct Container {
  let root: URL
  let name: String
  let testTargets: [TestTarget]

  struct TestTarget {
    var name: String
    var module: String
  }

  init(_ options: Options) throws {
    let files = FileManager.default
    if options.has("-project"), options.has("-workspace") {
      throw Failure.usage("The options -project and -workspace can't be used together.")
    }
    guard let path = options["-workspace"] ?? options["-project"] else {
      root = URL(fileURLWithPath: files.currentDirectoryPath)
      guard files.fileExists(atPath: root.path + "/Package.swift") else {
        throw Failure.noInput(
          "The directory \(root.path) does not contain an Xcode project, workspace or package.")
      }
      (name, testTargets) = try Self.describe(root)
      return
    }
    guard files.fileExists(atPath: path) else { throw Failure.noInput("'\(path)' does not exist.") }
    // A package's own workspace is `.swiftpm/xcode/package.xcworkspace`.
    var folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    while !files.fileExists(atPath: folder.path + "/Package.swift") {
      guard folder.path != "/" else {
        throw Failure.noInput("'\(path)' has no package in a directory above it.")
      }
      folder.deleteLastPathComponent()
    }
    root = folder
    (name, testTargets) = try Self.describe(root)
  }

  var schemes: [String] { [name, name + "-Package"] }

  /// Without a scheme, a package or a workspace can't be built. Logs have the text and the code.
  func requireScheme(_ options: Options) throws {
    guard let scheme = options["-scheme"] else {
      throw Failure.usage(
        """
        If you specify a workspace or package then you must also specify a scheme. \
        Use -list to see the schemes.
        """)
    }
    guard schemes.contains(scheme) else {
      throw Failure(
        code: Failure.failedTests,
        message: """
          xcodebuild: error: The workspace named "\(name)" does not contain a scheme named \
          "\(scheme)". The "-list" option can be used to find the names of the schemes in the \
          workspace.
          """)
    }
  }

  func printSchemes(json: Bool) throws {
    if json {
      let value = ["workspace": ["name": name, "schemes": schemes] as [String: Any]]
      let data = try JSONSerialization.data(withJSONObject: value, options: .prettyPrinted)
      return say(String(decoding: data, as: UTF8.self))
    }
    say("Information about workspace \"\(name)\":\n    Schemes:")
    for scheme in schemes { say("        \(scheme)") }
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
