/// An error from the bank's server, or from the network.
public struct APIError: Error, Equatable {
  public let message: String

  public init(_ message: String) {
    self.message = message
  }

  public init(wrapping error: any Error) {
    self = error as? APIError ?? APIError("\(error)")
  }
}

public struct Session: Equatable, Sendable {
  public var token: String
  public var userName: String

  public init(token: String, userName: String) {
    self.token = token
    self.userName = userName
  }
}

/// An amount of money in cents.
public struct Money: Hashable, Sendable, Comparable {
  public var cents: Int

  public init(cents: Int) {
    self.cents = cents
  }

  /// Parses what people type: `12`, `12.5`, `12,50`.
  public init?(_ text: String) {
    let parts = text.replacing(",", with: ".").split(
      separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first.flatMap({ Int($0) }), whole >= 0, parts.count <= 2 else {
      return nil
    }
    guard parts.count == 2 else {
      self.init(cents: whole * 100)
      return
    }
    guard (1...2).contains(parts[1].count), let fraction = Int(parts[1]), fraction >= 0 else {
      return nil
    }
    self.init(cents: whole * 100 + (parts[1].count == 1 ? fraction * 10 : fraction))
  }

  public static func < (lhs: Money, rhs: Money) -> Bool { lhs.cents < rhs.cents }

  public var formatted: String {
    let rest = cents % 100
    return "\(cents / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

public struct Account: Identifiable, Equatable, Sendable {
  public let id: Int
  public var name: String
  public var balance: Money

  public init(id: Int, name: String, balance: Money) {
    self.id = id
    self.name = name
    self.balance = balance
  }
}

public struct TransferRequest: Equatable, Sendable {
  public var from: Account.ID
  public var to: Account.ID
  public var amount: Money
  public var note: String

  public init(from: Account.ID, to: Account.ID, amount: Money, note: String = "") {
    self.from = from
    self.to = to
    self.amount = amount
    self.note = note
  }
}

public struct Receipt: Equatable, Sendable {
  public var reference: String
  public var request: TransferRequest

  public init(reference: String, request: TransferRequest) {
    self.reference = reference
    self.request = request
  }
}

public struct Quote: Equatable, Sendable {
  public var symbol: String
  public var price: Money

  public init(symbol: String, price: Money) {
    self.symbol = symbol
    self.price = price
  }
}

public enum SocketEvent: Equatable, Sendable {
  case opened
  case quote(Quote)
}

public enum AnalyticsEvent: Equatable, Sendable {
  case screen(String)
  case toggled(String, isOn: Bool)
  case noteSaved(length: Int)
}
