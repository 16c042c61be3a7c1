import Foundation

/// A program that has run to its end.
package struct ProcessRun: Sendable {
  package let code: Int32
  package let output: String

  /// Runs a program and waits for it. Its standard output and error are one text.
  ///
  /// - Throws: An error if it cannot be started.
  package init(
    _ arguments: [String], in directory: String, environment: [String: String] = [:]
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    var values = ProcessInfo.processInfo.environment
    // What the tool's own tests are told is not for the tests that it runs.
    for name in ["FOCUSED_LEDGER", "FOCUSED_TRACE", "FOCUSED_SCHEDULE", "FOCUSED_MUTANTS"] {
      values[name] = nil
    }
    values.merge(environment) { $1 }
    process.environment = values
    // To a file, because a pipe that nobody reads while the process runs fills up.
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("focus-\(UUID().uuidString).log")
    guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    process.standardOutput = handle
    process.standardError = handle
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try handle.close()
    code = process.terminationReason == .exit ? process.terminationStatus : 128
    output = String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}
