/// A name for a dependency, with the value that tests and previews use.
///
/// Conform a type to this protocol alone when its live value lives in another module. Most
/// dependencies conform to ``DependencyKey`` at once.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// What the dependency is: a struct of closures, a protocol existential, a plain value.
  associatedtype Value: Sendable = Self
  /// The value in tests. A computed property is asked once for each store.
  static var testValue: Value { get }
  /// The value in Xcode previews; ``testValue`` if you give none.
  static var previewValue: Value { get }
}

extension TestDependencyKey {
  /// The test value: a preview has no better one.
  public static var previewValue: Value { testValue }
}

/// A name for a dependency, with the value that an app uses.
///
/// ```swift
/// struct ItemClient: DependencyKey {
///   var fetch: @Sendable (_ page: Int) async throws -> [String]
///
///   static let liveValue = ItemClient(fetch: { try await Server.shared.items(page: $0) })
///   static let testValue = ItemClient(fetch: unimplemented("ItemClient.fetch"))
/// }
///
/// extension DependencyValues {
///   var itemClient: ItemClient {
///     get { self[ItemClient.self] }
///     set { self[ItemClient.self] = newValue }
///   }
/// }
/// ```
///
/// Give it a ``TestDependencyKey/testValue`` too: without one, a test that reads it runs the live
/// value, and is told so by an issue.
public protocol DependencyKey<Value>: TestDependencyKey {
  // Said again, because a type that writes `liveValue` alone is inferred from this protocol.
  associatedtype Value = Self
  /// The value in a running app.
  static var liveValue: Value { get }
}

extension DependencyKey {
  /// The live value, because this key has no test value of its own. Reading it as a dependency in
  /// a test is an issue.
  public static var testValue: Value {
    LiveValueProbe.current?.sawDefaultTestValue(of: Self.self)
    return liveValue
  }

  /// The live value.
  public static var previewValue: Value { liveValue }
}
