import TestEvents
import Core
import FocusedTestStore
import Foundation
import Testing

/// The events of tests, attached to the tests or written to files, if `FOCUSED_SHOW` is set. `focus show FILE` draws
/// them.
package enum ShownTests {
  enum Request: String, Sendable {
    case failures, all
  }

  /// The value of `FOCUSED_SHOW`. `nil` while tests are listed, and while the tool requests a trace.
  static let request: Request? = {
    guard !TestProcess.isListing, EnvironmentVariable.trace.value == nil,
      let text = EnvironmentVariable.show.value
    else { return nil }
    let request = Request(rawValue: text)
    if request == nil { printError(FailureMessages.unknownRequest(text)) }
    return request
  }()

  /// The running test, if its whole body has a trait of this package.
  @TaskLocal private static var scoped: ShownTest?
  /// The running tests without such a trait, by their names.
  private static let unscoped = Lock<[String: ShownTest]>([:])

  /// The writer of the running test, if its events are to be shown.
  static var writer: TraceWriter? { test?.writer }

  static var test: ShownTest? {
    guard request != nil else { return nil }
    if let scoped { return scoped }
    // The cases of a parameterized test run at the same time, and their events can't be separated.
    guard !TestProcess.isInParameterizedTest, let name = runningName else { return nil }
    return unscoped.withLock { tests in
      if let test = tests[name] { return test }
      let test = ShownTest(name)
      tests[name] = test
      return test
    }
  }

  private static var runningName: String? {
    switch RunningTest.current() {
    case .known(let test): test.name
    case .namedAtEnd: "XCTest"
    case .none: nil
    }
  }

  /// Runs the body of a test and keeps its events.
  package static func show(_ body: () async throws -> Void) async throws {
    guard request != nil, scoped == nil, TraceWriter.isRunTraced == nil, Test.current != nil,
      let name = runningName
    else { return try await body() }
    let test = ShownTest(name)
    defer { test.finish() }
    try await $scoped.withValue(test) {
      // No issue is marked as known. The closure `matching:` is the only hook that receives the issues of `#expect`.
      try await withKnownIssue("Failures are shown", isIntermittent: true) {
        try await body()
      } matching: { issue in
        test.writer.didRecord(issue)
        return false
      }
    }
  }

  /// Shows the events of an XCTest test case that has finished.
  ///
  /// - Parameter issues: The issues that were found at the end of its stores.
  static func finish(_ name: String, hasFailed: Bool, _ issues: [ReportedIssue]) {
    guard request != nil else { return }
    let tests = unscoped.withLock { tests in
      [name, "XCTest"].compactMap { tests.removeValue(forKey: $0) }
    }
    for test in tests {
      for issue in issues { test.writer.didRecord(issue) }
      test.finish(as: name, hasFailed: hasFailed)
    }
  }

  /// Saves the events of the running test, because no more events may follow: its last store has ended, or it has
  /// failed without a store.
  static func pause() {
    guard request != nil, scoped == nil, TraceWriter.isRunTraced == nil else { return }
    if TestProcess.isInSwiftTesting { test?.finish() }
  }

  /// Adds the command that draws the running test's events to a failure.
  static func adding(to issue: ReportedIssue) -> ReportedIssue {
    guard issue.severity == .error, let path = test?.path else { return issue }
    return ReportedIssue(FailureMessages.withEvents(issue.message, at: path), at: issue.callSite)
  }

  /// The directory for events that the test framework doesn't save, or `nil` if it saves attachments.
  static var directory: String? {
    let arguments = ProcessInfo.processInfo.arguments
    let isXcode = ProcessInfo.processInfo.environment["XCTestConfigurationFilePath"] != nil
    let keepsAttachments =
      isXcode || arguments.contains { $0.hasPrefix("--attachments-path") }
    if keepsAttachments, TestProcess.isInSwiftTesting { return nil }
    let build = FileManager.default.currentDirectoryPath + "/.build"
    return FileManager.default.fileExists(atPath: build)
      ? build + "/focus/shown" : NSTemporaryDirectory() + "focus-shown"
  }
}

/// A test whose events are kept until it ends.
final class ShownTest: Sendable {
  let writer = TraceWriter(limit: 50_000)
  private let name: String
  /// The number of the next file, once it is known.
  private let number = Lock<Int?>(nil)
  /// The number of files per test. Each argument of a test has one file.
  private static let counts = Lock<[String: Int]>([:])
  /// The maximum number of files per test, because a test may create a thousand stores, one after the other.
  private static let fileLimit = 10

  init(_ name: String) { self.name = name }

  private func nextNumber() -> Int {
    number.withLock { number in
      if let number { return number }
      let next = Self.counts.withLock { counts in
        counts[name, default: 0] += 1
        return counts[name, default: 1]
      }
      number = next
      return next
    }
  }

  private func path(as name: String, number: Int) -> String? {
    guard number <= Self.fileLimit else { return nil }
    return ShownTests.directory.map { "\($0)/\(Self.fileName(name, number: number))" }
  }

  /// The path of the next file, for a test framework that can't save the file as an attachment. `nil` if the test has as
  /// many files as it may have.
  var path: String? { path(as: name, number: nextNumber()) }

  private static func fileName(_ name: String, number: Int) -> String {
    let name = name.hasSuffix("()") ? name.dropLast(2) : name[...]
    let letters = name.map { $0.isLetter || $0.isNumber || "._".contains($0) ? $0 : "-" }
    var base = String(letters.prefix(120))
    // The name of a file has at most 255 bytes.
    while base.utf8.count > 200 { base.removeLast() }
    return number > 1 ? "\(base)-\(number).jsonl" : "\(base).jsonl"
  }

  /// Attaches the events so far to the test, or writes them to a file, if `FOCUSED_SHOW` requests
  /// them.
  func finish(as other: String? = nil, hasFailed: Bool = false) {
    var trace = Trace(writer.take())
    let name = other ?? self.name
    let hasFailed = hasFailed || trace.hasFailure
    guard !trace.events.isEmpty, hasFailed || ShownTests.request == .all else { return }
    trace.events.insert(.result(TracedResult(test: name, hasPassed: !hasFailed)), at: 0)
    let number = nextNumber()
    self.number.withLock { $0 = nil }
    guard number <= Self.fileLimit else { return }
    let text = trace.text
    if Test.current != nil {
      Attachment.record(text, named: Self.fileName(name, number: number))
    }
    guard let path = path(as: name, number: number) else { return }
    do {
      let url = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
      printError(FailureMessages.events(of: name, at: path))
    } catch {
      printError(FailureMessages.eventsNotWritable(path))
    }
  }
}
