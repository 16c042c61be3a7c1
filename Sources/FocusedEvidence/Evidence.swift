import Core
import FocusedTestStore
import TestEvents

/// Listens to a test process: writes the ledger and traces, and suppresses the outcomes of mutants.
///
/// `FocusedTestStore` finds this class by its name. It listens only if a `FOCUSED_…` variable is set.
package final class Evidence: ProcessListener {
  package static func listener<State, Action>(
    ofStoreCreatedAt callSite: CallSite, reducer: Any.Type?, waits: (any WaitListener)?
  ) -> (any StoreListener<State, Action>)? {
    StoreEvidence<State, Action>(
      createdAt: callSite, reducer: reducer, trace: waits as? StoreTrace)
  }

  package static func makeWaitListener() -> (any WaitListener)? {
    TraceWriter.current.map(StoreTrace.init)
  }

  package static var calls: (any CallListener)? { TraceWriter.current }

  package static func run(_ body: () async throws -> Void) async throws {
    try await ShownTests.show(body)
  }

  package static func run(
    as role: RunRole, isShown: Bool, isolation: isolated (any Actor)?,
    _ body: () async throws -> Void
  ) async rethrows {
    let trace = isShown ? TraceWriter.current : nil
    if let role = TracedRun.Role(rawValue: role.rawValue) {
      trace?.write(.run(TracedRun(role: role)))
    }
    defer { trace?.write(.run(TracedRun(role: .over))) }
    try await TraceWriter.$isRunTraced.withValue(isShown) { try await body() }
  }

  package static func willExplore(from callSite: CallSite) {
    MutantRun.current?.log(.explores, of: .current(creating: callSite))
  }

  package static func unexercisedBehaviors(ofTestAt callSite: CallSite) -> [String] {
    let missed = LedgerWriter.current?.behaviors(missedBy: .current(creating: callSite)) ?? []
    return missed.sorted().map(\.description)
  }

  package static func willReport(_ issue: ReportedIssue) -> ReportedIssue {
    ShownTests.adding(to: issue)
  }

  package static func didReport() {
    if ShownTests.writer?.hasNoStores == true { ShownTests.pause() }
  }

  package static func didFinish(_ testCase: FinishedTestCase) {
    if !testCase.wasObserved { UnnamedTest.isNamed(testCase.name) }
    ShownTests.finish(testCase.name, hasFailed: testCase.hasFailed, testCase.issues)
    guard let mutants = MutantRun.current else { return }
    let test = RunningTest.known(RunningTest.inXCTest(testCase.name))
    if !testCase.wasObserved { mutants.log(.wasFirst, of: test) }
    mutants.log(testCase.hasFailed ? .failed : .passed, of: test, seconds: testCase.seconds)
  }

  package static func processEnds() { UnnamedTest.isNamed(nil) }
}

/// Listens to one store, for the ledger, the trace, and the mutant of the running test.
private final class StoreEvidence<State, Action>: StoreListener {
  private let behaviors: BehaviorRecorder<State, Action>?
  private let mutants: MutantInjector<State, Action>?

  /// Returns `nil` if no variable requests evidence of the store.
  init?(createdAt creation: CallSite, reducer: Any.Type?, trace: StoreTrace?) {
    behaviors = .ofNewStore(createdAt: creation, reducer: reducer, trace: trace)
    mutants = .ofNewStore(createdAt: creation)
    if behaviors == nil, mutants == nil { return nil }
  }

  var effectWatch: (any EffectWatch)? { behaviors }
  var intervention: (any RuntimeIntervention<State, Action>)? { mutants }

  func willRun(_ reducer: some Reducer<State, Action>) { mutants?.learnCases(of: reducer) }

  func willSend(at callSite: CallSite, by lens: StoreLens<State, Action>?) {
    mutants?.willSend(at: callSite, by: lens)
  }

  func willSkipReceived(at callSite: CallSite) { mutants?.willSkipReceived(at: callSite) }

  func willReduce(_ action: Action, in state: State) { behaviors?.willReduce(action, in: state) }

  func didReduce(_ action: Action, from source: ActionSource, to state: State) {
    behaviors?.didReduce(action, from: source, to: state)
  }

  func didDismiss(by effect: EffectOrigin) { behaviors?.didDismiss(by: effect) }

  func didExpect(_ step: Int, at callSite: CallSite, by lens: StoreLens<State, Action>?) {
    mutants?.didExpect(step, at: callSite, by: lens)
  }

  func didReceive(_ step: Int, at callSite: CallSite) { behaviors?.didReceive(step, at: callSite) }
  func didCompare(_ comparison: PassedComparison<State, Action>) {
    behaviors?.didCompare(comparison)
  }

  func didScope(_ lens: StoreLens<State, Action>, in state: State) {
    if behaviors != nil { _ = lens.field(in: state) }
  }
  func didRead(_ state: State, upTo step: Int, by lens: StoreLens<State, Action>?) {
    behaviors?.didRead(upTo: step, in: lens?.field(in: state))
  }
  func didReadDismissal() { behaviors?.didReadDismissal() }
  func didFinish(root: Int?, at callSite: CallSite) {
    behaviors?.didFinish(root: root, at: callSite)
  }

  func didEnd(inFlight effects: [RunningEffect], isAccountedFor: Bool) {
    mutants?.didEnd(inFlight: effects)
    behaviors?.didEnd(inFlight: effects, isAccountedFor: isAccountedFor)
  }
}
