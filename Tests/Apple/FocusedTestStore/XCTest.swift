// Declarations of XCTest on Apple platforms that Linux lacks. See Tests/Apple/SwiftUI.
import Foundation
import XCTest

/// https://developer.apple.com/documentation/xctest/xctissue
struct XCTIssue {
  /// https://developer.apple.com/documentation/xctest/xctissue/compactdescription
  var compactDescription: String
  /// https://developer.apple.com/documentation/xctest/xctissue/sourcecodecontext
  var sourceCodeContext: XCTSourceCodeContext
}

/// https://developer.apple.com/documentation/xctest/xctsourcecodecontext
final class XCTSourceCodeContext: NSObject {
  /// https://developer.apple.com/documentation/xctest/xctsourcecodecontext/location
  let location: XCTSourceCodeLocation? = nil
}

/// https://developer.apple.com/documentation/xctest/xctsourcecodelocation
final class XCTSourceCodeLocation: NSObject {
  let fileURL: URL
  let lineNumber: Int

  init(fileURL: URL, lineNumber: Int) {
    self.fileURL = fileURL
    self.lineNumber = lineNumber
  }
}

/// https://developer.apple.com/documentation/xctest/xctestobservation
private protocol Observation {
  /// https://developer.apple.com/documentation/xctest/xctestobservation/testcase(_:didrecord:)
  func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue)
}

extension FailureObserver: Observation {}
