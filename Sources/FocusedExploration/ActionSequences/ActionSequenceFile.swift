import Core
import Foundation
import FocusedTestStore

/// The running action sequence, on disk. If a step ends the process, the next run of the test finds the sequence there.
///
/// The file is in `FOCUSED_SCRIPTS`, or else in the temporary directory, and is removed when the exploration ends. If a
/// file remains, the process may also have ended because another test trapped, or because it was stopped.
final class ActionSequenceFile: Sendable {
  private let url: URL
  private let handle: Lock<FileHandle>
  private let test: ScheduledTest

  init?(of test: ScheduledTest, in directory: URL = ActionSequenceFile.directory) {
    let process = ProcessInfo.processInfo.processIdentifier
    url = directory.appendingPathComponent(
      "\(test.hash)-\(process)-\(UInt32.random(in: 0 ... .max))")
    self.test = test
    try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    guard FileManager.default.createFile(atPath: url.path, contents: nil),
      let handle = FileHandle(forWritingAtPath: url.path)
    else { return nil }
    self.handle = Lock(handle)
  }

  static var directory: URL {
    EnvironmentVariable.scripts.value.map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("FocusedTestStore")
  }

  /// Records an action sequence, instead of the one before.
  func write(_ schedule: Schedule) {
    let text = ScheduleReplay(schedule, of: test).text
    handle.withLock { handle in
      try? handle.truncate(atOffset: 0)
      try? handle.seek(toOffset: 0)
      try? handle.write(contentsOf: Data(text.utf8))
    }
  }

  func remove() {
    handle.withLock { try? $0.close() }
    try? FileManager.default.removeItem(at: url)
  }

  /// Removes and returns the action sequences in which processes have ended.
  static func takeUnfinished(of test: ScheduledTest, in directory: URL = directory) -> [Schedule] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.sorted().filter { $0.hasPrefix("\(test.hash)-") }.compactMap { name in
      let parts = name.split(separator: "-")
      guard parts.count >= 3, let process = Int32(parts[1]), !isRunning(process) else { return nil }
      let url = directory.appendingPathComponent(name)
      defer { try? FileManager.default.removeItem(at: url) }
      return (try? String(contentsOf: url, encoding: .utf8))
        .flatMap { try? ScheduleReplay($0).schedule }
    }
  }

  private static func isRunning(_ process: Int32) -> Bool {
    process == ProcessInfo.processInfo.processIdentifier || kill(process, 0) == 0 || errno == EPERM
  }
}
