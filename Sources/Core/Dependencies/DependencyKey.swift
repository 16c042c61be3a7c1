import Foundation

/// The key of a dependency, with the value that tests and previews use.
///
/// Conform a type only to this protocol if its live value is in another module. Most dependencies conform to
/// ``DependencyKey``.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// The type of the dependency: a struct of closures, a protocol existential, a plain value.
  associatedtype Value: Sendable = Self
  /// The value in tests. A computed property creates a separate value for each store.
  static var testValue: Value { get }
  /// The value in Xcode previews; ``testValue`` by default.
  static var previewValue: Value { get }
}

extension TestDependencyKey {
  /// The test value.
  public static var previewValue: Value { testValue }
}

/// The key of a dependency, with the value that an app uses.
///
/// ```swift
/// struct ItemClient: DependencyKey {
///   var fetch: @Sendable (_ page: Int) async throws -> [String]
///
///   static let liveValue = ItemClient(fetch: { try await Server.shared.items(page: $0) })
///   static let testValue = ItemClient(fetch: unimplemented("ItemClient.fetch"))
/// }
/// ```
///
/// ``DependencyValues`` shows how to give it a name.
///
/// Implement ``TestDependencyKey/testValue`` too: without it, a test that reads the dependency runs the live
/// value, and an issue is reported.
public protocol DependencyKey<Value>: TestDependencyKey {
  // Declared again, so that the type of a key with only a `liveValue` can be inferred from this protocol.
  associatedtype Value = Self
  /// The value in a running app.
  static var liveValue: Value { get }
}

extension DependencyKey {
  /// The live value, because this key doesn't declare a test value. Reports an issue if a test reads it as a
  /// dependency.
  public static var testValue: Value {
    LiveValueProbe.current?.sawDefaultTestValue(of: Self.self)
    return liveValue
  }

  /// The live value.
  public static var previewValue: Value { liveValue }
}

/// The context in which code runs. It decides the value of a dependency without an override.
public enum DependencyContext: Sendable, Hashable {
  /// A running app.
  case live
  /// An Xcode preview.
  case preview
  /// A test run.
  case test
}

extension DependencyContext {
  /// The context that this process was started in.
  package static let ofProcess: DependencyContext = {
    let process = ProcessInfo.processInfo
    let context = DependencyContext(
      environment: process.environment, arguments: process.arguments)
    return context == .live && XCTestLink.showsTests ? .test : context
  }()

  package init(environment: [String: String], arguments: [String]) {
    if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" {
      self = .preview
    } else if Self.isXCTest(environment: environment, arguments: arguments)
      || arguments.first?.split(separator: "/").last == "swiftpm-testing-helper"
      || arguments.contains(where: { $0.hasPrefix("--testing-library") })
    {
      self = .test
    } else {
      self = .live
    }
  }

  /// Whether XCTest seems to run tests in this process.
  package static let isXCTestProcess = isXCTest(
    environment: ProcessInfo.processInfo.environment, arguments: ProcessInfo.processInfo.arguments)

  private static func isXCTest(environment: [String: String], arguments: [String]) -> Bool {
    environment["XCTestConfigurationFilePath"] != nil || environment["XCTestBundlePath"] != nil
      || arguments.first?.hasSuffix("xctest") == true
  }
}
