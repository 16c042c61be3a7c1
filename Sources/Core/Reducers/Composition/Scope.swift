/// Runs a child feature on a part of the parent's state.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(state: \.profile, action: { .profile($0) }) { Profile() }
///   Reduce { state, action in .none }
/// }
/// ```
///
/// Write it above the parent's own logic: the child then runs before the parent, so the parent sees
/// what the child did. An action that is not the child's costs one look at its case.
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  private enum ChildState {
    case keyPath(WritableKeyPath<ParentState, Child.State>)
    case casePath(CasePath<ParentState, Child.State>)
  }

  private let childState: ChildState
  private let childAction: CasePath<ParentAction, Child.Action>
  private let child: Child
  private let callSite: CallSite

  /// Runs a child on a field of the parent's state.
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<ParentState, ChildState>,
    action: CasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Child: Reducer<ChildState, ChildAction> {
    self.init(
      .keyPath(state), action, child(),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child on a field of the parent's state.
  public init<ChildState, ChildAction>(
    state: WritableKeyPath<ParentState, ChildState>,
    action: @escaping (ChildAction) -> ParentAction,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Child: Reducer<ChildState, ChildAction> {
    self.init(
      .keyPath(state), CasePath(action), child(),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child on a case of the parent's state.
  ///
  /// A child action while the state is in another case is an issue. Scope cannot see what the
  /// parent does later: to cancel the child's effects when the case changes, apply `ifCaseLet` to
  /// the parent's logic instead. What an enum holds cannot change in place, so a step of the child
  /// copies what it changes.
  public init<ChildState, ChildAction>(
    state: CasePath<ParentState, ChildState>,
    action: CasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Child: Reducer<ChildState, ChildAction> {
    self.init(
      .casePath(state), action, child(),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child on a case of the parent's state.
  ///
  /// A child action while the state is in another case is an issue. Scope cannot see what the
  /// parent does later: to cancel the child's effects when the case changes, apply `ifCaseLet` to
  /// the parent's logic instead.
  public init<ChildState, ChildAction>(
    state: @escaping (ChildState) -> ParentState,
    action: @escaping (ChildAction) -> ParentAction,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Child: Reducer<ChildState, ChildAction> {
    self.init(
      .casePath(CasePath(state)), CasePath(action), child(),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child on a case of the parent's state, as the initializer that takes two case paths.
  public init<ChildState, ChildAction>(
    state: CasePath<ParentState, ChildState>,
    action: @escaping (ChildAction) -> ParentAction,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Child: Reducer<ChildState, ChildAction> {
    self.init(
      .casePath(state), CasePath(action), child(),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child on a case of the parent's state, as the initializer that takes two case paths.
  public init<ChildState, ChildAction>(
    state: @escaping (ChildState) -> ParentState,
    action: CasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Child: Reducer<ChildState, ChildAction> {
    self.init(
      .casePath(CasePath(state)), action, child(),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private init(
    _ childState: ChildState, _ childAction: CasePath<ParentAction, Child.Action>, _ child: Child,
    at callSite: CallSite
  ) {
    self.childState = childState
    self.childAction = childAction
    self.child = child
    self.callSite = callSite
  }

  public func reduce(
    into state: inout ParentState, action: ParentAction
  ) -> Effect<ParentAction> {
    guard let childAction = self.childAction.extract(from: action) else { return .none }
    let path = NavigationPath.child(of: callSite)
    switch childState {
    case .keyPath(let keyPath):
      return child.reduce(into: &state[keyPath: keyPath], action: childAction, at: path)
        .map(self.childAction.embed)
    case .casePath(let casePath):
      guard var childState = casePath.extract(from: state) else {
        Issues.report(
          ReducerMessages.otherCaseInScope(action: action, state: state, child: Child.State.self),
          at: callSite)
        return .cancelChild(at: path)
      }
      let effect = child.reduce(into: &childState, action: childAction, at: path)
      state = casePath.embed(childState)
      return effect.ofChild(at: path, embeddedBy: self.childAction.embed)
    }
  }
}
