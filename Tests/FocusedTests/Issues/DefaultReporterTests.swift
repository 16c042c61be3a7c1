import Core
import FocusedTestStore
import Foundation
import Testing

struct DefaultReporterTests {
  /// If this failed, every expectation of this package would print to standard error and pass.
  @Test func `the reporter to the test frameworks is found by its name`() {
    #expect(
      Issues.testReporterName == String(reflecting: TestFrameworkReporter.self),
      "The class has another name. Correct Issues.testReporterName in Core's TestSeam.swift.")
    #expect(NSClassFromString(Issues.testReporterName) == TestFrameworkReporter.self)
    #expect(Issues.testReporter is TestFrameworkReporter)
  }

  @Test func `an issue without a reporter of its own fails the test that is running`() {
    withKnownIssue {
      Issues.$reporter.withValue(nil) {
        Issues.report(
          "a probe",
          at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
      }
    } matching: {
      $0.comments.map(\.rawValue) == ["a probe"]
    }
  }
}
