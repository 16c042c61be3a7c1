import FocusedTestStore

/// A child feature that changes its own identity, and starts an effect in the same step.
struct Draft: Reducer {
  enum State: Equatable {
    case new(Text)
    case saved(Text)
    case published

    static func new(id: Int) -> State { .new(Text(id: id)) }
  }
  struct Text: Equatable, Identifiable {
    var id: Int
    var words = ""
  }

  enum Action: Equatable, Sendable {
    /// Changes the id.
    case save
    /// Changes the case.
    case publish
    case done
  }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .save:
      state =
        if case .saved(let text) = state { .saved(Text(id: text.id + 1)) } else {
          .saved(Text(id: 1))
        }
    case .publish:
      state = if case .published = state { .new(id: 0) } else { .published }
    case .done:
      return .none
    }
    return .run { send in
      try await clock.sleep(for: .seconds(1))
      await send(.done)
    }
  }
}

/// A feature with a draft, and one that it presents.
struct Drafts: Reducer {
  struct State: Equatable {
    var draft: Draft.State?
    @PresentationState var sheet: Draft.State?
  }
  enum Action: Equatable {
    case draft(Draft.Action)
    case sheet(PresentationActionOf<Draft>)
    case replace(Draft.State?)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .replace(let draft) = action { state.draft = draft }
      return .none
    }
    .ifLet(\.draft, action: { .draft($0) }) { Draft() }
    .ifLet(\.$sheet, action: { .sheet($0) }) { Draft() }
  }
}

extension Draft {
  /// Expects that the effects of a draft continue when the draft changes its ID, and end when it is removed.
  static func claimEffectsFollow(
    _ action: Action, from state: Drafts.State, embedding embed: (Action) -> Drafts.Action,
    leaving leave: Drafts.Action
  ) async {
    let clock = TestClock()
    let store = clock.store(of: Drafts(), from: state)
    await store.send(embed(action))
    await clock.advance(by: .seconds(1))
    await store.receive(embed(.done))
    await store.send(embed(action))
    await store.send(leave)
    await store.finish()
  }
}
