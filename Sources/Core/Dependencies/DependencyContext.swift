import Foundation

/// Where code runs, which decides the value of a dependency that is not overridden.
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

  /// Whether this process seems to be one in which XCTest runs tests.
  package static let isXCTestProcess = isXCTest(
    environment: ProcessInfo.processInfo.environment, arguments: ProcessInfo.processInfo.arguments)

  private static func isXCTest(environment: [String: String], arguments: [String]) -> Bool {
    environment["XCTestConfigurationFilePath"] != nil || environment["XCTestBundlePath"] != nil
      || arguments.first?.hasSuffix("xctest") == true
  }
}
