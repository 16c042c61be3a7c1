import Core
import Foundation
import FocusedTestStore

/// The script that runs, on disk: a step that ends the process leaves it there for the next run of the test.
///
/// It is in `FOCUSED_SCRIPTS`, or else in the temporary directory, and is gone when the exploration ends. A script
/// that is left may have been running when another test trapped, or when the process was stopped. So it is run
/// again, by itself, and is to blame if it is left again.
final class ScriptFile: Sendable {
  private let url: URL
  private let handle: Lock<FileHandle>
  private let test: ScheduledTest

  /// - Parameter isRepeated: Whether the script was left on disk before.
  init?(
    of test: ScheduledTest, in directory: URL = ScriptFile.directory, isRepeated: Bool = false
  ) {
    let process = ProcessInfo.processInfo.processIdentifier
    let name =
      "\(test.hash)-\(process)-\(UInt32.random(in: 0 ... .max))\(isRepeated ? Self.repeated : "")"
    url = directory.appendingPathComponent(name)
    self.test = test
    try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    guard FileManager.default.createFile(atPath: url.path, contents: nil),
      let handle = FileHandle(forWritingAtPath: url.path)
    else { return nil }
    self.handle = Lock(handle)
  }

  /// The end of the name of a script's file that was left on disk before.
  private static let repeated = "-again"

  static var directory: URL {
    EnvironmentVariable.scripts.value.map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("FocusedTestStore")
  }

  /// Notes that a script begins.
  func begin() {
    handle.withLock { handle in
      try? handle.truncate(atOffset: 0)
      try? handle.seek(toOffset: 0)
    }
  }

  /// Notes the next step while all is idle, in a script without other orders of effects.
  func add(plainStep choice: Int) { write("u\(choice),") }

  /// Notes all steps so far, and the next one.
  func replace(by schedule: Schedule) {
    begin()
    write(ScheduleReplay(schedule, of: test).text)
  }

  private func write(_ text: String) {
    handle.withLock { try? $0.write(contentsOf: Data(text.utf8)) }
  }

  func remove() {
    handle.withLock { try? $0.close() }
    try? FileManager.default.removeItem(at: url)
  }

  /// A script in which a process has ended.
  struct Leftover {
    let schedule: Schedule
    /// Whether the process has ended in it twice.
    let isRepeated: Bool
  }

  /// Takes the scripts of processes that have ended, those that are to blame first.
  static func takeLeftovers(of test: ScheduledTest, in directory: URL = directory) -> [Leftover] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    var leftovers: [Leftover] = []
    for name in names.sorted() where name.hasPrefix("\(test.hash)-") {
      let parts = name.split(separator: "-")
      guard parts.count >= 3, let process = Int32(parts[1]), !isRunning(process) else { continue }
      let url = directory.appendingPathComponent(name)
      let text = try? String(contentsOf: url, encoding: .utf8)
      try? FileManager.default.removeItem(at: url)
      if let schedule = text.flatMap(schedule), !schedule.deviations.isEmpty {
        leftovers.append(Leftover(schedule: schedule, isRepeated: name.hasSuffix(repeated)))
      }
    }
    return leftovers.filter(\.isRepeated) + leftovers.filter { !$0.isRepeated }
  }

  private static func schedule(_ text: String) -> Schedule? {
    if let replay = try? ScheduleReplay(text) { return replay.schedule }
    var schedule = Schedule()
    for (step, choice) in text.split(separator: ",").enumerated() {
      guard choice.hasPrefix("u"), let choice = Int(choice.dropFirst()) else { return nil }
      schedule.deviations[.rest(step: step, exploration: 0)] = choice
    }
    return schedule
  }

  private static func isRunning(_ process: Int32) -> Bool {
    process == ProcessInfo.processInfo.processIdentifier || kill(process, 0) == 0 || errno == EPERM
  }
}
