import BankModels
import Core

public struct Transfer: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public var from: Account
    public var recipients: [Account]
    public var recipient: Account?
    public var amountText: String
    public var note: String
    public var amountError: String?
    public var isSubmitting: Bool
    @PresentationState public var destination: Destination.State?

    public init(
      from: Account, recipients: [Account], recipient: Account? = nil, amountText: String = "",
      note: String = "", amountError: String? = nil, isSubmitting: Bool = false,
      destination: Destination.State? = nil
    ) {
      self.from = from
      self.recipients = recipients
      self.recipient = recipient
      self.amountText = amountText
      self.note = note
      self.amountError = amountError
      self.isSubmitting = isSubmitting
      self.destination = destination
    }

    public var request: TransferRequest? {
      guard let recipient, let amount = Money(amountText), amountError == nil else { return nil }
      return TransferRequest(from: from.id, to: recipient.id, amount: amount, note: note)
    }

    mutating func validateAmount() {
      guard !amountText.isEmpty else {
        amountError = nil
        return
      }
      guard let amount = Money(amountText), amount.cents > 0 else {
        amountError = "Enter an amount."
        return
      }
      amountError = amount > from.balance ? "You have only \(from.balance.formatted)." : nil
    }
  }

  public enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case chooseRecipientTapped
    case submitTapped
    case cancelTapped
    case submitted(Receipt)
    case submitFailed(APIError)
    case destination(PresentationAction<Destination.Action>)
    case confirmed
    case discarded
    case delegate(Delegate)

    public enum Delegate: Equatable, Sendable {
      case completed(Receipt)
    }
  }

  public struct Destination: Reducer, Sendable {
    public enum State: Equatable, Sendable {
      case picker(RecipientPicker.State)
      /// A question whose answers are ``Transfer/Action/confirmed`` and ``Transfer/Action/discarded``.
      case question(Question)
    }

    public enum Action: Equatable, Sendable {
      case picker(RecipientPicker.Action)
    }

    public enum Question: Equatable, Sendable {
      case confirms(Money)
      case retries(APIError)
    }

    public init() {}

    public var body: some ReducerOf<Self> {
      Scope(state: { .picker($0) }, action: { .picker($0) }) { RecipientPicker() }
    }
  }

  private enum CancelID { case submit }

  /// Larger amounts must be confirmed.
  public static let confirmationLimit = Money(cents: 100_000)

  @Dependency(\.transfers) private var client
  @Dependency(\.dismiss) private var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.amountText):
        state.validateAmount()
        return .none

      case .binding(\.note):
        state.note = String(state.note.prefix(140))
        return .none

      case .binding:
        return .none

      case .chooseRecipientTapped:
        state.destination = .picker(
          RecipientPicker.State(accounts: state.recipients, selection: state.recipient?.id))
        return .none

      case .destination(.presented(.picker(.accountTapped(let id)))):
        state.recipient = state.recipients.first { $0.id == id }
        state.destination = nil
        return .none

      case .submitTapped:
        guard !state.isSubmitting else { return .none }
        guard let request = state.request else {
          state.amountError = state.amountError ?? "Enter an amount and a recipient."
          return .none
        }
        if request.amount > Self.confirmationLimit {
          state.destination = .question(.confirms(request.amount))
          return .none
        }
        return submit(request, &state)

      case .confirmed:
        state.destination = nil
        guard let request = state.request else { return .none }
        return submit(request, &state)

      case .discarded, .cancelTapped:
        return .merge(.cancel(id: CancelID.submit), .run { _ in await dismiss() })

      case .submitted(let receipt):
        state.isSubmitting = false
        return .run { send in
          await send(.delegate(.completed(receipt)))
          await dismiss()
        }

      case .submitFailed(let error):
        state.isSubmitting = false
        state.destination = .question(.retries(error))
        return .none

      case .destination, .delegate:
        return .none
      }
    }
    .ifLet(\.$destination, action: { .destination($0) }) { Destination() }
  }

  private func submit(_ request: TransferRequest, _ state: inout State) -> Effect<Action> {
    state.isSubmitting = true
    return .run { send in
      await send(.submitted(try await client.submit(request)))
    } catch: { error, send in
      await send(.submitFailed(APIError(wrapping: error)))
    }
    .cancellable(id: CancelID.submit)
  }
}

public struct RecipientPicker: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public var accounts: [Account]
    public var selection: Account.ID?
    public var query: String

    public init(accounts: [Account], selection: Account.ID? = nil, query: String = "") {
      self.accounts = accounts
      self.selection = selection
      self.query = query
    }

    public var matches: [Account] {
      query.isEmpty
        ? accounts : accounts.filter { $0.name.lowercased().contains(query.lowercased()) }
    }
  }

  public enum Action: Equatable, Sendable {
    case queryChanged(String)
    case accountTapped(Account.ID)
  }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      return .none

    case .accountTapped(let id):
      state.selection = id
      return .none
    }
  }
}
