extension Reducer {
  /// Runs the features of a navigation stack, with a case path to their actions.
  public func forEach<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ stack: WritableKeyPath<State, StackState<ChildState>>,
    action: CasePath<Action, StackAction<ChildState, ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    Stacking(
      parent: self, child: child(), childState: stack, childAction: action,
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the features of a navigation stack.
  ///
  /// ```swift
  /// Reduce { state, action in .none }
  ///   .forEach(\.path, action: { .path($0) }) { Path() }
  /// ```
  ///
  /// Runs the element before the parent, so the parent cannot remove it first. `.push` appends the
  /// element and then runs the parent; on `.popFrom` the parent runs, and can still read the
  /// elements; then they are removed. When any reducer of the store removes an element, its
  /// effects are cancelled. In an element `\.isPresented` is true, and `\.dismiss`, called in an
  /// effect, sends `.popFrom` with its ID.
  ///
  /// Reports an issue for an action with an unknown ID, and for a push with an existing ID, and passes it only to
  /// the parent.
  public func forEach<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ stack: WritableKeyPath<State, StackState<ChildState>>,
    action: @escaping (StackAction<ChildState, ChildAction>) -> Action,
    @ReducerBuilder<ChildState, ChildAction> destination child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> some Reducer<State, Action> {
    forEach(
      stack, action: CasePath(action), destination: child,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

private struct Stacking<Parent: Reducer, Child: Reducer>: ChildOperator {
  typealias ChildState = WritableKeyPath<Parent.State, StackState<Child.State>>
  typealias ChildAction = StackAction<Child.State, Child.Action>

  let parent: Parent
  let child: Child
  let childState: ChildState
  let childAction: CasePath<Parent.Action, ChildAction>
  let callSite: CallSite

  static func children(of childState: ChildState, in state: Parent.State) -> WatchedChildren {
    .elements(state[keyPath: childState].ids.map { .element($0) })
  }

  /// Excludes the IDs of a stack that was created outside the store, which the store's generator doesn't know. The IDs
  /// are read before the logic runs, because the logic may replace the whole stack.
  func prepare(_ state: Parent.State) {
    guard let highest = state[keyPath: childState].ids.max() else { return }
    DependencyValues.current.stackElementID.admit(upTo: highest.generation)
  }

  func reduceChild(
    of state: inout Parent.State, action childAction: ChildAction,
    in action: Parent.Action, at location: StateLocation<Parent.State>?, path: NavigationPath
  ) -> Effect<Parent.Action>? {
    let (stack, casePath) = (childState, self.childAction)
    switch childAction {
    case .push(let id, let element):
      if state[keyPath: stack].index(id: id) == nil {
        DependencyValues.current.stackElementID.skip(id.generation)
        state[keyPath: stack].push(element, id: id)
      } else {
        Issues.report(
          NavigationMessages.alreadyOnStack(action: action, path: name, id: id), at: callSite)
      }
      return Effect.none

    case .element(let id, _), .popFrom(let id):
      guard let index = state[keyPath: stack].index(id: id) else { return nil }
      guard case .element(_, let elementAction) = childAction else { return Effect.none }
      let path = path.appending(.element(id))
      return
        child.reduce(
          into: &state[keyPath: stack].elements[index], action: elementAction, at: path,
          isPresented: true, in: location?.part { $0[keyPath: stack][id: id] }
        )
        .ofChild(at: path) { casePath.embed(.element(id: id, action: $0)) }
        .dismissing(path) {
          Self.isThere(at: location) { $0[keyPath: stack].index(id: id) != nil }
            ? casePath.embed(.popFrom(id: id)) : nil
        }
    }
  }

  func missing(
    _ childAction: ChildAction, in action: Parent.Action, state _: Parent.State
  ) -> String {
    CompositionMessages.noElement(
      action: action, path: name, id: childAction.elementID?.description ?? "")
  }

  func finish(
    _ childAction: ChildAction, in state: inout Parent.State, before _: WatchedChildren
  ) {
    if case .popFrom(let id) = childAction { state[keyPath: childState].pop(from: id) }
  }

  private var name: String { CompositionMessages.name(of: childState, child: Child.State.self) }
}

/// An action of an element of a stack, or a change of the stack.
///
/// ```swift
/// enum Action {
///   case path(StackAction<Path.State, Path.Action>)
/// }
/// ```
///
/// A view sends `.path(.element(id: 0, action: .detail(.tapped)))`.
public enum StackAction<State, Action> {
  /// An action of the element with an ID.
  case element(id: StackElementID, action: Action)
  /// A feature is pushed onto the stack.
  case push(id: StackElementID, state: State)
  /// An element is popped, and all above it. They are still there when the parent reduces this
  /// action.
  case popFrom(id: StackElementID)
}

extension StackAction {
  /// The ID of the element that must be on the stack. `nil` for a push.
  fileprivate var elementID: StackElementID? {
    switch self {
    case .element(let id, _), .popFrom(let id): id
    case .push: nil
    }
  }
}

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}

/// The actions of a stack of features, for the parent's action type: `case path(StackActionOf<Path>)`.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>
