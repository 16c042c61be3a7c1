import Foundation
import TestEvents

extension XcodeHost {
  /// Builds the tests, and finds one of them.
  ///
  /// - Parameter text: The name of the test, or an ending that no other test's name has.
  func find(_ text: String, _ console: Console) throws(ToolError) -> TestName {
    try buildShowing(console)
    let names = try tests().compactMap { TestName($0.names[0]) }
    if let name = try TestName(endingWith: text, among: names) { return name }
    throw .noTest(
      text, in: "the scheme", TestName.nearest(to: text, among: names),
      expected: "such as AppTests.ProfileTests/testSaving")
  }
}
