/// A fault that the source of a feature could have: a piece of its text, and the replacement.
package struct SourceMutant: Sendable, Codable {
  /// The mutant's number in the copy of the package, which changes with the sources.
  package var number: Int

  package var feature: String
  /// Relative to the package.
  package var file: String
  package var line: Int
  package var column: Int
  package var lastLine: Int
  /// The column after the last column of the mutated code.
  package var lastColumn: Int

  /// The change of the source: `call removed`.
  package var `operator`: String
  package var replacement: String

  /// The line before and after the change, shortened if there are several lines. Empty if the change removes it.
  package var before: String
  package var after: String

  package init(
    number: Int, feature: String, file: String, line: Int, column: Int, lastLine: Int,
    lastColumn: Int, operator: String, replacement: String, before: String, after: String
  ) {
    self.number = number
    self.feature = feature
    self.file = file
    self.line = line
    self.column = column
    self.lastLine = lastLine
    self.lastColumn = lastColumn
    self.operator = `operator`
    self.replacement = replacement
    self.before = before
    self.after = after
  }
}

/// Two mutants are equal if only their numbers differ.
extension SourceMutant: Hashable {
  private var identity: [String] {
    [
      feature, file, "\(line)", "\(column)", "\(lastLine)", "\(lastColumn)", self.operator, before,
      after,
    ]
  }

  package static func == (a: Self, b: Self) -> Bool { a.identity == b.identity }

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension SourceMutant: Comparable {
  package static func < (a: Self, b: Self) -> Bool {
    (a.feature, a.file, a.line, a.column, a.number)
      < (b.feature, b.file, b.line, b.column, b.number)
  }
}

extension SourceMutant: CustomStringConvertible {
  /// `Home · Sources/Home/Home.swift:40:7: call removed`.
  package var description: String { "\(feature) · \(file):\(line):\(column): \(self.operator)" }
}
