import BankFeatures
import BankModels
import FocusedTestStore
import Synchronization

let ada = Session(token: "t-1", userName: "ada")

extension Account {
  static let checking = Account(id: 1, name: "Checking", balance: Money(cents: 250_000))
  static let savings = Account(id: 2, name: "Savings", balance: Money(cents: 900_000))
  static let broker = Account(id: 3, name: "Broker", balance: Money(cents: 10_000))

  func with(cents: Int) -> Account { Account(id: id, name: name, balance: Money(cents: cents)) }
}

/// A socket whose server end belongs to the test.
final class FakeSocket: Sendable {
  typealias Stream = AsyncThrowingStream<SocketEvent, any Error>

  private let connections = Mutex<[(symbols: [String], server: Stream.Continuation)]>([])

  var symbolsOfConnections: [[String]] { connections.withLock { $0.map(\.symbols) } }

  @Sendable func connect(_ symbols: [String]) -> Stream {
    let (stream, continuation) = Stream.makeStream()
    connections.withLock { $0.append((symbols, continuation)) }
    return stream
  }

  func open() { server?.yield(.opened) }

  func quote(_ symbol: String, _ cents: Int) {
    server?.yield(.quote(Quote(symbol: symbol, price: Money(cents: cents))))
  }

  func fail(_ message: String) { server?.finish(throwing: APIError(message)) }

  private var server: Stream.Continuation? { connections.withLock { $0.last?.server } }
}

/// Collects the tracked events.
final class FakeAnalytics: Sendable {
  private let tracked = Mutex<[AnalyticsEvent]>([])

  var events: [AnalyticsEvent] { tracked.withLock { $0 } }

  @Sendable func track(_ event: AnalyticsEvent) async {
    tracked.withLock { $0.append(event) }
  }
}
