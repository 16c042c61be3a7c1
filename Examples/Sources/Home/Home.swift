import Core
import Foundation

/// A list of dates, and the sheet that adds one.
public struct Home: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public var dates: IdentifiedArrayOf<SavedDate>
    public var hasFailed: Bool
    @PresentationState public var addDate: AddDate.State?

    public init(
      dates: IdentifiedArrayOf<SavedDate> = [], hasFailed: Bool = false,
      addDate: AddDate.State? = nil
    ) {
      self.dates = dates
      self.hasFailed = hasFailed
      self.addDate = addDate
    }
  }

  public enum Action: Equatable, Sendable {
    case appeared
    case loaded([SavedDate])
    case addTapped
    case removeTapped(SavedDate.ID)
    case databaseFailed
    case addDate(PresentationAction<AddDate.Action>)
  }

  @Dependency(\.dateDatabase) var database
  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        return .run { send in
          await send(.loaded(try await database.load()))
        } catch: { _, send in
          await send(.databaseFailed)
        }
        .cancellable(id: CancelID.load, cancelInFlight: true)

      case .loaded(let dates):
        state.dates = IdentifiedArray(uniqueElements: dates)
        state.hasFailed = false
        return .none

      case .addTapped:
        state.addDate = AddDate.State(date: now)
        return .none

      case .removeTapped(let id):
        state.dates.remove(id: id)
        return save(&state)

      case .databaseFailed:
        state.hasFailed = true
        return .none

      case .addDate(.presented(.delegate(.saved(let date)))):
        state.dates.append(SavedDate(id: uuid(), date: date))
        return save(&state)

      case .addDate:
        return .none
      }
    }
    .ifLet(\.$addDate, action: { .addDate($0) }) {
      AddDate()
    }
  }

  private enum CancelID { case load, save }

  /// Saves the current dates. This cancels a load or a save in flight, which has older dates.
  private func save(_ state: inout State) -> Effect<Action> {
    state.hasFailed = false
    let save = Effect<Action>.run { [dates = Array(state.dates)] _ in
      // A newer save can cancel this one before it begins.
      try Task.checkCancellation()
      try await database.save(dates)
    } catch: { _, send in
      await send(.databaseFailed)
    }
    return .merge(
      .cancel(id: CancelID.load), save.cancellable(id: CancelID.save, cancelInFlight: true))
  }
}
