import Core
import Foundation

/// The sheet for picking a date.
public struct AddDate: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public var date: Date
    public var isSaving: Bool

    public init(date: Date, isSaving: Bool = false) {
      self.date = date
      self.isSaving = isSaving
    }
  }

  public enum Action: Equatable, Sendable {
    case dateChanged(Date)
    case saveTapped
    case cancelTapped
    case delegate(Delegate)

    public enum Delegate: Equatable, Sendable {
      case saved(Date)
    }
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .dateChanged(let date):
      state.date = date
      return .none

    case .saveTapped:
      guard !state.isSaving else { return .none }
      state.isSaving = true
      return .run { [date = state.date] send in
        await send(.delegate(.saved(date)))
        await self.dismiss()
      }

    case .cancelTapped:
      return .run { _ in await self.dismiss() }

    case .delegate:
      return .none
    }
  }
}
