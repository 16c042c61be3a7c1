import Foundation

/// Whether a process links XCTest.
enum XCTestLink {
  /// Whether the libraries that the process links show that it runs tests.
  ///
  /// On Linux, a test binary can have any name, and no app links XCTest. On Apple platforms, an app may link XCTest for
  /// its previews, so the environment shows whether a process runs tests.
  static var showsTests: Bool {
    #if canImport(Darwin)
      false
    #else
      NSClassFromString("XCTest.XCTestCase") != nil
    #endif
  }
}
