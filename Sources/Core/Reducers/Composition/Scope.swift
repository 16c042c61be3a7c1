/// Runs a child feature on a part of the parent's state.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(state: \.profile, action: { .profile($0) }) { Profile() }
///   Reduce { state, action in .none }
/// }
/// ```
///
/// Write it above the parent's own logic. The child then runs before the parent, so the parent can
/// read the child's changes. For an action that isn't the child's, only its case is checked.
public struct Scope<ParentState, ParentAction, Child: Reducer>: _PayloadReducer {
  private enum ChildState {
    case keyPath(WritableKeyPath<ParentState, Child.State>)
    case casePath(CasePath<ParentState, Child.State>)
  }

  private let childState: ChildState
  private let childAction: CasePath<ParentAction, Child.Action>
  private let child: Child
  private let callSite: CallSite

  public func _reduce(
    into state: inout ParentState, action: _Payloads<ParentAction>
  ) -> Effect<ParentAction> {
    guard let childAction = self.childAction.extract(from: action, at: callSite) else {
      return .none
    }
    let location = StateLocation<ParentState>.current
    switch childState {
    case .keyPath(let keyPath):
      return child.reduce(
        into: &state[keyPath: keyPath], action: childAction,
        at: .child(of: callSite, at: keyPath),
        in: location?.part { $0[keyPath: keyPath] }
      )
      .map(self.childAction.embed)
    case .casePath(let casePath):
      let path = NavigationPath.child(of: callSite, at: nil)
      let effect = child.reduce(
        inCase: casePath, of: &state, action: childAction, at: path, operator: callSite,
        in: location, embeddedBy: self.childAction.embed
      ) { state in
        Issues.report(
          CompositionMessages.otherCase(
            action: action.root, state: state, child: Child.State.self, inScope: true),
          at: callSite)
      }
      return effect ?? .cancelChildren(at: [path])
    }
  }
}

extension Scope {
  /// Creates a reducer that runs a child on a field of the parent's state, with a case path to its
  /// actions.
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<ParentState, ChildState>,
    action: CasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Child: Reducer<ChildState, ChildAction> {
    self.init(
      childState: .keyPath(state), childAction: action, child: child(),
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Creates a reducer that runs a child on a field of the parent's state.
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<ParentState, ChildState>,
    action: @escaping (ChildAction) -> ParentAction,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Child: Reducer<ChildState, ChildAction> {
    self.init(
      childState: .keyPath(state), childAction: CasePath(action), child: child(),
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Creates a reducer that runs a child on a case of the parent's state, with case paths to its
  /// state and actions.
  public init<ChildState, ChildAction>(
    state: CasePath<ParentState, ChildState>,
    action: CasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Child: Reducer<ChildState, ChildAction> {
    self.init(
      childState: .casePath(state), childAction: action, child: child(),
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Creates a reducer that runs a child on a case of the parent's state.
  ///
  /// Reports an issue for a child action while the state is in another case. Scope doesn't observe later
  /// changes by the parent. To cancel the child's effects when the case changes, apply `ifCaseLet` to the
  /// parent's logic instead. An enum's payload cannot change in place, so a step of the child copies the
  /// collections that it changes.
  public init<ChildState, ChildAction>(
    state: @escaping (ChildState) -> ParentState,
    action: @escaping (ChildAction) -> ParentAction,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Child: Reducer<ChildState, ChildAction> {
    self.init(
      childState: .casePath(CasePath(state)), childAction: CasePath(action), child: child(),
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
