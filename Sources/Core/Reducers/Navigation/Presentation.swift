extension Reducer {
  /// Runs a feature that is presented, while it is.
  ///
  /// ```swift
  /// Reduce { state, action in .none }
  ///   .ifLet(\.$editor, action: { .editor($0) }) { Editor() }
  /// ```
  ///
  /// Runs the child before the parent, so the parent cannot remove its state first. On `.dismiss` the
  /// parent runs, and can still read the child's state; then the state is set to `nil`. However the
  /// state goes, the child's effects are cancelled. In the child `\.isPresented` is true, and
  /// `\.dismiss`, called in an effect, sends `.dismiss`.
  ///
  /// An action while nothing is presented is an issue, and only the parent gets it.
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

  /// Runs a feature that is presented, while it is.
  ///
  /// Runs the child before the parent, so the parent cannot remove its state first. On `.dismiss` the
  /// parent runs, and can still read the child's state; then the state is set to `nil`. However the
  /// state goes, the child's effects are cancelled. In the child `\.isPresented` is true, and
  /// `\.dismiss`, called in an effect, sends `.dismiss`.
  ///
  /// An action while nothing is presented is an issue, and only the parent gets it.
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

private struct Presenting<Parent: Reducer, Child: Reducer>: Reducer {
  typealias Presentation = PresentationState<Child.State>.Presentation

  let parent: Parent
  let child: Child
  let childState: WritableKeyPath<Parent.State, PresentationState<Child.State>>
  let childAction: CasePath<Parent.Action, PresentationAction<Child.Action>>
  let callSite: CallSite

  func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    let before = state[keyPath: childState].presentation
    let childAction = self.childAction.extract(from: action)
    var effect = Effect<Parent.Action>.none
    if let childAction {
      if let before {
        effect = reduceChild(of: &state, action: childAction, in: before)
      } else {
        Issues.report(
          ReducerMessages.noState(
            action: action, path: ReducerMessages.name(of: childState, in: state)),
          at: callSite)
      }
    }
    effect = effect.merge(with: parent.reduce(into: &state, action: action))
    if case .dismiss? = childAction, before === state[keyPath: childState].presentation {
      state[keyPath: childState].wrappedValue = nil
    }
    guard let before, before !== state[keyPath: childState].presentation else { return effect }
    return effect.merge(with: .cancelChild(at: path(of: before)))
  }

  private func reduceChild(
    of state: inout Parent.State,
    action: PresentationAction<Child.Action>,
    in presentation: Presentation
  ) -> Effect<Parent.Action> {
    guard case .presented(let action) = action else { return .none }
    let path = path(of: presentation)
    // A wrapper's projected value is read and written as a whole. It is taken out meanwhile, so that
    // the child's state changes in place.
    var presented = state[keyPath: childState]
    state[keyPath: childState] = PresentationState(wrappedValue: nil)
    let effect = child.reduce(
      into: &presented.wrappedValue!, action: action, at: path, isPresented: true)
    state[keyPath: childState] = presented
    let childAction = childAction
    return
      effect
      .ofChild(at: path) { childAction.embed(.presented($0)) }
      .dismissing(path) { childAction.embed(.dismiss) }
  }

  private func path(of presentation: Presentation) -> NavigationPath {
    .child(of: callSite).appending(.element(presentation))
  }
}
