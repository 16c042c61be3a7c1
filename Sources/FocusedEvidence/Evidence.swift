import Core
import FocusedTestStore
import TestEvents

/// Listens to a test process: writes the ledger and traces, and suppresses the outcomes of mutants.
///
/// `FocusedTestStore` finds this class by its name. It listens only if a `FOCUSED_…` variable is set.
package final class Evidence: ProcessListener {
  package static func listener<R: Reducer>(
    ofStoreCreatedAt callSite: CallSite, reducer: R.Type, waits: (any CallListener)?
  ) -> (any StoreListener<R.State, R.Action>)? {
    BehaviorRecorder<R.State, R.Action>(
      ofStoreCreatedAt: callSite, trace: waits as? StoreTrace)
  }

  package static func intervention<R: Reducer>(
    inStoreCreatedAt callSite: CallSite, reducer: R
  ) -> (any StoreIntervention<R.State, R.Action>)? {
    MutantInjector<R.State, R.Action>(inStoreCreatedAt: callSite, reducer: reducer)
  }

  package static func makeWaitListener() -> (any CallListener)? {
    TraceWriter.current.map(StoreTrace.init)
  }

  package static var calls: (any CallListener)? { TraceWriter.current }

  package static func run(
    as role: RunRole, isShown: Bool, isolation: isolated (any Actor)?,
    _ body: () async throws -> Void
  ) async rethrows {
    let trace = isShown ? TraceWriter.current : nil
    trace?.show { $0.run(as: TimelineRow.Role(rawValue: role.rawValue)) }
    defer { trace?.show { $0.run(as: nil) } }
    try await TraceWriter.$isRunTraced.withValue(isShown) { try await body() }
  }

  package static func didFinish(testCase name: String, hasFailed: Bool) {
    MutantRun.current?.log(hasFailed ? .failed : .passed, of: RunningTest.inXCTest(name))
  }
}
