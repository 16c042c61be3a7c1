import Foundation

/// The program that contains a package's tests, on Linux, where it runs by itself.
///
/// `swift test` takes a second longer to run the same program: it looks for a toolchain, and compiles the manifests
/// again if the environment has a new variable.
package struct TestProgram: Hashable, Sendable {
  package let path: String
  private let directory: String

  /// The test program of a package, if it is at the default location of `swift build`.
  ///
  /// - Parameter start: The start of the session. An older program may come from another build system.
  package init?(ofPackageAt directory: String, builtSince start: Date) {
    guard Self.isSupported else { return nil }
    let place = directory + "/.build"
    let manager = FileManager.default
    // Every build changes the database, even if nothing needs to be compiled. The time of a file can lag behind the clock
    // by a tick of the system.
    guard let database = try? manager.attributesOfItem(atPath: place + "/build.db"),
      let end = database[.modificationDate] as? Date, end >= start - 0.05,
      let files = try? manager.contentsOfDirectory(atPath: place + "/debug"),
      case let programs = files.filter({ $0.hasSuffix(".xctest") }),
      // There are several programs if the package was renamed.
      programs.count == 1
    else { return nil }
    path = "\(place)/debug/\(programs[0])"
    self.directory = directory
  }

  /// The command that lists the program's XCTest tests.
  var listOfXCTests: [String] { [path, "--list-tests"] }

  /// The commands that run tests, one framework after the other, in the same directory and environment as `swift
  /// test`.
  ///
  /// - Parameters:
  ///   - options: The options for Swift Testing.
  ///   - tests: The names of all XCTest tests.
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

  /// Arguments that name XCTest tests, one argument per process.
  private static func arguments(naming tests: [String]) -> [String] {
    var arguments: [String] = []
    for test in tests {
      if let last = arguments.last, last.utf8.count + test.utf8.count < argumentLimit {
        arguments[arguments.count - 1] += "," + test
      } else {
        arguments.append(test)
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
  /// The combined ending of several programs. `swift test` doesn't fail if Swift Testing finds no test.
  ///
  /// If one program was stopped and another one failed, the result is that the run was stopped, because some tests
  /// have no outcome.
  package static func ofRun(_ endings: [Self]) -> Self {
    let ending =
      endings.first { [.interrupted, .overtime].contains($0) }
      ?? endings.first { ![.exited(0), .exited(69)].contains($0) } ?? .exited(0)
    // The code that a shell would return.
    if case .crashed(let signal) = ending { return .exited(128 + signal) }
    return ending
  }
}
