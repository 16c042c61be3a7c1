import BankModels
import Core

public struct Quotes: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public var symbols: [String]
    public var prices: [String: Money]
    public var isConnected: Bool
    public var isConnecting: Bool
    public var reconnects: Int
    public var error: String?

    public init(
      symbols: [String] = ["ACME", "INIT"], prices: [String: Money] = [:],
      isConnected: Bool = false, isConnecting: Bool = false, reconnects: Int = 0,
      error: String? = nil
    ) {
      self.symbols = symbols
      self.prices = prices
      self.isConnected = isConnected
      self.isConnecting = isConnecting
      self.reconnects = reconnects
      self.error = error
    }
  }

  public enum Action: Equatable, Sendable {
    case connectTapped
    case disconnectTapped
    case symbolAdded(String)
    case symbolRemoved(String)
    case event(SocketEvent)
    case closed(APIError?)
    case reconnectDelayPassed
  }

  private enum CancelID { case socket, reconnect }

  public static let maxReconnects = 3
  public static let reconnectDelay = Duration.seconds(2)

  @Dependency(\.quotes) private var client
  @Dependency(\.continuousClock) private var clock

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .connectTapped:
      guard !state.isConnected, !state.isConnecting else { return .none }
      state.error = nil
      state.reconnects = 0
      return .merge(.cancel(id: CancelID.reconnect), open(&state))

    case .disconnectTapped:
      state.isConnected = false
      state.isConnecting = false
      state.reconnects = 0
      return .merge(.cancel(id: CancelID.socket), .cancel(id: CancelID.reconnect))

    case .symbolAdded(let symbol):
      guard !state.symbols.contains(symbol) else { return .none }
      state.symbols.append(symbol)
      return state.isConnected ? open(&state) : .none

    case .symbolRemoved(let symbol):
      state.symbols.removeAll { $0 == symbol }
      state.prices[symbol] = nil
      return .none

    case .event(.opened):
      state.isConnecting = false
      state.isConnected = true
      state.reconnects = 0
      state.error = nil
      return .none

    case .event(.quote(let quote)):
      guard state.symbols.contains(quote.symbol) else { return .none }
      state.prices[quote.symbol] = quote.price
      return .none

    case .closed(let error):
      state.isConnected = false
      state.isConnecting = false
      state.error = error?.message
      guard error != nil, state.reconnects < Self.maxReconnects else { return .none }
      state.reconnects += 1
      return .run { [delay = Self.reconnectDelay * state.reconnects] send in
        try await clock.sleep(for: delay)
        await send(.reconnectDelayPassed)
      }
      .cancellable(id: CancelID.reconnect, cancelInFlight: true)

    case .reconnectDelayPassed:
      return open(&state)
    }
  }

  private func open(_ state: inout State) -> Effect<Action> {
    state.isConnecting = true
    return .run { [symbols = state.symbols] send in
      for try await event in client.connect(symbols) {
        await send(.event(event))
      }
      await send(.closed(nil))
    } catch: { error, send in
      await send(.closed(APIError(wrapping: error)))
    }
    .cancellable(id: CancelID.socket, cancelInFlight: true)
  }
}
