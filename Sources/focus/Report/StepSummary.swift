import Foundation

/// The summary of a step in GitHub Actions, which the job's page shows.
package struct StepSummary {
  private let file: String

  /// The maximum number of bytes in a step's summary. The runner truncates or drops a longer one.
  package static let limit = 1 << 20

  /// - Returns: `nil` outside of Actions.
  package init?(_ environment: [String: String]) {
    guard environment["GITHUB_ACTIONS"] == "true",
      let file = environment["GITHUB_STEP_SUMMARY"], !file.isEmpty
    else { return nil }
    self.file = file
  }

  /// Appends the parts of a document that fit, and the number of the other parts.
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

  /// The parts as one text of at most a number of bytes.
  package static func text(of parts: [String], limit: Int) -> String {
    func note(_ count: Int) -> String {
      "\n\(count) more did not fit. The log lists all of them.\n"
    }
    if parts.reduce(0, { $0 + $1.utf8.count + 1 }) <= limit {
      return parts.map { $0 + "\n" }.joined()
    }
    let reserve = note(parts.count).utf8.count
    if reserve > limit { return "" }
    var text = ""
    for (index, part) in parts.enumerated() {
      if text.utf8.count + part.utf8.count + 1 + reserve > limit {
        return text + note(parts.count - index)
      }
      text += part + "\n"
    }
    return text
  }
}
