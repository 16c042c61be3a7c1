import Foundation

// The interface between Core and test stores. Core contains no other code about test stores.
//
// `FocusedTestStore` is a client of this module that uses its `package` declarations. The live
// `Store` uses most of them too:
//
// - `EffectRuntime` reduces actions and interprets effects. A test store gives it its own
//   `EffectHost`, whose `EffectLane`s run an effect's jobs on the executor that the test drains,
//   and a `RuntimeObserver` that is notified of each step. The observer can name an `EffectWatch`,
//   which is notified of each effect that starts, ends, or is cancelled.
// - `EffectGroup` and `RunningEffect` list the effects in flight and their origins.
// - `DependencyValues` are prepared, given a cache and made current as for any store.
// - `Issues.reporter` receives the issues of a task.
// - `StoreBacking` is the part of a view's store that a test can replace by a script.
//
// Code that only tests use is in this folder, for example `AssertionContext`, to which collections and
// presented states report missing elements. Two exceptions are beside their callers:
//
// - `EndpointOwner`, because an unimplemented endpoint reports to the store that it was made for.
// - `RuntimeIntervention`, because the runtime uses it to switch outcomes off.

// MARK: - Issues without a reporter

extension Issues {
  /// The class with which `FocusedTestStore` reports to the test frameworks.
  ///
  /// This module must import neither `FocusedTestStore` nor the frameworks, so it looks the class
  /// up by name. A global variable that `FocusedTestStore` sets would miss issues before a test
  /// creates its first store. A test fails if the name no longer resolves.
  package static let testReporterName = "FocusedTestStore.TestFrameworkReporter"

  /// The reporter of tasks without their own, which reports to the test framework. `nil` if `FocusedTestStore` isn't
  /// linked.
  package static let testReporter =
    (NSClassFromString(testReporterName) as? any DiscoverableIssueReporter.Type)?.init()

  /// Whether an issue has already reported an error, so that throwing it reports nothing.
  package static func hasReported(_ error: any Error) -> Bool {
    error is any ReportedError || testReporter?.hasReported(error) == true
  }
}

/// A reporter that is found by its name.
package protocol DiscoverableIssueReporter: IssueReporter {
  init()

  /// Whether the test framework has already reported an error.
  func hasReported(_ error: any Error) -> Bool
}

/// Returns the mutant that is active in the running test, if it is one of the mutants at a location.
///
/// `focus mutate --source` calls it in its copy of a package. No package calls it in its own sources.
@_spi(SourceMutants) public func _sourceMutant(among mutants: Range<Int>) -> Int? {
  SourceMutants.known?.mutant(among: mutants)
}

/// Finds the object that determines which mutants are active.
package enum SourceMutants {
  /// The class of `FocusedEvidence` that determines which mutants are active. It is found by name, like
  /// ``Issues/testReporterName``.
  package static let switchName = "FocusedEvidence.SourceMutantSwitch"

  fileprivate static let known =
    NSClassFromString(switchName) as? any DiscoverableMutantSwitch.Type
}

/// A class that determines which mutants are active. It is found by its name.
package protocol DiscoverableMutantSwitch: AnyObject, SendableMetatype {
  /// Returns the mutant that is active in the running test, if it is one of these mutants. Also records that the test
  /// reached their location.
  static func mutant(among mutants: Range<Int>) -> Int?
}
