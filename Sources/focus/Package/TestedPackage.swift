import Foundation
import SourceReading

/// A package, with the means to build and run its tests.
package struct TestedPackage {
  package let directory: String
  /// The user's arguments of `swift test`.
  private let arguments: [String]
  /// The directory for the files of the runs.
  let runs: RunDirectory
  let description: PackageDescription
  private let claim = DirectoryClaim()

  /// - Throws: An error if the package is missing, or `swift` can't read it.
  package init(
    at path: String, arguments: [String], runs: RunDirectory
  ) throws(ToolError) {
    guard let directory = Self.directory(around: path) else {
      throw .input("There is no Package.swift in \(path) or its parent directories.")
    }
    self.directory = directory
    self.arguments = arguments
    self.runs = runs
    description = try PackageDescription(packageAt: directory, runs: runs)
    try description.requireEvidence(in: directory)
  }

  /// The directory of the package that a path belongs to; `nil` if there is none.
  static func directory(around path: String) -> String? {
    var directory = URL(fileURLWithPath: path).standardizedFileURL.path
    while !FileManager.default.fileExists(atPath: directory + "/Package.swift") {
      // The directory is `.` if the current directory doesn't exist.
      guard directory.count > 1 else { return nil }
      directory = (directory as NSString).deletingLastPathComponent
    }
    return directory
  }

  /// The copy of the package. This command's claim on it lasts as long as a value of this package exists.
  ///
  /// - Throws: An error if another command has it.
  func copy() throws(ToolError) -> PackageCopy {
    let copy = PackageCopy(of: directory)
    try claim.claim(copy.directory, of: "the copy of the package")
    return copy
  }

  /// All sources, by their paths in the package.
  var sources: [String: SwiftSource] {
    description.sources(inPackageAt: directory)
  }

  /// The sources of each target except tests.
  var modules: [[String: SwiftSource]] {
    description.targets.filter { ["library", "executable"].contains($0.type) }
      .sorted { $0.name < $1.name }.map(sources)
  }

  func sources(of target: PackageDescription.Target) -> [String: SwiftSource] {
    target.sourcePaths.swiftSources(in: directory)
  }

  /// The host that builds and runs the tests in the package itself or in its copy. Tests run one at a time.
  func host(in directory: String) -> any TestHost {
    SwiftPackageHost(
      directory: directory, arguments: arguments, isCopy: directory != self.directory,
      isSerial: true, runs: runs)
  }

  /// Finds the file of a test.
  ///
  /// - Parameter text: The name of the test, or an ending that no other test's name has.
  package func find(_ text: String) throws(ToolError) -> FoundTest {
    let sources = description.testTargets.reduce(into: [:]) { $0[$1.module] = self.sources(of: $1) }
    let names = sources.flatMap { module, sources in
      sources.values.flatMap { $0.testNames(module: module) }
    }
    // A name that no test has leads to the reason.
    guard let name = try TestName(endingWith: text, among: names) ?? TestName(text) else {
      throw .noTest(text, in: directory)
    }
    return try find(name, in: target(of: name), sources[name.module] ?? [:])
  }

  /// The test target that a test's name begins with.
  func target(of test: TestName) throws(ToolError) -> PackageDescription.Target {
    guard let target = description.testTargets.first(where: { $0.module == test.module }) else {
      let names = description.testTargets.map(\.module)
      if names.isEmpty { throw .input("The package in \(directory) has no tests.") }
      throw .input(
        "There is no test target \(test.module). Expected \(names.joined(separator: ", ")).")
    }
    return target
  }

  /// Finds the file of a test among the sources of its target.
  func find(
    _ test: TestName, in target: PackageDescription.Target, _ sources: [String: SwiftSource]
  ) throws(ToolError) -> FoundTest {
    // A helper in another file can have the same name.
    var problem: ToolError?
    for (path, source) in sources.sorted(by: { $0.key < $1.key }) {
      do throws(ToolError) {
        guard let function = try TestFunction(test, in: source) else { continue }
        return FoundTest(function: function, target: target, path: path)
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
    throw .noTest(
      test.description, in: "the source of \(target.path)",
      expected: "that `swift test list` prints, of a test that its own type declares in source")
  }
}

extension TestName {
  /// The only name that ends with a text, such as `testSaving` or `ProfileTests/testSaving`.
  ///
  /// - Returns: `nil` if no name ends with the text.
  /// - Throws: An error if several names do.
  package init?(endingWith text: String, among names: [TestName]) throws(ToolError) {
    if let name = TestName(text), names.contains(name) {
      self = name
      return
    }
    let parts = Self.parts(ofEnding: text)
    let matches = names.filter { ($0.types + [$0.function]).suffix(parts.count) == parts[...] }
      .uniqued
    guard matches.count < 2 else {
      let all = matches.map(\.description).sorted().prefix(5).joined(separator: ", ")
      let more = matches.count > 5 ? ", and \(matches.count - 5) more" : ""
      throw .input("Several tests are named \(text): \(all)\(more). Expected a unique name.")
    }
    guard let match = matches.first else { return nil }
    self = match
  }

  /// The types and the function at the end of a name, without parentheses and backticks at the function.
  private static func parts(ofEnding text: String) -> [String] {
    guard let name = TestName("M/" + text) else { return [text] }
    return name.types + [name.function]
  }
}
