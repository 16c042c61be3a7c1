import Foundation

/// The summary of a step in GitHub Actions, which the job's page shows.
package struct StepSummary {
  private let file: String

  /// The maximum number of bytes in a step's summary, without the note. The runner drops a summary of more than 1 MiB.
  package static let limit = 1_000_000

  /// - Returns: `nil` outside of Actions.
  package init?(_ environment: [String: String]) {
    guard environment["GITHUB_ACTIONS"] == "true",
      let file = environment["GITHUB_STEP_SUMMARY"], !file.isEmpty
    else { return nil }
    self.file = file
  }

  /// Appends the parts of a document that fit.
  package func append(_ document: Document) throws(ToolError) {
    let old = FileManager.default.contents(atPath: file) ?? Data()
    let text = Self.text(of: document.markdown, limit: Self.limit - old.count)
    do {
      try (old + Data(text.utf8)).write(to: URL(fileURLWithPath: file))
    } catch {
      throw .input(
        "The summary cannot be written to \(file), the file in GITHUB_STEP_SUMMARY: \(error)")
    }
  }

  /// The first parts, as one text of at most a number of bytes, and a note if there are others.
  package static func text(of parts: [String], limit: Int) -> String {
    var text = ""
    for part in parts {
      guard text.utf8.count + part.utf8.count < limit else {
        return text + "\nThe rest did not fit. The log lists all of it.\n"
      }
      text += part + "\n"
    }
    return text
  }
}
