import Core
import Foundation
import Synchronization
import XCTest

/// An observer of the failures of test cases, for which Darwin and Linux declare different methods.
final class FailureObserver: NSObject, XCTestObservation, Sendable {
  typealias Note = @Sendable (_ message: String, _ path: String?, _ line: Int?) -> Void

  private let note: Note

  /// - Parameter note: A closure that is called for each failure.
  init(_ note: @escaping Note) {
    self.note = note
  }

  #if canImport(Darwin)
    func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
      let place = issue.sourceCodeContext.location
      note(issue.compactDescription, place?.fileURL.path, place?.lineNumber)
    }

    /// Reports an error to the running test case. Returns `false` if no test case is running.
    static func report(_ issue: ReportedIssue, isTestRunning: Bool?) -> Bool {
      // A failure off the main thread is recorded later, so the caller can't wait for it.
      guard isTestRunning ?? DependencyContext.isXCTestProcess else { return false }
      XCTFail(issue.message, file: issue.callSite.filePath, line: issue.callSite.line)
      return true
    }
  #else
    /// The confirmation that a failure has been recorded for a test case.
    private final class Record: Sendable {
      @TaskLocal static var current: Record?
      let isMade = Atomic(false)
    }

    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String,
      inFile filePath: String?, atLine lineNumber: Int
    ) {
      note(description, filePath, lineNumber)
      Record.current?.isMade.store(true, ordering: .relaxed)
    }

    /// Reports an error to the running test case. Returns `false` if no test case is running.
    static func report(_ issue: ReportedIssue, isTestRunning: Bool?) -> Bool {
      // XCTest silently drops a failure when no test case is running.
      let record = Record()
      Record.$current.withValue(record) {
        XCTFail(issue.message, file: issue.callSite.filePath, line: issue.callSite.line)
      }
      return record.isMade.load(ordering: .relaxed)
    }
  #endif
}
