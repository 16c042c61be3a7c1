import Foundation

/// The job of GitHub Actions that the tool runs in.
package struct GitHubActions {
  /// The file that a step's summary is appended to.
  private let summary: String?

  /// The directory of the package within the repository, with a slash at its end, or nothing.
  private let prefix: String

  /// A step's summary is cut off by the runner, or lost, beyond this.
  package static let summaryLimit = 1 << 20

  /// The runner shows at most ten per step.
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
    _ annotations: [Annotation], _ summary: MarkdownSummary, _ console: Console
  ) throws(ToolError) {
    for command in commands(for: annotations) { console.note(command) }
    try write(summary.parts)
  }

  /// Appends as many parts as fit to the step's summary, and states the number of the others.
  package func write(_ parts: [String]) throws(ToolError) {
    guard let summary else { return }
    let old = FileManager.default.contents(atPath: summary) ?? Data()
    let text = Self.text(of: parts, limit: Self.summaryLimit - old.count)
    do {
      try (old + Data(text.utf8)).write(to: URL(fileURLWithPath: summary))
    } catch {
      throw .input(
        "The summary cannot be written to \(summary), which GITHUB_STEP_SUMMARY names: \(error)")
    }
  }

  /// The parts as one text that is not longer than so many bytes.
  package static func text(of parts: [String], limit: Int) -> String {
    func note(_ count: Int) -> String { "\n\(count) more did not fit; the log has them all.\n" }
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

  /// The commands that make the runner show annotations at lines, up to its limit.
  package func commands(for annotations: [Annotation]) -> [String] {
    annotations.prefix(Self.annotationLimit).map { annotation in
      var properties: [String] = []
      if let place = annotation.place {
        properties.append("file=\((prefix + place.file).escapedForProperty)")
        properties.append("line=\(place.line)")
      }
      properties.append("title=\(annotation.title.escapedForProperty)")
      return "::warning \(properties.joined(separator: ","))::\(annotation.message.escapedForData)"
    }
  }
}

/// An annotation of a line of the source.
package struct Annotation: Hashable, Sendable {
  package var place: ProductionLine?
  package var title: String
  package var message: String

  package init(_ place: ProductionLine?, title: String, message: String) {
    self.place = place
    self.title = title
    self.message = message
  }
}

extension String {
  /// As the runner unescapes what stands after the last `::` of a command.
  package var escapedForData: String {
    replacingOccurrences(of: "%", with: "%25").replacingOccurrences(of: "\r", with: "%0D")
      .replacingOccurrences(of: "\n", with: "%0A")
  }

  /// The same for the properties of a command, which end at a colon or a comma.
  package var escapedForProperty: String {
    escapedForData.replacingOccurrences(of: ":", with: "%3A")
      .replacingOccurrences(of: ",", with: "%2C")
  }

  /// The text as Markdown shows it letter by letter, in a table as well.
  package var escapedForMarkdown: String {
    "<code>" + oneLine.escapedForHTML.replacingOccurrences(of: "|", with: "&#124;") + "</code>"
  }
}
