import Core

public struct User: Equatable, Sendable {
  public var name: String

  public init(name: String) {
    self.name = name
  }
}

/// Signs people in and out.
public struct AccountClient: Sendable {
  public var signIn: @Sendable (_ name: String) async throws -> User
  public var signOut: @Sendable () async -> Void

  public init(
    signIn: @escaping @Sendable (_ name: String) async throws -> User,
    signOut: @escaping @Sendable () async -> Void
  ) {
    self.signIn = signIn
    self.signOut = signOut
  }
}

extension AccountClient: TestDependencyKey {
  public static let testValue = AccountClient(
    signIn: unimplemented("AccountClient.signIn"),
    signOut: unimplemented("AccountClient.signOut"))
}

extension DependencyValues {
  public var account: AccountClient {
    get { self[AccountClient.self] }
    set { self[AccountClient.self] = newValue }
  }
}
