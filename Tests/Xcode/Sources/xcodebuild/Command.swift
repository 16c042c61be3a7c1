import Foundation

/// A program that runs with both outputs in one pipe and nothing to read.
struct Command {
  private let process = Process()

  init(_ words: [String], environment: [String: String]? = nil, directory: String? = nil) {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    if let environment { process.environment = environment }
    if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
    process.standardInput = FileHandle.nullDevice
  }

  var id: Int32 { process.processIdentifier }

  /// - Returns: the exit code and the signal that ended the process.
  func run(_ line: (String) -> Void) throws -> (status: Int32, signal: Int32?) {
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    var rest = Data()
    while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
      rest += data
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        line(String(decoding: rest[..<end], as: UTF8.self))
        rest = Data(rest[(end + 1)...])
      }
    }
    if !rest.isEmpty { line(String(decoding: rest, as: UTF8.self)) }
    process.waitUntilExit()
    let code = process.terminationStatus
    return process.terminationReason == .uncaughtSignal ? (code, code) : (code, nil)
  }

  func output() throws -> (status: Int32, text: String) {
    var text = ""
    let end = try run { text += $0 + "\n" }
    return (end.status, text)
  }
}
