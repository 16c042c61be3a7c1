import BehaviorLedger
import Core
import Foundation
import TestStories

#if canImport(Testing)
  import Testing
#endif

/// Pages of what tests did, made in the process that runs them, as `FOCUSED_SHOW` asks.
package enum TestPages {
  enum Request: String, Sendable {
    case failures, all
  }

  /// What is asked for; nothing while tests are listed, or a trace is written for the tool.
  static let request: Request? = {
    guard !TestProcess.isListing, EnvironmentVariable.trace.value == nil,
      let text = EnvironmentVariable.show.value
    else { return nil }
    let request = Request(rawValue: text)
    if request == nil { printError(FailureMessages.unknownPages(text)) }
    return request
  }()

  /// The page of a test whose whole body has a trait of this package.
  @TaskLocal private static var scoped: TestPage?
  /// Those of the running tests that have none, by their names.
  private static let unscoped = Lock<[String: TestPage]>([:])

  /// The trace of the running test, if its page is to be made.
  static var writer: TraceWriter? { page?.writer }

  static var page: TestPage? {
    guard request != nil else { return nil }
    if let scoped { return scoped }
    // The arguments of a test run at the same time, and do not say which is which.
    guard !TestProcess.isInParameterizedTest, let name = runningName else { return nil }
    return unscoped.withLock { pages in
      if let page = pages[name] { return page }
      let page = TestPage(name)
      pages[name] = page
      return page
    }
  }

  private static var runningName: String? {
    switch RunningTest.current() {
    case .known(let test): test.name
    case .namedAtEnd: "XCTest"
    case .none: nil
    }
  }

  /// Runs the body of a test, and makes its page.
  package static func show(_ body: () async throws -> Void) async throws {
    #if canImport(Testing)
      guard request != nil, scoped == nil, TraceWriter.isRunTraced == nil, Test.current != nil,
        let name = runningName
      else { return try await body() }
      let page = TestPage(name)
      defer { page.finish() }
      try await $scoped.withValue(page) {
        // No issue becomes known. The closure sees those of `#expect`, which nothing else does.
        try await withKnownIssue("What fails is shown", isIntermittent: true) {
          try await body()
        } matching: { issue in
          page.writer.reported(issue)
          return false
        }
      }
    #else
      try await body()
    #endif
  }

  /// A test of XCTest has finished.
  ///
  /// - Parameter issues: What the end of its stores has found.
  static func finish(_ name: String, hasFailed: Bool, _ issues: [ReportedIssue]) {
    guard request != nil else { return }
    let pages = unscoped.withLock { pages in
      [name, "XCTest"].compactMap { pages.removeValue(forKey: $0) }
    }
    for page in pages {
      for issue in issues { page.writer.reported(issue) }
      page.finish(as: name, hasFailed: hasFailed)
    }
  }

  /// Makes the page of the running test, as nothing more may come: its last store is gone, or it has failed without
  /// a store.
  static func pause() {
    guard request != nil, scoped == nil, TraceWriter.isRunTraced == nil else { return }
    if TestProcess.isInSwiftTesting { page?.finish() }
  }

  // MARK: - Where they go

  /// The directory for pages that no test framework keeps; `nil` where attachments are saved.
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

/// The page of one test: what is written of it, until it is made.
final class TestPage: Sendable {
  let writer = TraceWriter(limit: 50_000)
  private let name: String
  /// The number of the next page, once it is known.
  private let number = Lock<Int?>(nil)
  /// How many pages have been numbered, by the names of tests. Each argument of a test has a page.
  private static let counts = Lock<[String: Int]>([:])

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

  /// Where the page will be, if no test framework keeps it.
  private func path(as name: String, number: Int) -> String? {
    TestPages.directory.map {
      "\($0)/\(Self.fileName(name, number: number))"
    }
  }

  /// Where the next page will be, if no test framework keeps it.
  var path: String? { path(as: name, number: nextNumber()) }

  private static func fileName(_ name: String, number: Int) -> String {
    let name = name.hasSuffix("()") ? name.dropLast(2) : name[...]
    let letters = name.map { $0.isLetter || $0.isNumber || "._".contains($0) ? $0 : "-" }
    let base = String(letters.prefix(120))
    return number > 1 ? "\(base)-\(number).html" : "\(base).html"
  }

  /// Makes the page of what has been written, if it is asked for.
  func finish(as other: String? = nil, hasFailed: Bool = false) {
    let events = writer.take()
    let name = other ?? self.name
    let hasFailed = hasFailed || events.haveFailure
    guard !events.isEmpty, hasFailed || TestPages.request == .all else { return }
    let number = nextNumber()
    self.number.withLock { $0 = nil }
    // A test that makes a thousand stores, one after the other, is shown often enough.
    guard number <= 10 else { return }
    let text = StoryPage(ShownTest(name: name, hasPassed: !hasFailed, events)).text
    #if canImport(Testing)
      if Test.current != nil {
        Attachment.record(text, named: Self.fileName(name, number: number))
      }
    #endif
    guard let path = path(as: name, number: number) else { return }
    do {
      let url = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
      printError("FocusedTestStore: what \(name) did: \(path)")
    } catch {
      printError("FocusedTestStore: no page can be written to \(path).")
    }
  }
}

extension [TraceEvent] {
  /// Whether the test has failed, and not just a run of it that shows an order.
  fileprivate var haveFailure: Bool {
    var role: TracedRun.Role?
    for event in self {
      if case .run(let run) = event { role = run.role }
      guard case .issue(let issue) = event, issue.kind == .failure else { continue }
      switch role {
      case .passing, .script, .tried: continue
      case nil, .usual, .failing, .replayed, .over: return true
      }
    }
    return false
  }
}
