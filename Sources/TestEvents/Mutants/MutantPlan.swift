import Foundation

/// The active mutant of each test. `FOCUSED_MUTANTS` names its file.
///
/// A test has at most one mutant in a run. The process that runs the test writes the result to a log, one
/// ``MutantEvent`` per line.
package struct MutantPlan: Hashable, Sendable, Codable {
  /// The version of the format that this package writes and reads.
  package static let version = 2

  package var version = Self.version

  /// The file to which the run appends its events.
  package var log: String

  /// The mutants, by the names of their tests.
  package var mutants: [String: MutantSubject]

  /// The numbers of the switches that `focus split` turns in each test, by the names of the tests.
  package var switches: [String: [Int]]

  package init(
    log: String, mutants: [String: MutantSubject] = [:], switches: [String: [Int]] = [:]
  ) {
    self.log = log
    self.mutants = mutants
    self.switches = switches
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
