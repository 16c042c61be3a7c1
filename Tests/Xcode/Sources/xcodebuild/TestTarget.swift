import Foundation

/// A target of an `.xctestrun` file, with the tests of it that are to run.
struct TestTarget {
  let name: String
  let module: String
  /// The directory of the package, which the test bundle refers to.
  let package: String
  let environment: [String: String]
  let isRandom: Bool
  private(set) var tests: [Test] = []

  /// A test, by its identifier without the target.
  struct Test: Hashable {
    let identifier: String
    let isXCTest: Bool

    /// Whether an identifier of a file or of an option names this test, or a suite around it.
    func matches(_ identifier: String) -> Bool {
      if self.identifier.hasPrefix(identifier + "/") || self.identifier == identifier {
        return true
      }
      return isXCTest && self.identifier == identifier + "()"
    }
  }

  static func all(in file: String, _ options: Options) throws -> [TestTarget] {
    guard let data = FileManager.default.contents(atPath: file),
      let contents = try PropertyListSerialization.propertyList(from: data, format: nil)
        as? [String: Any]
    else { throw Failure(66, "'\(file)' cannot be read.") }
    let root = URL(fileURLWithPath: file).deletingLastPathComponent().path
    guard contents["__xctestrun_metadata__"] != nil else {
      return try contents.sorted { $0.key < $1.key }.compactMap { name, value in
        guard let target = value as? [String: Any] else { return nil }
        return try TestTarget(target, name: name, root: root, options)
      }
    }
    let configurations = contents["TestConfigurations"] as? [[String: Any]] ?? []
    return try configurations.filter { $0["IsEnabled"] as? Bool != false }.flatMap {
      try ($0["TestTargets"] as? [[String: Any]] ?? []).map { target in
        guard let name = target["BlueprintName"] as? String else {
          throw Failure(65, "A test target has no BlueprintName.")
        }
        return try TestTarget(target, name: name, root: root, options)
      }
    }
  }

  private init(
    _ target: [String: Any], name: String, root: String, _ options: Options
  ) throws {
    self.name = name
    module = target["ProductModuleName"] as? String ?? name
    let bundle = (target["TestBundlePath"] as? String ?? "").replacing("__TESTROOT__", with: root)
    guard let package = FileManager.default.contents(atPath: bundle + "/package") else {
      throw Failure(65, "The test bundle at \(bundle) cannot be loaded.")
    }
    self.package = String(decoding: package, as: UTF8.self)
    let testing = (target["TestingEnvironmentVariables"] as? [String: String] ?? [:])
      .mapValues { $0.replacing("__TESTBUNDLE__", with: bundle) }
    environment = testing.merging(
      target["EnvironmentVariables"] as? [String: String] ?? [:], uniquingKeysWith: { $1 })
    isRandom = target["TestExecutionOrdering"] as? String == "random"
    tests = try Self.tests(of: module, in: self.package).filter { test in
      includes(test, target, options)
    }
  }

  private func includes(_ test: Test, _ target: [String: Any], _ options: Options) -> Bool {
    let skipped = target["SkipTestIdentifiers"] as? [String] ?? []
    let skippedByOption = Self.identifiers(options.all("-skip-testing"), in: name)
    if (skipped + skippedByOption).contains(where: test.matches) { return false }
    if options.has("-only-testing") {
      return Self.identifiers(options.all("-only-testing"), in: name).contains(where: test.matches)
    }
    guard let only = target["OnlyTestIdentifiers"] as? [String] else { return true }
    if !test.isXCTest, ProcessInfo.processInfo.environment["STANDIN_IGNORES_ONLY"] == "1" {
      return false
    }
    return only.contains(where: test.matches)
  }

  /// The identifiers of an option without the target. Xcode drops one `()` at their ends.
  private static func identifiers(_ values: [String], in target: String) -> [String] {
    values.compactMap { value in
      if value == target { return "" }
      guard value.hasPrefix(target + "/") else { return nil }
      let identifier = String(value.dropFirst(target.count + 1))
      return identifier.hasSuffix("()") ? String(identifier.dropLast(2)) : identifier
    }
  }

  /// All tests of a module.
  private static func tests(of module: String, in package: String) throws -> [Test] {
    let program = try TestProgram(of: package)
    let xcTests = try output(of: [program.path, "--list-tests"])
    let others = try output(of: [
      program.path, "--testing-library", "swift-testing", "--list-tests",
    ])
    func identifiers(_ text: String) -> [String] {
      text.split(separator: "\n").filter { $0.hasPrefix(module + ".") }
        // Where several modules have a test of the name, the list has its file, line, and column.
        .map {
          $0.dropFirst(module.count + 1).replacing(/\/[^\/]+\.swift:[0-9]+:[0-9]+$/, with: "")
        }
        .map(String.init)
    }
    return identifiers(xcTests).sorted().map { Test(identifier: $0 + "()", isXCTest: true) }
      + identifiers(others).sorted().map { Test(identifier: $0, isXCTest: false) }
  }
}

/// The program that `swift build --build-tests` makes of a package's tests.
struct TestProgram {
  let path: String

  init(of package: String) throws {
    let directory = package + "/.build/debug"
    let files = try FileManager.default.contentsOfDirectory(atPath: directory)
    guard let program = files.first(where: { $0.hasSuffix(".xctest") }) else {
      throw Failure(65, "The tests of \(package) are not built.")
    }
    path = directory + "/" + program
  }
}

/// The list that `-enumerate-tests` writes.
struct Enumeration {
  private let json: [String: Any]
  private let path: String

  init(_ targets: [TestTarget], _ options: Options) throws {
    guard options.value("-test-enumeration-style") == "flat",
      options.value("-test-enumeration-format") == "json"
    else { throw Failure(64, "The stand-in enumerates as a flat list in JSON only.") }
    let tests = targets.flatMap { target in
      target.tests.map { ["identifier": target.name + "/" + $0.identifier] }
    }
    json = [
      "errors": [String](),
      "values": [["enabledTests": tests, "disabledTests": [Any](), "testPlan": "Tests"]],
    ]
    path = options.value("-test-enumeration-output-path") ?? "-"
  }

  func write() throws {
    let data = try JSONSerialization.data(withJSONObject: json, options: .prettyPrinted)
    if path == "-" {
      FileHandle.standardOutput.write(data)
    } else {
      try data.write(to: URL(fileURLWithPath: path))
    }
  }
}
