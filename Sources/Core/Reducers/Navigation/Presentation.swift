extension Reducer {
  /// Runs a presented feature, with a case path to its actions.
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CasePath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    Presenting(
      parent: self, child: child(), childState: state, childAction: action,
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a feature while it is presented.
  ///
  /// ```swift
  /// Reduce { state, action in .none }
  ///   .ifLet(\.$editor, action: { .editor($0) }) { Editor() }
  /// ```
  ///
  /// The child runs before the parent, so the parent can't remove the child's state first. On
  /// `.dismiss`, the parent runs, and can still read the child's state. The state is then set to
  /// `nil`. When any reducer of the store removes or replaces the state, the child's effects are
  /// cancelled. A child that changes its own ID or case stays presented. In the child,
  /// `\.isPresented` is true, and `\.dismiss`, called in an effect, sends `.dismiss`.
  ///
  /// Reports an issue if an action arrives while no child is presented. Only the parent reduces
  /// such an action.
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: @escaping (PresentationAction<ChildAction>) -> Action,
    @ReducerBuilder<ChildState, ChildAction> destination child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    ifLet(
      state, action: CasePath(action), destination: child,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

private struct Presenting<Parent: Reducer, Child: Reducer>: ChildOperator {
  typealias ChildState = WritableKeyPath<Parent.State, PresentationState<Child.State>>
  typealias ChildAction = PresentationAction<Child.Action>

  let parent: Parent
  let child: Child
  let childState: ChildState
  let childAction: CasePath<Parent.Action, ChildAction>
  let callSite: CallSite

  static func children(of childState: ChildState, in state: Parent.State) -> WatchedChildren {
    .elements(state[keyPath: childState].presentation.map { [.element($0)] } ?? [])
  }

  /// The projected value of the presentation's wrapper also counts as stored.
  func reduceChild(
    of state: inout Parent.State, action childAction: ChildAction,
    in action: Parent.Action, at location: StateLocation<Parent.State>?, path: NavigationPath
  ) -> Effect<Parent.Action>? {
    let field = childState
    guard let presentation = state[keyPath: field].presentation else { return nil }
    guard case .presented(let presentedAction) = childAction else { return Effect.none }
    let path = path.appending(.element(presentation))
    // A wrapper's projected value is read and written as a whole. It is moved out of the state, so that the child's
    // state changes in place. A child that changes its own ID or case is still the same presentation.
    var presented = state[keyPath: field]
    state[keyPath: field] = PresentationState(wrappedValue: nil)
    let effect = child.reduce(
      into: &presented.storage[0], action: presentedAction, at: path, isPresented: true,
      in: location?.part {
        $0[keyPath: field].wrappedValue
      })
    state[keyPath: field] = presented
    let childAction = self.childAction
    return
      effect
      .ofChild(at: path) { childAction.embed(.presented($0)) }
      .dismissing(path) {
        Self.isThere(at: location) { $0[keyPath: field].presentation === presentation }
          ? childAction.embed(.dismiss) : nil
      }
  }

  func missing(_: ChildAction, in action: Parent.Action, state _: Parent.State) -> String {
    CompositionMessages.noState(
      action: action, path: CompositionMessages.name(of: childState, child: Child.State.self))
  }

  func finish(_ childAction: ChildAction, in state: inout Parent.State, before: WatchedChildren) {
    if case .dismiss = childAction, before == Self.children(of: childState, in: state) {
      state[keyPath: childState].wrappedValue = nil
    }
  }
}

/// An action of a feature that its parent presents, or the end of the presentation.
///
/// ```swift
/// case .editor(.presented(.delegate(.saved(let text)))):
///   state.text = text
///   return .none
/// case .editor(.dismiss):
///   return .none
/// ```
public enum PresentationAction<Action> {
  /// An action of the presented feature.
  case presented(Action)
  /// The feature is dismissed, by itself or by the user. The parent can still read its state when
  /// it reduces this action. The state is then set to `nil`.
  case dismiss
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}

/// The actions of a presented feature, for the parent's action type: `case editor(PresentationActionOf<Editor>)`.
public typealias PresentationActionOf<R: Reducer> = PresentationAction<R.Action>
