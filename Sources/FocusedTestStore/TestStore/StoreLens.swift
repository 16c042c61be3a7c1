import Core
import ReducerDebugging

/// The location of a scoped store's state in the state of its store. The state may be missing
/// there.
struct StateLens<Root, Value> {
  /// Whether the state exists. `nil` for a key path to a value. Only calls that need the value follow it, because it may
  /// trap: `\.sheet!`, `\.rows[0]`.
  var exists: ((Root) -> Bool)?
  let find: (Root) -> Value?
  /// Replaces the state, which must exist.
  let replace: (inout Root, Value) -> Void
  /// The reason why the state cannot be found, if its case path cannot be followed.
  var unsupportedReason: () -> String? = { nil }
}

extension StateLens {
  init(_ keyPath: WritableKeyPath<Root, Value>) {
    self.init(find: { $0[keyPath: keyPath] }, replace: { $0[keyPath: keyPath] = $1 })
  }

  init(_ keyPath: WritableKeyPath<Root, Value?>) {
    self.init(
      exists: { $0[keyPath: keyPath] != nil }, find: { $0[keyPath: keyPath] },
      replace: { $0[keyPath: keyPath] = $1 })
  }

  init(_ path: CasePath<Root, Value>) {
    self.init(
      exists: { path.find(in: $0) != nil }, find: path.find, replace: { $0 = path.embed($1) },
      unsupportedReason: { path.unsupportedReason })
  }

  func appending<Inner>(_ inner: StateLens<Value, Inner>) -> StateLens<Root, Inner> {
    StateLens<Root, Inner>(
      exists: inner.exists.map { exists in { find($0).map(exists) ?? false } } ?? exists,
      find: { find($0).flatMap(inner.find) },
      replace: { root, value in
        guard var outer = find(root) else { return }
        inner.replace(&outer, value)
        replace(&root, outer)
      },
      unsupportedReason: { unsupportedReason() ?? inner.unsupportedReason() })
  }
}

/// A closure of a scoped store has been applied to a state without the scoped state.
struct ScopedStateIsMissing: Error {}

