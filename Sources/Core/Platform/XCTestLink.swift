import Foundation

/// Whether a process links XCTest.
enum XCTestLink {
  /// Whether the process runs tests, as far as its link shows.
  ///
  /// On Linux, a test binary can have any name, and no app links XCTest. On Apple platforms, an app may link it for its
  /// previews, and the environment of a test process shows what it is.
  static var showsTests: Bool {
    #if canImport(Darwin)
      false
    #else
      NSClassFromString("XCTest.XCTestCase") != nil
    #endif
  }
}
