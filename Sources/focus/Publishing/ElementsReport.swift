import TestEvents

/// The evidence in the schema of mutation-testing-elements, version 2.0, for the viewers and dashboards
/// that read it.
///
/// A mutant stands at the line that handles its action; one whose line is not known, at its test.
package struct ElementsReport: Encodable {
  private let schemaVersion = "2.0"
  private let thresholds = ["high": 80, "low": 60]
  private let framework = ["name": "focus"]
  private let files: [String: File]
  private let testFiles: [String: TestFile]

  private struct File: Encodable {
    var language = "swift"
    var source: String
    var mutants: [Mutant] = []
  }

  fileprivate struct Mutant: Encodable {
    var id, mutatorName, description, replacement: String
    var location: Location
    var status: String
    var statusReason: String?
    var coveredBy, killedBy: [String]
    var testsCompleted: Int
  }

  private struct TestFile: Encodable {
    var source: String
    var tests: [Test] = []
  }

  private struct Test: Encodable {
    var id, name: String
    var location: Location
  }

  fileprivate struct Location: Encodable {
    struct Position: Encodable { var line, column: Int }
    var start, end: Position

    init(start: Position, end: Position) { (self.start, self.end) = (start, end) }

    /// A line without what it is indented by, or its first column if the text does not have it.
    init(line: Int, in source: String) {
      let lines = source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let text = lines.indices.contains(line - 1) ? lines[line - 1] : ""
      let indent = text.prefix { $0 == " " || $0 == "\t" }.count
      start = Position(line: max(1, line), column: indent + 1)
      end = Position(line: max(1, line), column: max(text.count, indent + 1) + 1)
    }
  }

  /// - Parameters:
  ///   - path: The path of a file that `#fileID` names, if it is known.
  ///   - source: The text of a file; empty if there is none.
  package init(
    _ evidence: MutantEvidence, path: (String) -> String? = { _ in nil },
    source: (String) -> String
  ) {
    var files: [String: File] = [:]
    var tests: [String: (path: String, test: LedgerTest)] = [:]
    for mutant in evidence.mutants {
      for test in mutant.tests {
        tests[test.test.name] = (
          path(test.test.location.file) ?? test.test.location.file, test.test
        )
      }
      let test = mutant.tests.first?.test.location
      let place =
        mutant.handledAt
        ?? ProductionLine(
          file: test.map { path($0.file) ?? $0.file } ?? "unknown", line: test?.line ?? 1)
      var file = files[place.file] ?? File(source: source(place.file))
      file.mutants.append(Mutant(mutant, at: Location(line: place.line, in: file.source)))
      files[place.file] = file
    }
    self.files = files
    testFiles = tests.values.sorted { $0.test < $1.test }.reduce(into: [:]) { files, entry in
      var file = files[entry.path] ?? TestFile(source: source(entry.path))
      file.tests.append(
        Test(
          id: entry.test.name, name: entry.test.name,
          location: Location(line: entry.test.location.line, in: file.source)))
      files[entry.path] = file
    }
  }

  package var json: String { printedJSON }
}

extension ElementsReport.Mutant {
  fileprivate init(_ mutant: MutantEvidence.Mutant, at location: ElementsReport.Location) {
    id = mutant.subject.description
    description = mutant.subject.description
    switch mutant.subject {
    case .behavior(let behavior):
      mutatorName = behavior.outcome.kind.mutatorName
      replacement = "without: \(behavior.outcome)"
      self.location = location
    case .source(let source):
      mutatorName = source.operator
      replacement = source.replacement
      self.location = ElementsReport.Location(
        start: .init(line: source.line, column: source.column),
        end: .init(line: source.lastLine, column: source.lastColumn))
    }
    let kills = mutant.tests.compactMap(\.result.cause)
    switch mutant.verdict {
    case .killed where kills.allSatisfy { $0 == .hang }: status = "Timeout"
    case .killed: status = "Killed"
    case .survived: status = "Survived"
    case .notTried: status = "Pending"
    case .undecided, .untested, .equivalent, .notReached: status = "Ignored"
    }
    statusReason =
      switch mutant.verdict {
      case .killed where kills.contains(.crash): "The test's process crashes."
      case .killed, .survived, .notTried: nil
      case .equivalent: "The state is equal without it, in every test."
      case .undecided, .untested, .notReached:
        mutant.tests.compactMap(\.reason).first ?? "No test could be judged."
      }
    coveredBy = mutant.tests.map(\.test.name)
    killedBy = mutant.tests.filter(\.result.isKill).map(\.test.name)
    testsCompleted = mutant.tests.count { $0.result.isJudgment }
  }
}

extension Behavior.Kind {
  fileprivate var mutatorName: String {
    switch self {
    case .field: "KeptField"
    case .sends: "LostAction"
    case .starts: "SkippedEffect"
    case .cancels: "SkippedCancellation"
    case .dismisses: "SkippedDismissal"
    case .nothing: "Nothing"
    }
  }
}
