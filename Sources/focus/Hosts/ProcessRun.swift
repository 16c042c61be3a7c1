import Foundation

/// A program that has run to its end, and what it printed.
package struct ProcessRun: Sendable {
  package let code: Int32
  package let output: String

  /// - Throws: An error if it cannot be started, or was interrupted.
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
  /// What is said after Ctrl-C.
  static let stopped = ToolError.input("Stopped. Nothing was written.")

  static func notBuilt(_ output: String) -> ToolError {
    .input("The tests do not build:\n\(output.compilerErrors)")
  }

  static func notRun(_ test: TestName) -> ToolError {
    .input("`swift test` found no test \(test), or skipped it.")
  }
}
