import Core
import ReducerDebugging

/// The location of a scoped store's state in the state of its store. The state may be missing
/// there.
struct StateLens<Root, Value> {
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
    self.init(find: { $0[keyPath: keyPath] }, replace: { $0[keyPath: keyPath] = $1 })
  }

  init(_ path: CasePath<Root, Value>) {
    self.init(
      find: path.find, replace: { $0 = path.embed($1) },
      unsupportedReason: { path.unsupportedReason })
  }

  func appending<Inner>(_ inner: StateLens<Value, Inner>) -> StateLens<Root, Inner> {
    StateLens<Root, Inner>(
      find: { find($0).flatMap(inner.find) },
      replace: { root, value in
        guard var outer = find(root) else { return }
        inner.replace(&outer, value)
        replace(&root, outer)
      },
      unsupportedReason: { unsupportedReason() ?? inner.unsupportedReason() })
  }
}

/// The location of a scoped store's state and actions in those of its store.
///
/// The types of the scoped store are hidden in closures.
package final class StoreLens<State, Action> {
  /// The line of the call of `scope`.
  let callSite: CallSite
  private lazy var line = CallLine(at: callSite)
  /// The lens of the scoped store on which `scope` was called.
  private let outer: StoreLens?
  package let type: Any.Type
  /// Returns the scoped state in a state, or `nil` if it is missing.
  package let find: (State) -> Any?
  /// The reason why the scoped state cannot be found, if its case path cannot be followed.
  let unsupportedReason: () -> String?
  /// Whether the scoped state exists in two states, and the states are equal outside it.
  package let holdsDifference: (_ old: State, _ new: State) -> Bool
  /// The location of the scoped state, if a listener has found it.
  package var knownField: FieldPath?

  init<Value>(_ lens: StateLens<State, Value>, in outer: StoreLens?, at callSite: CallSite) {
    self.callSite = callSite
    self.outer = outer
    type = Value.self
    find = { lens.find($0).map { $0 as Any } }
    unsupportedReason = lens.unsupportedReason
    holdsDifference = { old, new in
      guard let value = lens.find(old), lens.find(new) != nil else { return false }
      var reverted = new
      lens.replace(&reverted, value)
      return Core.areEqual(reverted, old)
    }
  }

  /// The name of the store in the test.
  package var store: String { outer?.store ?? line?.receiver ?? "store" }
  /// The names in the argument `state`, which distinguish scoped stores with equal values.
  package var namesOfState: [String] { line?.namesOfState ?? [] }

  /// The name of the scoped store's feature.
  var name: String {
    let name = TypeName.of(type)
    return name.hasSuffix(".State") ? String(name.dropLast(6)) : name
  }
}
