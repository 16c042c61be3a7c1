import BankModels
import Core

public struct Settings: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public var note: String
    public var isNoteSaved: Bool
    public var notificationsOn: Bool
    public var faceIDOn: Bool
    public var error: String?
    private var _count: Int

    public init(
      note: String = "", isNoteSaved: Bool = true, notificationsOn: Bool = true,
      faceIDOn: Bool = false, error: String? = nil, count: Int = 0
    ) {
      self.note = note
      self.isNoteSaved = isNoteSaved
      self.notificationsOn = notificationsOn
      self.faceIDOn = faceIDOn
      self.error = error
      self._count = count
    }

    /// The number of settings that were changed since the screen was opened.
    public var count: Int {
      get { _count }
      set { _count = newValue }
    }
  }

  public enum Action: Equatable, Sendable {
    case appeared
    case noteChanged(String)
    case saveNote
    case noteSaved
    case savingFailed(APIError)
    case notificationsToggled(Bool)
    case faceIDToggled(Bool)
    case logoutTapped
    case delegate(Delegate)

    public enum Delegate: Equatable, Sendable {
      case logoutTapped
    }
  }

  private enum CancelID { case debounce, save }

  @Dependency(SettingsClient.self) private var client
  @Dependency(\.analytics) private var analytics
  @Dependency(\.continuousClock) private var clock

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return track(.screen("settings"))

    case .noteChanged(let note):
      guard note != state.note else { return .none }
      state.note = note
      state.isNoteSaved = false
      state.error = nil
      return .send(.saveNote)
        .debounce(id: CancelID.debounce, for: .milliseconds(500), clock: clock)

    case .saveNote:
      return .run { [note = state.note] send in
        try await client.saveNote(note)
        await send(.noteSaved)
      } catch: { error, send in
        await send(.savingFailed(APIError(wrapping: error)))
      }
      .cancellable(id: CancelID.save, cancelInFlight: true)

    case .noteSaved:
      state.isNoteSaved = true
      state.count += 1
      return track(.noteSaved(length: state.note.count))

    case .savingFailed(let error):
      state.error = error.message
      return .none

    case .notificationsToggled(let isOn):
      state.notificationsOn = isOn
      state.count += 1
      return track(.toggled("notifications", isOn: isOn))

    case .faceIDToggled(let isOn):
      state.faceIDOn = isOn
      state.count += 1
      return track(.toggled("faceID", isOn: isOn))

    case .logoutTapped:
      return .send(.delegate(.logoutTapped))

    case .delegate:
      return .none
    }
  }

  private func track(_ event: AnalyticsEvent) -> Effect<Action> {
    .run { _ in await analytics.track(event) }
  }
}
