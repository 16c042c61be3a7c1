@_spi(Internals) import CasePaths
import ComposableArchitecture
import Core
@_spi(FocusedTCA) import FocusedTestStore

// The feature's part in the checks of the store.
extension Feature: ForeignFeature {
  func run(isExhaustive: Bool, for step: Int?, _ closure: () throws -> Void) throws {
    try withDependencies {
      try stackIDs.withIDs(of: step) {
        try XCTModifyLocals.$isExhaustive.withValue(isExhaustive) { try shared.isolating(closure) }
      }
    }
  }

  var hasReferenceChanges: Bool { shared.hasChanges }

  func wroteReferences(in step: Int) -> Bool { shared.wrote(in: step) }

  func takeWrites() -> Bool { shared.takeWrites() }

  func references(in state: State, at moment: ForeignMoment) -> [ForeignReference] {
    withDependencies { shared.references(in: state, at: moment) }
  }

  func replaceValue(behind reference: ForeignReference, by value: Any) {
    withDependencies { shared.replaceValue(behind: reference, by: value) }
  }

  func apply(
    _ update: (inout State) throws -> Void, to state: inout State,
    with references: [ForeignReference]
  ) throws -> [ForeignReference] {
    try shared.apply(update, to: &state, with: references) { withDependencies($0) }
  }

  func didAssertChanges(after step: Int) { shared.didAssertChanges(after: step) }

  func didAssertAllChanges(since step: Int) { shared.didAssertAllChanges(since: step) }

  func casePath(of action: Any) -> ForeignCasePath? { ForeignCasePath(of: action) }

  func willFinish() { PresentationEffects.cancelAll() }

  func willEnd(isExhaustive: Bool) {
    PresentationEffects.cancelAll()
    let unasserted = withDependencies { shared.takeUnassertedChanges() }
    guard isExhaustive, !unasserted.isEmpty else { return }
    let list = unasserted.map { "\n  \($0)" }.joined()
    Core.reportIssue(
      "Effects changed shared state that no assertion covers:\(list)\n\n"
        + "Assert it at the end: store.assert { $0.$… .withLock { $0 = … } }",
      fileID: location.fileID, filePath: location.filePath, line: location.line,
      column: location.column)
  }
}
