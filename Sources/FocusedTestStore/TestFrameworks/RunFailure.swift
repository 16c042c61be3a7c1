import Core

#if canImport(Testing)
  import Testing
#endif

/// The parts of a run's failure that can be reported again.
package struct RunFailure: Sendable {
  package let message: String
  /// The location of the failure, in the package's type.
  package var callSite: CallSite?
  /// The location of the failure, in the test framework's type.
  package var place: (fileID: String, line: Int, column: Int)?

  package init(message: String, callSite: CallSite? = nil) {
    self.message = message
    self.callSite = callSite
  }

  /// The line of the failure, if its file is the one of a call.
  package func callSite(inFileOf call: CallSite) -> CallSite? {
    if let callSite { return callSite }
    guard let place, place.fileID == call.fileID.description, place.line > 0 else { return nil }
    return CallSite(
      fileID: call.fileID, filePath: call.filePath, line: UInt(place.line),
      column: UInt(max(1, place.column)))
  }
}

#if canImport(Testing)
  extension CallListener {
    /// Swift Testing has recorded an issue.
    package func didRecord(_ issue: Issue) {
      let failure = RunFailure(issue)
      didRecord(
        failure.message, isFailure: issue.isError,
        at: failure.place.map { ($0.fileID, $0.line) })
    }
  }

  extension RunFailure {
    package init(_ issue: Issue) {
      let comments = issue.comments.map(\.rawValue)
      message =
        if case .unconditional = issue.kind, !comments.isEmpty {
          comments.joined(separator: "\n")
        } else {
          (["\(issue.kind)"] + comments).joined(separator: "\n")
        }
      place = issue.sourceLocation.map { ($0.fileID, $0.line, $0.column) }
    }
  }

  extension Issue {
    package var isError: Bool {
      #if compiler(>=6.3)
        severity == .error
      #else
        true
      #endif
    }
  }
#endif
