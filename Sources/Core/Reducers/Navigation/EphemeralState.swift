/// A state that is presented until one of its actions is sent, such as an alert or a dialog.
///
/// After any of its actions, the state is removed: `ifLet` sets it to `nil` once the parent has
/// reduced the action, unless the parent has presented another one. The same applies to a case of a
/// destination that contains such a state.
///
/// ``AlertState`` and ``ConfirmationDialogState`` are such states. Conform your own type, such as a menu, to
/// get the same behavior.
public protocol _EphemeralState<Action>: SendableMetatype {
  /// The actions that end the presentation.
  associatedtype Action
}

extension _EphemeralState {
  fileprivate static func ends(with action: Any) -> Bool { action is Action }
}

/// Whether a presented state is removed after one of its actions.
func isEphemeral<State, Action>(_ state: State, endedBy action: Action) -> Bool {
  if let type = State.self as? any _EphemeralState.Type { return type.ends(with: action) }
  guard CaseName(of: state) != nil, let payload = Part(state).parts?.first?.value,
    let type = type(of: payload) as? any _EphemeralState.Type,
    let action = Part(action).parts?.first?.value
  else { return false }
  return type.ends(with: action)
}

extension Reducer {
  /// Presents an alert or a dialog, with a case path to its actions.
  public func ifLet<ChildState: _EphemeralState>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CasePath<Action, PresentationAction<ChildState.Action>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    ifLet(
      state, action: action, destination: { EmptyReducer<ChildState, ChildState.Action>() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Presents an alert or a dialog, which is removed after one of its actions.
  ///
  /// ```swift
  /// Reduce { state, action in .none }
  ///   .ifLet(\.$alert, action: { .alert($0) })
  /// ```
  ///
  /// While the parent reduces the action, it can still read the state. The state is then set to `nil`, unless
  /// the parent has set another one. Reports an issue if an action arrives while the state is `nil`.
  public func ifLet<ChildState: _EphemeralState>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: @escaping (PresentationAction<ChildState.Action>) -> Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    ifLet(
      state, action: CasePath(action),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
