import Core

// The seam for `FocusedEvidence`, which writes the ledger and traces, and suppresses the outcomes of mutants. This
// module never imports it, and finds it by name. All that it needs from a store is in this file.

/// Listens to the steps and effects of one store, and to the assertions about them.
package protocol StoreListener<State, Action>: EffectWatch {
  associatedtype State
  associatedtype Action

  // MARK: Steps

  func willReduce(_ action: Action, in state: State)
  func didReduce(_ action: Action, from source: ActionSource, to state: State)
  /// Called after an effect has dismissed the root feature.
  func didDismiss(by effect: EffectOrigin)

  // MARK: Assertions

  /// A `receive` has consumed the action of a step, in the order that the test expects.
  func didReceive(_ step: Int, at callSite: CallSite)

  /// The state after a step has been compared, and passed.
  func didCompare(_ comparison: PassedComparison<State, Action>)

  /// The test has created a scoped store.
  func didScope(_ lens: StoreLens<State, Action>, in state: State)
  /// The test has read the state as of a step.
  ///
  /// - Parameter lens: The lens of the scoped store that the test has read, or `nil` for the whole state.
  func didRead(_ state: State, upTo step: Int, by lens: StoreLens<State, Action>?)
  /// The test has read whether the root feature has dismissed itself.
  func didReadDismissal()

  /// All effects have ended, or all effects that follow from one sent step.
  func didFinish(root: Int?, at callSite: CallSite)

  /// The store has ended.
  ///
  /// - Parameters:
  ///   - effects: The effects in flight.
  ///   - isAccountedFor: Whether all effects were required to end, and have ended.
  func didEnd(inFlight effects: [RunningEffect], isAccountedFor: Bool)
}

/// Decides which outcomes of a store's steps occur, and listens to the calls that could show a missing one.
package protocol StoreIntervention<State, Action>: RuntimeIntervention {
  /// Called when the store has its reducer, while its dependencies are current.
  func willRun(_ reducer: some Reducer<State, Action>)
  /// Called when the test sends an action.
  ///
  /// - Parameter lens: The lens of the scoped store that sends the action, if one sends it.
  func willSend(at callSite: CallSite, by lens: StoreLens<State, Action>?)
  /// Called when the test skips the received actions.
  func willSkipReceived(at callSite: CallSite)
  /// A `receive` has matched the action of a step.
  func didExpect(_ step: Int, at callSite: CallSite, by lens: StoreLens<State, Action>?)
  /// The store has ended, with these effects in flight.
  func didEnd(inFlight effects: [RunningEffect])
}

/// A passed comparison of the state after a step.
package struct PassedComparison<State, Action> {
  package let step: Int
  /// The state that was compared.
  package let after: State
  /// Whether the whole state was compared.
  package let isInFull: Bool
  /// Whether a closure states the expected state.
  package let hasClosure: Bool
  /// The lens of the scoped store whose state the closure asserts, if there is one.
  package let lens: StoreLens<State, Action>?
  package let callSite: CallSite
}

/// Listens to the waits of a store's effects.
package protocol WaitListener: Sendable {
  func didPark(_ effect: EffectOrigin, _ parking: Parking)
  func didUnpark(_ effect: EffectOrigin, _ cause: Parking.Cause)
}

/// Listens to the calls that a test makes: of stores, clocks, and stubs.
package protocol CallListener: Sendable {
  /// A call begins.
  func didCall(_ name: String, at callSite: CallSite)
  /// A clock moves from a time to a deadline, both as text. Without a deadline, it moves until no task sleeps.
  func didMove(from time: String, to deadline: String?)
  /// An effect, or the test, calls a stub.
  func didCall(stub: String, input: Any, hasRule: Bool, by caller: StubCaller?)
  /// A stub answers the call of an effect.
  func didAnswer(
    stub: String, input: Any, with output: Result<Any, any Error>, to caller: StubCaller)
  /// A test framework has recorded an issue.
  func didRecord(_ message: String, isFailure: Bool, at place: (file: String, line: Int)?)
}

extension CallListener {
  /// The package has reported an issue.
  package func didRecord(_ issue: ReportedIssue) {
    didRecord(
      issue.message, isFailure: issue.severity == .error, at: ("\(issue.fileID)", Int(issue.line)))
  }
}

/// An effect that calls a stub.
package struct StubCaller: Sendable {
  package let effect: EffectOrigin
  package let waits: (any WaitListener)?
}

/// The purpose of a test's run under a schedule.
package enum RunRole: String, CaseIterable, Sendable {
  /// The first run, in the usual order.
  case usual
  /// A run whose result decides which run to try next. It isn't shown.
  case tried
  case failing, passing, replayed
  /// The run of the action sequence that is reported.
  case script
}

/// Listens to a test process. `FocusedEvidence` implements it.
package protocol ProcessListener: AnyObject, SendableMetatype {
  /// Returns the listener of a new store, if there is one.
  static func listener<State, Action>(
    ofStoreCreatedAt callSite: CallSite, reducer: Any.Type?, waits: (any WaitListener)?
  ) -> (any StoreListener<State, Action>)?
  /// Returns the intervention in a new store, if there is one.
  static func intervention<State, Action>(
    inStoreCreatedAt callSite: CallSite
  ) -> (any StoreIntervention<State, Action>)?
  /// Returns the listener for the effects of a new store, if there is one.
  static func makeWaitListener() -> (any WaitListener)?
  /// The listener of the current test's calls, if there is one.
  static var calls: (any CallListener)? { get }

  /// Runs a test under a schedule.
  static func run(
    as role: RunRole, isShown: Bool, isolation: isolated (any Actor)?,
    _ body: () async throws -> Void
  ) async rethrows
  /// Records that the current test is about to be explored.
  static func willExplore(from callSite: CallSite)

  /// A test case of XCTest has finished.
  static func didFinish(_ testCase: FinishedTestCase)
}

/// A test case of XCTest that has finished.
package struct FinishedTestCase {
  package let name: String
  package let hasFailed: Bool
  package let seconds: Double?
}
