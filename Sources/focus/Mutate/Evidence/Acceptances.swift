import Foundation
import TestEvents

/// The survivors that a team accepts. A file lists one mutant per line: its key, and a reason.
///
/// A line such as `Profile · .saved → cache # The view reads it lazily.` accepts one survivor. A source mutant has a
/// key such as `Home · call removed: database.save(dates)`. The key has no line number, because lines move.
package struct Acceptances: Hashable, Sendable {
  package let file: String
  fileprivate let lines: [Line]

  fileprivate struct Line: Hashable, Sendable {
    let number: Int
    let key: String
    let reason: String

    /// Whether the key belongs to a source mutant.
    var isOfSource: Bool { !key.contains(" · .") }
  }

  /// Reads a file.
  ///
  /// - Throws: An error if there is no file, or a line has no key or no reason.
  package init(file: String) throws(ToolError) {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw .input(
        "There is no file \(file). Expected a file with one mutant and its reason per line.")
    }
    try self.init(String(decoding: data, as: UTF8.self), file: file)
  }

  package init(_ text: String, file: String) throws(ToolError) {
    self.file = file
    var lines: [Line] = []
    for (number, text) in text.listedLines {
      let parts = text.split(separator: " # ", maxSplits: 1)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 2, parts[0].contains(" · "), !parts[1].isEmpty else {
        throw .input(
          """
          \(file):\(number) accepts no mutant: \(text)
          Expected a mutant and a reason, such as `Profile · .saved → cache # The view reads it later.`
          """)
      }
      lines.append(Line(number: number, key: parts[0], reason: parts[1]))
    }
    self.lines = lines
  }

  static let option = Command.Option(
    "--accepted", value: "FILE",
    help: "Accepts the survivors in FILE, one mutant and its reason per line. Exits with 1 if a "
      + "mutant no longer survives.")

  /// Reads the file that an option of a command names; `nil` without the option.
  init?(_ arguments: ParsedArguments) throws(ToolError) {
    guard let file = arguments.value(of: Self.option.name) else { return nil }
    try self.init(file: file)
  }
}

extension MutantSubject {
  /// The mutant's key in a file of acceptances.
  package var key: String {
    switch self {
    case .behavior(let behavior): behavior.description.oneLine
    case .source(let mutant):
      "\(mutant.feature) · \(mutant.operator): \(mutant.before)".oneLine
        + (mutant.after.isEmpty ? "" : " => \(mutant.after)".oneLine)
    }
  }
}

extension MutantEvidence {
  /// Accepts survivors. Each line accepts one.
  ///
  /// - Parameter isWhole: Whether the evidence has all mutants of the package, so that each line must match one.
  /// - Returns: A sentence for each line that no longer applies.
  package mutating func accept(_ acceptances: Acceptances?, isWhole: Bool) -> [String] {
    guard let acceptances else { return [] }
    var stale: [String] = []
    for line in acceptances.lines where line.isOfSource == (source != nil) {
      let found = mutants.indices.filter { mutants[$0].subject.key == line.key }
      if let survivor = found.first(where: { mutants[$0].verdict == .survived }) {
        mutants[survivor].verdict = .accepted
        mutants[survivor].reason = line.reason
      } else if let cause = cause(found.map { mutants[$0].verdict }, isWhole: isWhole) {
        stale.append("\(acceptances.file):\(line.number) \(cause): \(line.key)")
      }
    }
    return stale
  }

  /// The reason why an acceptance does not apply; `nil` if unknown.
  private func cause(_ verdicts: [MutantVerdict], isWhole: Bool) -> String? {
    if verdicts.contains(.accepted) { return "accepts a mutant that another line accepts" }
    if verdicts.contains(.killed) { return "accepts a mutant that a test kills" }
    return verdicts.isEmpty && isWhole ? "accepts a mutant that no test reaches" : nil
  }
}
