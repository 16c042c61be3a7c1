import Foundation

/// The job of GitHub Actions that the tool runs in.
package struct GitHubActions {
  /// The file for the step's summary.
  private let summary: String?

  /// The directory of the package within the repository, with a trailing slash; empty if both are the same.
  private let prefix: String

  /// The maximum number of bytes in a step's summary. The runner truncates or drops a longer one.
  package static let summaryLimit = 1 << 20

  /// The runner shows ten annotations per step.
  package static let annotationLimit = 10

  /// - Returns: `nil` outside of Actions.
  package init?(_ environment: [String: String], package: String) {
    guard environment["GITHUB_ACTIONS"] == "true" else { return nil }
    summary = environment["GITHUB_STEP_SUMMARY"].flatMap { $0.isEmpty ? nil : $0 }
    let workspace = environment["GITHUB_WORKSPACE"] ?? package
    prefix =
      package.hasPrefix(workspace + "/") ? package.dropFirst(workspace.count + 1) + "/" : ""
  }

  /// Shows annotations at their lines, and a summary on the job's page.
  func show(
    _ annotations: [Annotation], _ summary: [String], _ console: Console
  ) throws(ToolError) {
    for command in commands(for: annotations) { console.note(command) }
    try write(summary)
  }

  /// Appends to the step's summary the parts that fit, and the number of the other parts.
  package func write(_ parts: [String]) throws(ToolError) {
    guard let summary else { return }
    let old = FileManager.default.contents(atPath: summary) ?? Data()
    let text = Self.text(of: parts, limit: Self.summaryLimit - old.count)
    do {
      try (old + Data(text.utf8)).write(to: URL(fileURLWithPath: summary))
    } catch {
      throw .input(
        "The summary cannot be written to \(summary), the file in GITHUB_STEP_SUMMARY: \(error)")
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

  /// The workflow commands that show annotations, up to the runner's limit.
  package func commands(for annotations: [Annotation]) -> [String] {
    annotations.prefix(Self.annotationLimit).map { annotation in
      let place = annotation.place.map {
        "file=\((prefix + $0.file).escapedForProperty),line=\($0.line),"
      }
      return "::warning \(place ?? "")title=\(annotation.title.escapedForProperty)::"
        + annotation.message.escapedForData
    }
  }
}

/// A note at a line of the source.
package struct Annotation: Hashable, Sendable {
  package var place: ProductionLine?
  package var title: String
  package var message: String
}

extension String {
  /// The text, escaped for the message after the last `::` of a workflow command.
  package var escapedForData: String {
    replacingOccurrences(of: "%", with: "%25").replacingOccurrences(of: "\r", with: "%0D")
      .replacingOccurrences(of: "\n", with: "%0A")
  }

  /// The text, escaped for a property of a workflow command. Properties end at a colon or a comma.
  package var escapedForProperty: String {
    escapedForData.replacingOccurrences(of: ":", with: "%3A")
      .replacingOccurrences(of: ",", with: "%2C")
  }

  /// The text, escaped so that Markdown shows it literally, in a table too.
  package var escapedForMarkdown: String {
    "<code>" + oneLine.escapedForHTML.replacingOccurrences(of: "|", with: "&#124;") + "</code>"
  }
}
