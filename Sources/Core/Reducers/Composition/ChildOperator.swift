/// An operator, such as `ifLet`, that runs a child feature before its parent's logic. When a child is removed, its effects
/// are cancelled.
protocol ChildOperator<Parent>: _PayloadReducer
where State == Parent.State, Action == Parent.Action {
  associatedtype Parent: Reducer
  associatedtype ChildState
  associatedtype ChildAction

  var parent: Parent { get }
  /// The location of the child's state in the parent's state.
  var childState: ChildState { get }
  var childAction: CasePath<Action, ChildAction> { get }
  var callSite: CallSite { get }

  /// The children that are there. Static, because a store that calls it later must not keep the
  /// reducers alive.
  static func children(of childState: ChildState, in state: State) -> WatchedChildren

  /// Reads the children before the logic runs.
  func prepare(_ state: State)

  /// Runs the work before the parent's logic. `path` is that of the operator. Returns `nil` if the child is missing.
  func reduceChild(
    of state: inout State, action: ChildAction, in parentAction: Action,
    at location: StateLocation<State>?, path: NavigationPath
  ) -> Effect<Action>?

  /// The message about an action whose child is missing.
  func missing(_ action: ChildAction, in parentAction: Action, state: State) -> String

  /// Runs the work after the parent's logic. `before` are the children that existed before it.
  func finish(_ action: ChildAction, in state: inout State, before: WatchedChildren)
}

extension ChildOperator {
  func prepare(_: State) {}
  func finish(_: ChildAction, in _: inout State, before _: WatchedChildren) {}
}

extension ChildOperator {
  func _reduce(into state: inout State, action: _Payloads<Action>) -> Effect<Action> {
    let location = StateLocation<State>.current
    prepare(state)
    let childAction = childAction.extract(from: action, at: callSite)
    // This runs first, so that it doesn't cancel the effects of a child that has replaced another
    // one.
    let watched = note(state, at: location)
    if childAction == nil, location != nil, watched == nil {
      // The children are needed only if they have effects.
      return parent._reduce(into: &state, action: action)
    }
    var effect = Effect<Action>.cancelChildren(at: watched ?? [])
    if let childAction {
      let childEffect = reduceChild(
        of: &state, action: childAction, in: action.root, at: location, path: path)
      if let childEffect {
        if !childEffect.isNone { watch(state, at: location) }
        effect = effect.merge(with: childEffect)
      } else {
        Issues.report(missing(childAction, in: action.root, state: state), at: callSite)
      }
    }
    // Read only here, because a child may change its own identity without losing its effects.
    let before = children(in: state)
    effect = effect.merge(with: parent._reduce(into: &state, action: action))
    if let childAction { finish(childAction, in: &state, before: before) }
    _ = note(state, at: location)
    let after = children(in: state)
    if before == after { return effect }
    return effect.merge(with: .cancelChildren(at: before.departures(to: after, below: path)))
  }

  /// Whether a child is still there, for an effect that runs later. It counts as there if its location is unknown.
  static func isThere(
    at location: StateLocation<State>?, _ condition: (State) -> Bool
  ) -> Bool {
    location.map { $0.read().map(condition) ?? false } ?? true
  }

  private func children(in state: State) -> WatchedChildren {
    Self.children(of: childState, in: state)
  }

  private var path: NavigationPath {
    .child(of: callSite, at: childState as? AnyKeyPath)
  }

  // MARK: - Watching

  /// Records the current children, and returns the paths of the children that other reducers have removed. Returns
  /// `nil` if no child has effects.
  private func note(_ state: State, at location: StateLocation<State>?) -> [NavigationPath]? {
    guard let location, !location.lifetimes.isEmpty else { return nil }
    return location.lifetimes.update(children(in: state), of: path, inListAt: location.list)
  }

  /// Lets the store watch the children, one of which starts an effect.
  private func watch(_ state: State, at location: StateLocation<State>?) {
    guard let location else { return }
    let childState = childState
    location.lifetimes.watch(children(in: state), of: path, inListAt: location.list) {
      location.read().map { Self.children(of: childState, in: $0) }
    }
  }
}

// The composition operators run each child at a separate path, and tie its effects to that path.

extension NavigationPath {
  /// The path of an operator's child, below the running reducer.
  ///
  /// - Parameter field: The field of the child, or of its container, if there is one.
  static func child(of operatorSite: CallSite, at field: AnyKeyPath?) -> NavigationPath {
    DependencyValues.current.navigationPath.appending(
      .operator(operatorSite, of: field.map { RuntimeConfined($0) }))
  }
}

extension DependencyValues {
  /// The values for a child feature.
  fileprivate func forChild(
    at path: NavigationPath, isPresented: Bool, stateLocation: (any AnyObject & Sendable)?
  ) -> DependencyValues {
    changing(at: stateLocation) { contents in
      contents.navigationPath = path
      guard isPresented else { return }
      let parent = contents.overrides.value(of: DismissEffect.self) ?? .liveValue
      contents.overrides.set(parent.ofChild(at: path), for: DismissEffect.self)
      contents.overrides.set(true, for: IsPresentedKey.self)
    }
  }
}

extension Reducer {
  /// Reduces an action as the child at a path.
  func reduce(
    into state: inout State, action: Action, at path: NavigationPath, isPresented: Bool = false,
    in location: StateLocation<State>?
  ) -> Effect<Action> {
    DependencyValues.current.forChild(at: path, isPresented: isPresented, stateLocation: location)
      .asCurrent { reduce(into: &state, action: action) }
  }

  /// Reduces an action as the child in a case of its parent's state.
  ///
  /// - Returns: The effect of the parent, or `nil` if the state is in another case.
  func reduce<Parent, ParentAction>(
    inCase casePath: CasePath<Parent, State>, of state: inout Parent, action: Action,
    at path: NavigationPath, operator callSite: CallSite,
    in location: StateLocation<Parent>?, embeddedBy embed: @escaping (Action) -> ParentAction,
    isInOtherCase: (Parent) -> Void
  ) -> Effect<ParentAction>? {
    let extracted = casePath.extract(from: state, at: callSite) { isInOtherCase(state) }
    guard var childState = extracted else { return nil }
    let effect = reduce(
      into: &childState, action: action, at: path,
      in: location?.part(casePath.find))
    state = casePath.embed(childState)
    return effect.ofChild(at: path, embeddedBy: embed)
  }
}

extension Effect {
  /// The effect of the child at a path, as an effect of its parent. It is cancelled when the child is removed.
  func ofChild<ParentAction>(
    at path: NavigationPath, embeddedBy embed: @escaping (Action) -> ParentAction
  ) -> Effect<ParentAction> {
    if isNone { return .none }
    return cancellable(id: .childEffects(at: path)).map(embed)
  }
}
