import BankModels
import Core

public struct AccountRow: Reducer, Sendable {
  public struct State: Identifiable, Equatable, Sendable {
    public var account: Account
    public var isExpanded: Bool
    public var isFavorite: Bool

    public init(account: Account, isExpanded: Bool = false, isFavorite: Bool = false) {
      self.account = account
      self.isExpanded = isExpanded
      self.isFavorite = isFavorite
    }

    public var id: Account.ID { account.id }
  }

  public enum Action: Equatable, Sendable {
    case tapped
    case favoriteTapped
    case deleteTapped
    case transferTapped
  }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tapped:
      state.isExpanded.toggle()
      return .none

    case .favoriteTapped:
      state.isFavorite.toggle()
      return .none

    case .deleteTapped, .transferTapped:
      return .none
    }
  }
}

public struct Accounts: Reducer, Sendable {
  public enum Order: Equatable, Sendable {
    case name
    case balance
  }

  public struct PendingDeletion: Equatable, Sendable {
    public var row: AccountRow.State
    public var index: Int

    public init(row: AccountRow.State, index: Int) {
      self.row = row
      self.index = index
    }
  }

  public struct State: Equatable, Sendable {
    public var rows: IdentifiedArrayOf<AccountRow.State>
    public var order: Order
    public var isLoading: Bool
    public var error: String?
    public var pendingDeletion: PendingDeletion?
    public var lastReceipt: Receipt?
    @PresentationState public var transfer: Transfer.State?

    public init(
      rows: IdentifiedArrayOf<AccountRow.State> = [], order: Order = .name,
      isLoading: Bool = false, error: String? = nil, pendingDeletion: PendingDeletion? = nil,
      lastReceipt: Receipt? = nil, transfer: Transfer.State? = nil
    ) {
      self.rows = rows
      self.order = order
      self.isLoading = isLoading
      self.error = error
      self.pendingDeletion = pendingDeletion
      self.lastReceipt = lastReceipt
      self.transfer = transfer
    }

    public var total: Money { Money(cents: rows.reduce(0) { $0 + $1.account.balance.cents }) }

    mutating func sortRows() {
      switch order {
      case .name: rows.sort { $0.account.name < $1.account.name }
      case .balance: rows.sort { $0.account.balance > $1.account.balance }
      }
    }
  }

  public enum Action: Equatable {
    case refreshTapped
    case loaded([Account])
    case loadingFailed(APIError)
    case orderChanged(Order)
    case rows(IdentifiedActionOf<AccountRow>)
    case undoTapped
    case undoExpired
    case deletionFailed(AccountRow.State, APIError)
    case transfer(PresentationAction<Transfer.Action>)
  }

  private enum CancelID { case refresh, undo }

  @Dependency(\.accounts) private var client
  @Dependency(\.continuousClock) private var clock

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .refreshTapped:
        state.isLoading = true
        state.error = nil
        return .run { send in
          await send(.loaded(try await client.fetch()))
        } catch: { error, send in
          await send(.loadingFailed(APIError(wrapping: error)))
        }
        .cancellable(id: CancelID.refresh, cancelInFlight: true)

      case .loaded(let accounts):
        state.isLoading = false
        var rows: IdentifiedArrayOf<AccountRow.State> = []
        for account in accounts where account.id != state.pendingDeletion?.row.id {
          // The server lists a shared account once for each owner; the last entry is the newest.
          var row = state.rows[id: account.id] ?? AccountRow.State(account: account)
          row.account = account
          rows.updateOrAppend(row)
        }
        state.rows = rows
        state.sortRows()
        return .none

      case .loadingFailed(let error):
        state.isLoading = false
        state.error = error.message
        return .none

      case .orderChanged(let order):
        state.order = order
        state.sortRows()
        return .none

      case .rows(.element(let id, .deleteTapped)):
        guard let index = state.rows.index(id: id) else { return .none }
        let previous = state.pendingDeletion
        state.pendingDeletion = PendingDeletion(row: state.rows[index], index: index)
        state.rows.remove(id: id)
        return .merge(
          previous.map { delete($0.row) } ?? .none,
          .run { send in
            try await clock.sleep(for: .seconds(5))
            await send(.undoExpired)
          }
          .cancellable(id: CancelID.undo, cancelInFlight: true))

      case .rows(.element(let id, .transferTapped)):
        guard let row = state.rows[id: id] else { return .none }
        state.transfer = Transfer.State(
          from: row.account, recipients: state.rows.map(\.account).filter { $0.id != id })
        return .none

      case .rows:
        return .none

      case .undoTapped:
        guard let pending = state.pendingDeletion else { return .none }
        state.pendingDeletion = nil
        state.rows.insert(pending.row, at: min(pending.index, state.rows.count))
        return .cancel(id: CancelID.undo)

      case .undoExpired:
        guard let pending = state.pendingDeletion else { return .none }
        state.pendingDeletion = nil
        return .merge(.cancel(id: CancelID.undo), delete(pending.row))

      case .deletionFailed(let row, let error):
        state.error = error.message
        state.rows.updateOrAppend(row)
        state.sortRows()
        return .none

      case .transfer(.presented(.delegate(.completed(let receipt)))):
        let request = receipt.request
        state.lastReceipt = receipt
        state.rows[id: request.from]?.account.balance.cents -= request.amount.cents
        state.rows[id: request.to]?.account.balance.cents += request.amount.cents
        state.sortRows()
        return .none

      case .transfer:
        return .none
      }
    }
    .forEach(\.rows, action: { .rows($0) }) { AccountRow() }
    .ifLet(\.$transfer, action: { .transfer($0) }) { Transfer() }
  }

  private func delete(_ row: AccountRow.State) -> Effect<Action> {
    .run { _ in
      try await client.delete(row.id)
    } catch: { error, send in
      await send(.deletionFailed(row, APIError(wrapping: error)))
    }
  }
}
