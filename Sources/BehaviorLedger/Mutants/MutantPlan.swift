import Foundation

/// Which outcome does not come about in which test: the file that `FOCUSED_MUTANTS` names.
///
/// A test has at most one mutant in a run. The process that runs it says in a log what came of that,
/// a ``MutantEvent`` a line.
package struct MutantPlan: Hashable, Sendable, Codable {
  /// The version of the format that this package writes and reads.
  package static let version = 1

  package var version = Self.version

  /// The file that the run's events are appended to.
  package var log: String

  /// The mutants, by the names of their tests.
  package var mutants: [String: Behavior]

  /// The mutant of the test of XCTest that a process runs first, whose name is known when it ends.
  package var firstMutant: Behavior?

  package init(log: String, mutants: [String: Behavior] = [:], firstMutant: Behavior? = nil) {
    self.log = log
    self.mutants = mutants
    self.firstMutant = firstMutant
  }
}

extension MutantPlan {
  /// Reads a plan, or returns `nil` if the file is missing, damaged or of another version.
  package init?(file: String) {
    guard let data = FileManager.default.contents(atPath: file),
      let plan = try? JSONDecoder().decode(MutantPlan.self, from: data),
      plan.version == Self.version
    else { return nil }
    self = plan
  }

  package func write(to file: String) throws {
    try JSONEncoder().encode(self).write(to: URL(fileURLWithPath: file), options: .atomic)
  }
}
