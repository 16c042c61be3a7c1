/// Something that this package found wrong: a message, a severity and the line it belongs to.
public struct ReportedIssue: Sendable, Hashable {
  /// The severity of an issue.
  public enum Severity: Sendable, Hashable {
    /// Fails the running test.
    case error
    /// Appears beside the running test, and fails nothing.
    case note
  }

  /// The expectation, the fact, and the cure.
  public let message: String
  /// Whether the issue fails the running test.
  public let severity: Severity
  package let callSite: CallSite

  /// The module and file that the issue belongs to: `"ProfileTests/ProfileTests.swift"`.
  public var fileID: String { callSite.fileID.description }
  /// The full path of the file that the issue belongs to.
  public var filePath: String { callSite.filePath.description }
  /// The line that the issue belongs to.
  public var line: Int { Int(callSite.line) }
  /// The column that the issue belongs to.
  public var column: Int { Int(callSite.column) }

  package init(_ message: String, severity: Severity = .error, at callSite: CallSite) {
    self.message = message
    self.severity = severity
    self.callSite = callSite
  }
}

extension ReportedIssue: CustomStringConvertible {
  /// The file, the line and the message.
  public var description: String {
    "\(callSite): \(severity == .note ? "note: " : "")\(message)"
  }
}
