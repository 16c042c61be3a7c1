import FocusedTestStore

/// A service that returns the signed-in user, and signs users in and out.
struct AccountClient: Sendable {
  var status: @Sendable () async -> AccountStatus
  var signIn: @Sendable (_ name: String) async throws -> User
  var signOut: @Sendable () async -> Void
}

enum AccountStatus: Equatable, Sendable {
  case signedOut
  case signedIn(User)
}

struct User: Equatable, Sendable {
  var name: String
}

extension AccountClient: TestDependencyKey {
  static let testValue = AccountClient(
    status: unimplemented("AccountClient.status", placeholder: .signedOut),
    signIn: unimplemented("AccountClient.signIn"),
    signOut: unimplemented("AccountClient.signOut"))
}

extension DependencyValues {
  var account: AccountClient {
    get { self[AccountClient.self] }
    set { self[AccountClient.self] = newValue }
  }
}

extension User {
  static let marie = User(name: "Marie")
}
