import FocusedTestStore

/// A child feature whose effect sleeps on a clock for a second, and that can dismiss itself.
struct Sleeper: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var woken = 0
    var sawPresentation: Bool?
  }

  enum Action: Equatable {
    case sleep
    case cancelSleep
    case woke
    case look
    case close
    case closeByHandedOverDismiss
    case closeAfterFailure
  }

  enum CancelID { case sleep }
  struct Failure: Error {}

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .sleep:
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.woke)
      }
      .cancellable(id: CancelID.sleep)
    case .cancelSleep:
      return .cancel(id: CancelID.sleep)
    case .woke:
      state.woken += 1
      return .none
    case .look:
      state.sawPresentation = isPresented
      return .none
    case .close:
      return .run { _ in await dismiss() }
    case .closeByHandedOverDismiss:
      return .run { [dismiss] _ in await dismiss() }
    case .closeAfterFailure:
      return .run { _ in
        throw Failure()
      } catch: { _, _ in
        await dismiss()
      }
    }
  }
}
