import Core

public struct AuthClient: TestDependencyKey, Sendable {
  public var login: @Sendable (_ user: String, _ password: String) async throws -> Session
  public var logout: @Sendable (_ token: String) async -> Void

  public init(
    login: @escaping @Sendable (_ user: String, _ password: String) async throws -> Session,
    logout: @escaping @Sendable (_ token: String) async -> Void
  ) {
    self.login = login
    self.logout = logout
  }

  public static let testValue = AuthClient(
    login: unimplemented("AuthClient.login"),
    logout: unimplemented("AuthClient.logout"))
}

public struct AccountsClient: TestDependencyKey, Sendable {
  public var fetch: @Sendable () async throws -> [Account]
  public var delete: @Sendable (Account.ID) async throws -> Void

  public init(
    fetch: @escaping @Sendable () async throws -> [Account],
    delete: @escaping @Sendable (Account.ID) async throws -> Void
  ) {
    self.fetch = fetch
    self.delete = delete
  }

  public static let testValue = AccountsClient(
    fetch: unimplemented("AccountsClient.fetch"),
    delete: unimplemented("AccountsClient.delete"))
}

public struct TransferClient: TestDependencyKey, Sendable {
  public var submit: @Sendable (TransferRequest) async throws -> Receipt

  public init(submit: @escaping @Sendable (TransferRequest) async throws -> Receipt) {
    self.submit = submit
  }

  public static let testValue = TransferClient(submit: unimplemented("TransferClient.submit"))
}

public struct QuotesClient: TestDependencyKey, Sendable {
  public var connect: @Sendable ([String]) -> AsyncThrowingStream<SocketEvent, any Error>

  public init(
    connect: @escaping @Sendable ([String]) -> AsyncThrowingStream<SocketEvent, any Error>
  ) {
    self.connect = connect
  }

  public static let testValue = QuotesClient(
    connect: unimplemented(
      "QuotesClient.connect", placeholder: AsyncThrowingStream { $0.finish() }))
}

public struct SettingsClient: TestDependencyKey, Sendable {
  public var saveNote: @Sendable (String) async throws -> Void

  public init(saveNote: @escaping @Sendable (String) async throws -> Void) {
    self.saveNote = saveNote
  }

  public static let testValue = SettingsClient(saveNote: unimplemented("SettingsClient.saveNote"))
}

public struct Analytics: TestDependencyKey, Sendable {
  public var track: @Sendable (AnalyticsEvent) async -> Void

  public init(track: @escaping @Sendable (AnalyticsEvent) async -> Void) {
    self.track = track
  }

  public static let testValue = Analytics(track: unimplemented("Analytics.track"))
}

extension DependencyValues {
  public var auth: AuthClient {
    get { self[AuthClient.self] }
    set { self[AuthClient.self] = newValue }
  }

  public var accounts: AccountsClient {
    get { self[AccountsClient.self] }
    set { self[AccountsClient.self] = newValue }
  }

  public var transfers: TransferClient {
    get { self[TransferClient.self] }
    set { self[TransferClient.self] = newValue }
  }

  public var quotes: QuotesClient {
    get { self[QuotesClient.self] }
    set { self[QuotesClient.self] = newValue }
  }

  public var analytics: Analytics {
    get { self[Analytics.self] }
    set { self[Analytics.self] = newValue }
  }
}
