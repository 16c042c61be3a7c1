/// Sets the fields that a view's controls change.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///     .onChange(of: \.name) { _, name in
///       Reduce { state, _ in
///         state.isValid = !name.isEmpty
///         return .none
///       }
///     }
///   Reduce { state, action in
///     switch action {
///     case .binding(\.email):
///       state.emailError = nil
///       return .none
///
///     case .binding, .saveTapped:
///       return .none
///     }
///   }
/// }
/// ```
///
/// Reducers below it in the body read the new value in the state. Without it, a ``BindingAction``
/// changes nothing.
public struct BindingReducer<State, Action, ViewAction: BindableAction>: Reducer
where ViewAction.State == State {
  private let find: (_Payloads<Action>) -> BindingAction<State>?

  /// Creates a reducer for the actions of the feature itself.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Action == ViewAction {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    find = { ViewAction.bindingCase.extract(from: $0, at: callSite) }
  }

  /// Creates a reducer for the actions in one case of the feature's, with a case path to it.
  public init(
    action casePath: CasePath<Action, ViewAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    find = { payloads in
      casePath.extract(from: payloads, at: callSite).flatMap {
        ViewAction.bindingCase.extract(from: $0, at: callSite)
      }
    }
  }

  /// Creates a reducer for the actions in one case of the feature's: `{ .view($0) }`.
  public init(
    action embed: @escaping (ViewAction) -> Action,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      action: CasePath(embed), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    _reduce(into: &state, action: _Payloads(action))
  }

  public func _reduce(into state: inout State, action: _Payloads<Action>) -> Effect<Action> {
    find(action)?.apply(to: &state)
    return .none
  }
}
