import Foundation

// What a test store needs of Core, and all that Core knows of test stores.
//
// `FocusedTestStore` is a client of this module that sees what is `package`. Most of that serves
// the live `Store` just as well:
//
// - `EffectRuntime` reduces actions and interprets effects. A test store gives it an `EffectHost`
//   of its own, whose `EffectLane`s run an effect's jobs on the executor that the test drains, and
//   a `RuntimeObserver` that is notified of each step. That one can name an `EffectWatch`, which is
//   notified of each effect that starts or is cancelled.
// - `EffectGroup` and `RunningEffect` say what is in flight and where it comes from.
// - `DependencyValues` are prepared, given a cache and made current as for any store.
// - `Issues.reporter` is what takes the issues of a task.
// - `StoreBacking` is the part of a view's store that a test can replace by a script.
//
// What serves tests alone is in this folder, with three exceptions that stand where they are called:
//
// - `AssertionContext`, because collections and presented states report what an assertion asks for in vain.
// - `EndpointOwner`, because an unimplemented endpoint reports to the store that it was made for.
// - `RuntimeIntervention`, because the runtime asks it which outcomes come about.

// MARK: - Issues without a reporter

extension Issues {
  /// The class that `FocusedTestStore` reports to the test frameworks with.
  ///
  /// This module must import neither that one nor the frameworks, so it asks for the class by name.
  /// A global that `FocusedTestStore` sets would miss what is reported before a test makes its
  /// first store. A test fails when the name no longer resolves.
  package static let testReporterName = "FocusedTestStore.TestFrameworkReporter"

  /// Takes the issues of a task that has no reporter: the test framework's, or standard error where
  /// `FocusedTestStore` is not linked.
  package static let defaultReporter: any IssueReporter = {
    let found = NSClassFromString(testReporterName) as? any DiscoverableIssueReporter.Type
    return found?.init() ?? StandardErrorReporter()
  }()
}

/// A reporter that is found by its name.
package protocol DiscoverableIssueReporter: IssueReporter {
  init()

  /// Whether the test framework has told of an error before it was thrown.
  func hasReported(_ error: any Error) -> Bool
}

extension Issues {
  /// Whether an issue has told of an error before it was thrown, so that it is no further issue.
  package static func hasReported(_ error: any Error) -> Bool {
    error is any ReportedError
      || (defaultReporter as? any DiscoverableIssueReporter)?.hasReported(error) == true
  }
}
