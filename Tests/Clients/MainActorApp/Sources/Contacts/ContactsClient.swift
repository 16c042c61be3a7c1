import Core

/// The source of the contacts.
struct ContactsClient: DependencyKey {
  var load: @Sendable () async throws -> [String]

  static let liveValue = ContactsClient(load: { ["Ada", "Grace"] })
  static let testValue = ContactsClient(load: unimplemented("ContactsClient.load"))
}

nonisolated extension DependencyValues {
  var contactsClient: ContactsClient {
    get { self[ContactsClient.self] }
    set { self[ContactsClient.self] = newValue }
  }
}
