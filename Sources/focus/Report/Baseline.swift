import Foundation
import TestEvents

/// The behaviors that are known to be unasserted, listed in a file of the project.
///
/// The file has one behavior per line, sorted, so that each change is one line of a diff. An incomplete suite can
/// start with its present coverage, and must keep it.
package struct Baseline: Hashable, Sendable {
  private(set) var lines: Set<String>

  /// The differences between a baseline and a report.
  package struct Comparison: Hashable, Sendable {
    /// Behaviors that are unasserted now and not in the baseline.
    package var newlyUnprotected: [BehaviorReport.Entry]

    /// Behaviors of the baseline that a test now asserts or reads.
    package var nowProtected: [BehaviorReport.Entry]

    /// Behaviors of the baseline that no test exercises now, as the file names them.
    package var notExercised: [String]
  }
}

extension Baseline {
  /// The behaviors that a report shows as unasserted.
  package init(_ report: BehaviorReport) {
    lines = Set(report.entries.filter(\.isUnprotected).map(\.behavior.baselineLine))
  }

  /// Reads the text of a baseline.
  ///
  /// - Throws: An error that names the line that is neither a behavior nor a comment.
  package init(_ text: String, file: String) throws(ToolError) {
    lines = []
    for (number, line) in text.listedLines {
      guard line.contains(" · ."), line.contains(" → ") else {
        throw .input(
          """
          \(file):\(number) is not a behavior: \(line)
          Expected lines such as `Profile · .saveTapped → isSaving`, written by --update-baseline.
          """)
      }
      lines.insert(line)
    }
  }

  /// The text of the baseline's file.
  package var text: String {
    """
    # Behaviors that no test protects. `focus report --baseline` fails if any other behavior is \
    unasserted.
    # Written by `focus report --update-baseline`: sorted, one behavior per line.

    """ + lines.sorted().map { $0 + "\n" }.joined()
  }

  package var count: Int { lines.count }

  package func compare(_ report: BehaviorReport) -> Comparison {
    let entries = report.entries.filter(\.counts)
    let exercised = Set(entries.map(\.behavior.baselineLine))
    return Comparison(
      newlyUnprotected: entries.filter {
        $0.isUnprotected && !lines.contains($0.behavior.baselineLine)
      },
      nowProtected: entries.filter {
        !$0.isUnprotected && lines.contains($0.behavior.baselineLine)
      },
      notExercised: lines.subtracting(exercised).sorted())
  }
}

extension BehaviorReport.Entry {
  fileprivate var isUnprotected: Bool { counts && protection == .unasserted }
}

extension Behavior {
  fileprivate var baselineLine: String { description.oneLine }
}
