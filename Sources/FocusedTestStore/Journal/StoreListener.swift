import Core

// The seam for `FocusedEvidence`, which writes the ledger and traces, and suppresses the outcomes of mutants. This
// module never imports it, and finds it by name. All that it needs from a store is in this file.

/// Listens to one store, in the store's turn.
package protocol StoreListener<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  func on(_ event: StoreEvent<State, Action>)
}

/// An event of a store: a step, an effect, or a call of the test that asserts one.
package enum StoreEvent<State, Action> {
  /// The test sends an action, by a scoped store if there is a lens.
  case willSend(at: CallSite, by: StoreLens<State, Action>?)
  case willReduce(Action, in: State)
  case didReduce(Action, from: ActionSource, to: State)
  case effect(EffectEvent)
  /// Another library takes part in the checks of the store.
  case didSetForeign(any ForeignFeature<State>)

  /// A `receive` has matched the action of the step.
  case didExpect(step: Int, at: CallSite, by: StoreLens<State, Action>?)
  /// A `receive` has consumed the action of the step, in the order that the test expects.
  case didReceive(step: Int, at: CallSite)
  /// The state after the step has been compared, and passed.
  case didCompare(PassedComparison<State, Action>)
  /// All effects have ended, or all effects that follow from one sent step.
  case didFinish(root: Int?, at: CallSite)
  case willSkipReceived(at: CallSite)

  /// The test has created a scoped store.
  case didScope(StoreLens<State, Action>, in: State)
  /// The test has read the state as of the step. The lens is that of the scoped store that the test has read, or `nil` for the
  /// whole state.
  case didRead(State, upTo: Int, by: StoreLens<State, Action>?)
  /// The test has read whether the root feature has dismissed itself.
  case didReadDismissal

  /// The store ends with these effects in flight. `isAccountedFor` is `true` if all effects were required to end, and have
  /// ended.
  case willEnd(inFlight: [RunningEffect], isAccountedFor: Bool)
}

/// Decides which outcomes of a store's steps occur, and listens to the calls that could show a missing one.
package protocol StoreIntervention<State, Action>: StoreListener, RuntimeIntervention {}

/// A passed comparison of the state after one step.
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

/// Listens to the calls that a test makes, and to the waits of effects. Called from any thread.
package protocol CallListener: Sendable {
  func on(_ event: CallEvent)
}

/// A call of a store, a clock, or a stub, or what it leads to.
package enum CallEvent {
  case call(String, at: CallSite)
  /// A clock moves from a time to a deadline, both as text. Without a deadline, it moves until no task sleeps.
  case clock(from: String, to: String?)
  /// An issue has been recorded.
  case issue(String, isFailure: Bool, at: (file: String, line: Int)?)
  /// An effect waits for the test.
  case parked(EffectOrigin, Parking)

  /// An issue of the package.
  package static func issue(_ issue: ReportedIssue) -> CallEvent {
    .issue(
      issue.message, isFailure: issue.severity == .error,
      at: ("\(issue.fileID)", Int(issue.line)))
  }
}

/// An event that a task waits for and that only the test can cause.
package struct Parking: Sendable {
  /// The clock or stub that made the task wait, and the number of the wait.
  package struct ID: Hashable, Sendable {
    private let source: ObjectIdentifier
    package let number: Int

    package init(_ number: Int, of source: AnyObject) {
      self.source = ObjectIdentifier(source)
      self.number = number
    }
  }

  /// The call of the test that ends the wait.
  package enum Cause: Sendable {
    /// Advance a clock.
    case clock
    /// Answer a call of a stub.
    case stub
  }

  package let id: ID
  package let cause: Cause
  /// The time on a clock that ends a wait for it: `1.0 seconds`.
  package var end: (@Sendable () -> String)?
  /// The awaited event in a message: `TestClock, until 1.0 seconds; now 0.5 seconds`.
  package let description: @Sendable () -> String
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
  static func listener<R: Reducer>(
    ofStoreCreatedAt callSite: CallSite, reducer: R.Type, waits: (any CallListener)?
  ) -> (any StoreListener<R.State, R.Action>)?
  /// Returns the intervention in a new store, if there is one. The store's dependencies are current.
  static func intervention<R: Reducer>(
    inStoreCreatedAt callSite: CallSite, reducer: R
  ) -> (any StoreIntervention<R.State, R.Action>)?
  /// Returns the listener for the waits of a new store's effects, if there is one.
  static func makeWaitListener() -> (any CallListener)?
  /// The listener of the current test's calls, if there is one.
  static var calls: (any CallListener)? { get }

  /// Runs a test under a schedule.
  static func run(
    as role: RunRole, isShown: Bool, isolation: isolated (any Actor)?,
    _ body: () async throws -> Void
  ) async rethrows

  /// A test case of XCTest has finished.
  static func didFinish(testCase name: String, hasFailed: Bool)
}
