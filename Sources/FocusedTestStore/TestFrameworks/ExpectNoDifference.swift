import Core

/// Expects two values to be equal, and reports their difference if they are not.
///
/// ```swift
/// expectNoDifference(store.state.rows, [Row(id: 1, title: "Milk")])
/// ```
///
/// For large values, its message is clearer than that of `#expect(a == b)`: it shows only the parts
/// that differ. It works in both Swift Testing and XCTest.
///
/// The idea is from Point-Free's swift-custom-dump.
///
/// - Parameters:
///   - first: The value whose lines begin with `−`.
///   - second: The value whose lines begin with `+`.
///   - message: The first line of the failure. If empty, a sentence states that the values differ.
public func expectNoDifference<Value: Equatable>(
  _ first: @autoclosure () throws -> Value, _ second: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String = "",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) rethrows {
  let (first, second) = (try first(), try second())
  guard first != second else { return }
  let message = message()
  Issues.report(
    FailureMessages.difference(
      first, second, opening: message.isEmpty ? "The values are not equal." : message),
    at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}
