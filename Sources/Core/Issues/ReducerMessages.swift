/// What the issues about composed reducers say.
enum ReducerMessages {
  static func noState(action: Any, path: String) -> String {
    """
    Expected \(path) to hold a state for \(brief(action)), but it is nil.
    The child did not get the action; its parent did.

    Most likely the child was dismissed before the action came, or was not presented yet.
    Set the state before anything sends the child's actions, and send none once it is nil.
    """
  }

  static func otherCase<State>(action: Any, state: State, child: Any.Type) -> String {
    """
    Expected a state of the case that holds \(shortName(child)) for \(brief(action)), but it is \
    \(caseName(state)).
    The child did not get the action; its parent did.

    Most likely the case was changed before the action came.
    Set the case before anything sends the child's actions, and send none once it is another.
    """
  }

  static func otherCaseInScope<State>(action: Any, state: State, child: Any.Type) -> String {
    """
    Expected a state of the case that holds \(shortName(child)) for \(brief(action)), but it is \
    \(caseName(state)).
    The child did not get the action.

    Most likely the case was changed while an effect of the child was in flight.
    Cancel such effects by composing the child with .ifCaseLet on the reducer that changes the case.
    """
  }

  static func noElement(action: Any, path: String, id: String) -> String {
    """
    Expected \(path) to have an element with the id \(id) for \(brief(action)), but it has none.
    No element got the action; the parent did.

    Most likely the element was removed before the action came.
    Add the element before anything sends its actions, and send none once it is removed.
    """
  }

  static func alreadyOnStack(action: Any, path: String, id: StackElementID) -> String {
    """
    Expected a new id for \(brief(action)), but \(path) has an element \(id) already.
    Nothing was pushed.

    Most likely the action was sent twice. Push with an id that the store has not given yet.
    """
  }

  static func setMissing(_ element: Any, id: StackElementID, ids: [StackElementID]) -> String {
    """
    Expected an element with the id \(id) to replace by \(brief(element)), but there is none.
    Nothing was set. \(list(ids))

    To add an element, append it: the store gives it an id.
    """
  }

  static func notInCase(
    _ element: Any, id: StackElementID, element current: Any?, ids: [StackElementID]
  ) -> String {
    guard let current else { return setMissing(element, id: id, ids: ids) }
    return """
      Expected the element with the id \(id) to be \(caseName(element)), but it is \
      \(caseName(current)).
      Nothing was set.

      To replace it by one of another case, set path[id: …] without a case.
      """
  }

  private static func list(_ ids: [StackElementID]) -> String {
    ids.isEmpty
      ? "The stack is empty." : "The stack has \(ids.map(\.description).joined(separator: ", "))."
  }
}

// MARK: - Names of values

extension ReducerMessages {
  /// The field as code spells it, `\.rows`, or the child's type where the key path does not tell.
  static func name<Root, Value>(of keyPath: KeyPath<Root, Value>, child: Any.Type) -> String {
    let description = "\(keyPath)"
    guard !description.contains("<"), let dot = description.firstIndex(of: ".") else {
      return "the field of \(shortName(child))"
    }
    return "\\\(description[dot...])"
  }

  /// A wrapper's field, `\.$editor`.
  ///
  /// A projected value is computed, so its key path does not tell its name. It is found by setting
  /// it, in a copy of the state, to something that can be recognized.
  static func name<Root, Child>(
    of keyPath: WritableKeyPath<Root, PresentationState<Child>>, in state: Root
  ) -> String {
    var state = state
    let marker = PresentationState<Child>.marker()
    state[keyPath: keyPath] = marker
    let field = Mirror(reflecting: state).children.first {
      ($0.value as? PresentationState<Child>)?.presentation === marker.presentation
    }
    guard let label = field?.label else { return "the field of \(shortName(Child.self))" }
    return "\\.$\(label.drop { $0 == "_" })"
  }

  /// An action as code spells it: `.editor(.presented(.tapped))`, and not all of a long one.
  static func brief(_ value: Any) -> String {
    let text = spelled(value, depth: 0)
    return text.count > 120 ? "\(text.prefix(119))…" : text
  }

  private static func spelled(_ value: Any, depth: Int) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum:
      guard let (label, payload) = mirror.children.first else { return ".\(value)" }
      guard depth < 8 else { return ".\(label ?? "")(…)" }
      return ".\(label ?? "")(\(arguments(payload, depth: depth + 1)))"
    case .struct where !mirror.children.isEmpty && !(value is any CustomStringConvertible):
      return "\(shortName(type(of: value)))(…)"
    default:
      return value is String ? "\"\(value)\"" : "\(value)"
    }
  }

  /// A payload is a tuple where a case has several, or one with a label.
  private static func arguments(_ payload: Any, depth: Int) -> String {
    let mirror = Mirror(reflecting: payload)
    guard mirror.displayStyle == .tuple else { return spelled(payload, depth: depth) }
    return mirror.children.map { label, value in
      let value = spelled(value, depth: depth)
      guard let label, !label.hasPrefix(".") else { return value }
      return "\(label): \(value)"
    }
    .joined(separator: ", ")
  }

  private static func caseName(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return shortName(type(of: value)) }
    return ".\(mirror.children.first?.label ?? "\(value)")"
  }

  /// `Editor.State` of `App.Editor.State`.
  private static func shortName(_ type: Any.Type) -> String {
    let parts = String(reflecting: type).split(separator: ".")
    return parts.suffix(2).joined(separator: ".")
  }
}