/// The location of a scoped store's state and actions in those of its store.
///
/// The types of the scoped store are hidden in closures.
package final class StoreLens<State, Action> {
  enum Absence {
    case sinceScope(CallSite)
    /// The state has been missing since a step. The line sent the step's action, if the test sent
    /// it.
    case sinceStep(Int, sentAt: CallSite?)
  }

  /// The line of the call of `scope`.
  let callSite: CallSite
  private lazy var line = CallLine(at: callSite)
  /// The time since which the scoped state has been missing. `nil` if it exists.
  private(set) var absence: Absence?
  /// The lens of the scoped store on which `scope` was called.
  private let outer: StoreLens?
  /// The name of the case that wraps the actions of this lens.
  private let caseName: () -> String?
  package let type: Any.Type
  /// Returns the scoped state in a state, or `nil` if it is missing.
  package let find: (State) -> Any?
  private let exists: ((State) -> Bool)?
  /// The reason why the scoped state cannot be found, if its case path cannot be followed.
  let unsupportedReason: () -> String?
  /// Whether the scoped state exists in two states, and is equal in both.
  let isSame: (State, State) -> Bool
  /// Whether the scoped state exists in two states, and the states are equal outside it.
  package let holdsDifference: (_ old: State, _ new: State) -> Bool
  /// Returns the code by which the scoped store sends or receives an action, or `nil` if it is not one of its actions.
  package let call:
    (
      _ action: Action, _ isSent: Bool, _ receiver: String, _ assigning: [AssertionCode.Statement]
    ) -> [String]?
  /// The location of the scoped state, if a listener has found it.
  package var knownField: FieldPath?

  init<Value, ValueAction>(
    _ lens: StateLens<State, Value>, _ action: CasePath<Action, ValueAction>,
    caseName: @escaping () -> String?, in outer: StoreLens?, of root: State, at callSite: CallSite
  ) {
    self.callSite = callSite
    self.outer = outer
    self.caseName = caseName
    type = Value.self
    find = { lens.find($0).map { $0 as Any } }
    exists = lens.exists
    unsupportedReason = lens.unsupportedReason
    let comparison = Equality<Value>()
    isSame = { lhs, rhs in
      guard let lhs = lens.find(lhs), let rhs = lens.find(rhs) else { return false }
      return comparison.areEqual(lhs, rhs)
    }
    holdsDifference = { old, new in
      guard let value = lens.find(old), lens.find(new) != nil else { return false }
      var reverted = new
      lens.replace(&reverted, value)
      return Core.areEqual(reverted, old)
    }
    call = { whole, isSent, receiver, statements in
      action.find(in: whole).map {
        AssertionCode.call($0, isSent: isSent, on: receiver, assigning: statements)
      }
    }
    absence = lens.exists?(root) == false ? .sinceScope(callSite) : nil
  }

  /// The variable that holds the scoped store: `login` in `let login = store.scope(…)`.
  var variable: String? { line?.variable }
  /// The name of the store in the test.
  package var store: String { outer?.store ?? line?.receiver ?? "store" }
  /// The names in the argument `state`, which distinguish scoped stores with equal values.
  package var namesOfState: [String] { line?.namesOfState ?? [] }

  /// The name of the scoped store in messages: the variable that holds it, or else its feature.
  var name: String {
    if let variable { return variable }
    let name = TypeName.of(type)
    return name.hasSuffix(".State") ? String(name.dropLast(6)) : name
  }

  /// Records whether the scoped state exists after a step.
  func watch(_ root: State, step: Int, sentAt callSite: CallSite?) {
    guard let exists else { return }
    if exists(root) {
      absence = nil
    } else if absence == nil {
      absence = .sinceStep(step, sentAt: callSite)
    }
  }

  /// The statements of a closure of the scoped store that turn the scoped state of `old` into the scoped state of
  /// `new`.
  package func statements(from old: State, to new: State) -> [AssertionCode.Statement] {
    guard let old = find(old), let new = find(new) else { return [] }
    return AssertionCode.statements(from: old, to: new)
  }

  /// The name of one of the scoped store's actions, wrapped as the store's.
  func wrapped(_ name: String) -> String {
    let wrapped =
      if let pattern = line?.casePattern("action") {
        pattern.replacing("$0", with: name)
      } else if let caseName = caseName(), !caseName.contains("_") {
        caseName.replacing(/\)*$/, maxReplacements: 1) { "(\(name))\($0.0)" }
      } else {
        name
      }
    return outer?.wrapped(wrapped) ?? wrapped
  }
}

extension StoreLens {
  /// A failure in terms of the scoped state, if it is in the scoped state.
  func own(_ failure: UnmetExpectation, in after: State) -> UnmetExpectation {
    switch failure.reason {
    case .threw, .missed, .partIsMissing: return failure
    case .changesNothing: return UnmetExpectation(reason: .changesNothing, isOfPart: true)
    case .unasserted(let difference):
      return own(difference, in: after)
        .map { UnmetExpectation(reason: .unasserted($0), isOfPart: true) } ?? failure
    case .state(let difference):
      if find(after) == nil { return UnmetExpectation(reason: .partIsMissing(isNew: false)) }
      return own(difference, in: after)
        .map { UnmetExpectation(reason: .state($0), isOfPart: true) } ?? failure
    case .fields(let mismatches, let areUnchanged):
      let own = mismatches.compactMap { self.own($0, in: after) }
      guard own.count == mismatches.count else { return failure }
      return UnmetExpectation(reason: .fields(own, areUnchanged: areUnchanged), isOfPart: true)
    }
  }

  /// A difference of two states, in terms of the scoped state, if it is in the scoped state.
  private func own(_ difference: Difference, in new: State) -> Difference? {
    guard let old = difference.old as? State, holdsDifference(old, new) else { return nil }
    return find(old).flatMap { old in find(new).flatMap { Difference.between(old, $0) } }
  }

  /// A field that a closure of the scoped store has changed, in terms of the scoped state.
  private func own(_ mismatch: FieldMismatch, in root: State) -> FieldMismatch? {
    guard let value = find(root) else { return nil }
    let prefix = (0...mismatch.path.components.count).lazy.map(mismatch.path.prefix)
      .first { path in
        path.value(in: root).map { Swift.type(of: $0) == type && areEqual($0, value) } ?? false
      }
    return prefix.flatMap(mismatch.path.dropping).map {
      FieldMismatch(path: $0, expected: mismatch.expected, actual: mismatch.actual)
    }
  }
}
