import Core
import ReducerDebugging

/// A part of a store's state, and the actions that belong to it, whatever their types.
///
/// The store knows its parts: it notes when one goes, and words what it reports in the terms of the part
/// that a call is made by.
package protocol StorePart<Root, RootAction>: AnyObject {
  associatedtype Root
  associatedtype RootAction

  /// Where the test made the part.
  var callSite: CallSite { get }
  var source: PartSource { get }
  /// The type of the part's state.
  var type: Any.Type { get }
  /// Since when the part has not been there; `nil` if it is there.
  var absence: PartAbsence? { get }
  /// The reason why the part cannot be found, if its case path cannot be followed.
  var unsupportedReason: String? { get }

  /// Notes whether the part is there after a step.
  func watch(_ root: Root, step: Int, sentAt callSite: CallSite?)
  func value(in root: Root) -> Any?
  /// Whether two states have the part, and it is equal in both.
  func isSame(in lhs: Root, _ rhs: Root) -> Bool
  /// Whether two states that have the part differ in it, and in nothing else.
  func holdsDifference(_ old: Root, _ new: Root) -> Bool
  /// Where the part is among the fields of a state, or was when it was last there.
  func field(in root: Root) -> FieldPath?
  /// The statement that sends or receives an action of the part; `nil` if the action is none.
  func call(
    _ action: RootAction, isSent: Bool, on receiver: String,
    assigning statements: [AssertionCode.Statement]
  ) -> [String]?
  /// Wraps the name of one of the part's actions as the whole store's.
  func spelled(_ name: String) -> String
}

/// Since when a part has not been there.
package enum PartAbsence {
  case sinceScope
  /// Since a step; with the line that sent its action, if the test sent it.
  case sinceStep(Int, sentAt: CallSite?)
}

extension StorePart {
  /// What messages call the part: the variable that holds it, or else its feature.
  package var name: String {
    if let variable = source.variable { return variable }
    let name = TypeName.of(type)
    return name.hasSuffix(".State") ? String(name.dropLast(6)) : name
  }

  /// The statements of a closure of the part that turn one state's part into another one's.
  package func statements(from old: Root, to new: Root) -> [AssertionCode.Statement] {
    guard let old = value(in: old), let new = value(in: new) else { return [] }
    return AssertionCode.statements(for: Difference.between(old, new)?.fieldChanges ?? [])
  }

  /// A failure in the terms of the part, if it lies in the part.
  func own(
    _ failure: UnmetExpectation, before: Root, after: Root
  ) -> UnmetExpectation {
    switch failure.reason {
    case .threw, .missed, .partIsMissing: return failure
    case .changesNothing: return UnmetExpectation(.changesNothing, isOfPart: true)
    case .unasserted:
      guard holdsDifference(before, after), let old = value(in: before),
        let new = value(in: after), let change = Difference.between(old, new)
      else { return failure }
      return UnmetExpectation(.unasserted(change), isOfPart: true)
    case .state(_, let difference):
      guard let new = value(in: after) else {
        return UnmetExpectation(.partIsMissing(isNew: false))
      }
      guard let expected = difference.old as? Root, holdsDifference(expected, after),
        let old = value(in: before), let said = value(in: expected),
        let difference = Difference.between(said, new)
      else { return failure }
      return UnmetExpectation(.state(before: old, difference), isOfPart: true)
    case .fields(let mismatches, let areUnchanged):
      let inPart = mismatches.compactMap { own($0, in: after) }
      guard inPart.count == mismatches.count else { return failure }
      return UnmetExpectation(.fields(inPart, areUnchanged: areUnchanged), isOfPart: true)
    }
  }

  /// A field of the part that a closure of the part has changed, as seen from the part.
  private func own(_ mismatch: FieldMismatch, in root: Root) -> FieldMismatch? {
    guard let value = value(in: root) else { return nil }
    let components = mismatch.path.components
    let prefix = (0...components.count).lazy.map { FieldPath(Array(components.prefix($0))) }
      .first { path in
        path.value(in: root).map { Swift.type(of: $0) == type && areEqual($0, value) } ?? false
      }
    return prefix.flatMap(mismatch.path.dropping).map {
      FieldMismatch(path: $0, expected: mismatch.expected, actual: mismatch.actual)
    }
  }
}
