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

extension Draft {
  /// Expects that the effects of a draft continue when the draft changes its ID, and end when it is removed.
  static func claimEffectsFollow<Parent: Reducer>(
    _ action: Action, in parent: Parent, from state: Parent.State,
    embedding embed: (Action) -> Parent.Action, leaving leave: Parent.Action
  ) async where Parent.State: Equatable, Parent.Action: Equatable {
    let clock = TestClock()
    let store = clock.store(of: parent, from: state)
    await store.send(embed(action))
    await clock.advance(by: .seconds(1))
    await store.receive(embed(.done))
    await store.send(embed(action))
    await store.send(leave)
    await store.finish()
  }
}
