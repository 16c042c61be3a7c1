import Core
import FocusedTestStore
import Testing

/// The parts of a run's failure that can be reported again.
struct RunFailure: Sendable {
  let message: String
  /// The location of the failure, in the package's type.
  private var callSite: CallSite?
  /// The location of the failure, in the test framework's type.
  private var place: SourceLocation?

  init(message: String, callSite: CallSite? = nil) {
    self.message = message
    self.callSite = callSite
  }

  init(_ issue: Issue) {
    message = issue.text
    place = issue.sourceLocation
  }

  /// The line of the failure, if its file is the one of a call.
  func callSite(inFileOf call: CallSite) -> CallSite? {
    if let callSite { return callSite }
    guard let place, place.fileID == call.fileID.description, place.line > 0 else { return nil }
    return CallSite(
      fileID: call.fileID, filePath: call.filePath, line: UInt(place.line),
      column: UInt(max(1, place.column)))
  }
}
