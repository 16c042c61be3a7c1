import FocusedTestStore

/// A child feature whose effect sleeps on a clock for a second, and that can present another one, or dismiss itself.
struct Sleeper: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var title = ""
    var isDone = false
    var woken = 0
    var sawPresentation: Bool?
    @PresentationState var sheet: State?
  }

  indirect enum Action: Equatable, Sendable {
    case sleep
    case cancelSleep
    case woke
    case rename(String)
    case toggle
    case look
    case close
    case closeByHandedOverDismiss
    case closeAfterFailure
    case sheet(PresentationAction<Action>)
  }

  enum CancelID { case sleep }
  struct Failure: Error {}

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
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
      case .rename(let title):
        state.title = title
      case .toggle:
        state.isDone.toggle()
      case .look:
        state.sawPresentation = isPresented
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
      case .sheet:
        break
      }
      return .none
    }
    .ifLet(\.$sheet, action: { .sheet($0) }) { Sleeper() }
  }
}
