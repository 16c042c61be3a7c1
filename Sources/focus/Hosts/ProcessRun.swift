import Foundation

/// A program that has ended, with its output.
package struct ProcessRun: Sendable {
  package let code: Int32
  package let output: String

  /// - Throws: An error if the program cannot be started or was interrupted.
  package init(_ command: [String], directory: RunDirectory) throws(ToolError) {
    let child = ChildProcess(command, output: directory("program.txt"))
    let ending = try child.run(interruption: .process)
    if ending == .interrupted { throw .stopped }
    if case .exited(let code) = ending { self.code = code } else { code = 128 }
    let data = FileManager.default.contents(atPath: directory("program.txt")) ?? Data()
    output = String(decoding: data, as: UTF8.self)
  }
}

extension ToolError {
  /// The error after Ctrl-C.
  static let stopped = ToolError.input("Stopped. Nothing was written.")

  static func notBuilt(_ output: String) -> ToolError {
    .input("The tests do not build:\n\(output.compilerErrors)")
  }

  static func notRun(_ test: TestName, by command: String = "swift test") -> ToolError {
    .input("`\(command)` found no test \(test), or skipped it.")
  }
}

extension String {
  /// The last lines of a program's output.
  func lastLines(_ count: Int) -> String { lines.suffix(count).indented }

  /// The compiler's errors, without duplicates, or the last lines if there are none.
  var compilerErrors: String {
    var seen: Set<Substring> = []
    return excerpt { $0.contains(": error: ") && seen.insert($0).inserted }
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
    let meant = lines.filter(isMeant)
    return meant.isEmpty ? lastLines(8) : meant.prefix(8).indented
  }
}

extension ArraySlice<Substring> {
  fileprivate var indented: String { map { "  " + $0 }.joined(separator: "\n") }
}
