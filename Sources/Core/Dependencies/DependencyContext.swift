import Foundation

/// Where code runs, which decides the value of a dependency that nobody has overridden.
public enum DependencyContext: Sendable, Hashable {
  /// An app that somebody uses.
  case live
  /// An Xcode preview.
  case preview
  /// A test run.
  case test
}

extension DependencyContext {
  /// What this process was started as. It cannot change while the process runs.
  package static let ofProcess: DependencyContext = {
    let process = ProcessInfo.processInfo
    return DependencyContext(
      environment: process.environment, arguments: process.arguments)
  }()

  package init(environment: [String: String], arguments: [String]) {
    let executable = arguments.first.map { $0.split(separator: "/").last ?? "" } ?? ""
    if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" {
      self = .preview
    } else if environment["XCTestConfigurationFilePath"] != nil
      || environment["XCTestBundlePath"] != nil
      || executable.hasSuffix("xctest")
      || executable == "swiftpm-testing-helper"
      || arguments.contains(where: { $0.hasPrefix("--testing-library") })
    {
      self = .test
    } else {
      self = .live
    }
  }
}
