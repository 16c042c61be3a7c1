import Foundation

/// The program of a package's tests, on systems where it runs by itself: on Linux.
///
/// `swift test` runs the same program a second later: it looks for a toolchain, and compiles the manifests again if a
/// variable of the environment is new.
package struct TestProgram: Hashable, Sendable {
  package let path: String
  private let directory: String

  /// The program of a package, if it is where `swift build` puts it by default.
  ///
  /// - Parameter start: The start of the session. An older program may be of another build system.
  package init?(ofPackageAt directory: String, builtSince start: Date) {
    guard HostSystem.testsAreProgram else { return nil }
    let place = directory + "/.build"
    let manager = FileManager.default
    // Each build changes the database, also where there is nothing to do.
    guard let database = try? manager.attributesOfItem(atPath: place + "/build.db"),
      let end = database[.modificationDate] as? Date, end >= start,
      let files = try? manager.contentsOfDirectory(atPath: place + "/debug"),
      case let programs = files.filter({ $0.hasSuffix(".xctest") }),
      // There are more if the package had another name.
      programs.count == 1
    else { return nil }
    path = "\(place)/debug/\(programs[0])"
    self.directory = directory
  }

  /// The command that prints the names of its tests of a framework.
  func list(_ framework: TestFunction.Framework) -> [String] {
    [path] + (framework == .xcTest ? [] : ["--testing-library", "swift-testing"])
      + ["--list-tests"]
  }

  /// The commands that run tests, one framework after the other, where and as `swift test` does.
  ///
  /// - Parameters:
  ///   - options: The options of `swift test`, which passes all of them to Swift Testing.
  ///   - tests: The names of all tests of XCTest.
  package func commands(
    _ selection: TestSelection, options: [String], tests: [String]
  ) -> [[String]] {
    let chosen = selection.included(of: tests)
    // The program runs all tests if no names are given.
    let isAll = !chosen.isEmpty && chosen.count == tests.count
    let xcTest = isAll ? [[]] : Self.arguments(naming: chosen).map { [$0] }
    let swiftTesting = ["--testing-library", "swift-testing"] + options + selection.options
    return (xcTest + (selection.hasSwiftTesting ? [swiftTesting] : [])).map {
      location + [path] + $0
    }
  }

  /// Linux accepts no argument of 131,072 bytes or more.
  private static let argumentLimit = 100_000

  /// Arguments that name tests of XCTest, one argument per process.
  ///
  /// The first test comes first in each of them, because XCTest reports no name for the first test of a process, and
  /// a plan of mutants has one mutant for such a test.
  private static func arguments(naming tests: [String]) -> [String] {
    var arguments: [String] = []
    for test in tests {
      if let last = arguments.last, last.utf8.count + test.utf8.count < argumentLimit {
        arguments[arguments.count - 1] += "," + test
      } else {
        arguments.append(arguments.isEmpty ? test : "\(tests[0]),\(test)")
      }
    }
    return arguments
  }

  // `swift test` also sets the variable if its output is a file.
  private var location: [String] {
    ["NO_COLOR=1", "sh", "-c", #"cd "$0" && exec "$@""#, directory]
  }
}

extension ChildProcess.Ending {
  /// The ending of a run of several programs. `swift test` doesn't fail if Swift Testing finds no test.
  ///
  /// A program that was stopped outweighs one that failed before it: it has tests without an outcome.
  package static func ofRun(_ endings: [Self]) -> Self {
    let ending =
      endings.first { [.interrupted, .overtime].contains($0) }
      ?? endings.first { ![.exited(0), .exited(69)].contains($0) } ?? .exited(0)
    // The code that a shell would return.
    if case .crashed(let signal) = ending { return .exited(128 + signal) }
    return ending
  }
}
