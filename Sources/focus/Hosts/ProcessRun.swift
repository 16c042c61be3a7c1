import Foundation

/// A program that has ended, with its output.
package struct ProcessRun: Sendable {
  package let ending: ChildProcess.Ending
  package let output: String
  let duration: Duration

  /// The exit code, or 128 if the program did not exit by itself.
  package var code: Int32 { if case .exited(let code) = ending { code } else { 128 } }

  /// Runs a program until it ends or is stopped.
  ///
  /// - Parameters:
  ///   - directory: The directory for the output, until it is read.
  ///   - tick: Called about ten times per second during the run.
  /// - Throws: An error if the program cannot be started.
  init(
    _ command: [String], environment: [String: String?] = [:], timeLimit: Duration?,
    directory: RunDirectory, tick: () -> Void
  ) throws(ToolError) {
    let file = directory("output-\(UUID().uuidString).txt")
    defer { try? FileManager.default.removeItem(atPath: file) }
    let child = ChildProcess(
      command: command, environment: environment, output: file, timeLimit: timeLimit)
    let start = ContinuousClock.now
    ending = try child.run(interruption: .process, tick: tick)
    duration = ContinuousClock.now - start
    output = String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
  }

  /// Runs a program to its end.
  ///
  /// - Throws: An error if the program cannot be started or was interrupted.
  init(_ command: [String], directory: RunDirectory) throws(ToolError) {
    try self.init(command, timeLimit: nil, directory: directory) {}
    if ending == .interrupted { throw .stopped }
  }
}

extension ToolError {
  static func notBuilt(_ output: String) -> ToolError {
    .noResult("The tests do not build:\n\(output.compilerErrors)")
  }

  /// The error for a name that no test has.
  static func noTest(
    _ name: String, in place: String, expected: String = "that `swift test list` prints"
  ) -> ToolError {
    .input("There is no test \(name) in \(place). Expected a name \(expected).")
  }

  static func notRun(_ test: TestName, by command: String = "swift test") -> ToolError {
    .input("`\(command)` did not find the test \(test), or skipped it.")
  }
}

extension String {
  /// The last lines of a program's output.
  func lastLines(_ count: Int) -> String { lines.suffix(count).indented }

  /// The compiler's errors, without duplicates, or the last lines if there are none.
  var compilerErrors: String {
    excerpt { $0.contains(": error: ") }
  }

  /// The lines of a test run that report failures, or the last lines if there are none.
  var failureLines: String {
    excerpt {
      $0.contains(": error: ") || $0.contains("recorded an issue") || $0.contains("Fatal error")
    }
  }

  /// The last line that reports a fatal error.
  package var fatalError: String? {
    lines.last { $0.contains(": Fatal error") }.map(String.init)
  }

  private var lines: [Substring] { split(separator: "\n") }

  private func excerpt(_ isMeant: (Substring) -> Bool) -> String {
    let meant = lines.filter(isMeant).uniqued
    return meant.isEmpty ? lastLines(8) : meant.prefix(8).indented
  }
}

extension ArraySlice<Substring> {
  fileprivate var indented: String { map { "  " + $0 }.joined(separator: "\n") }
}
