import TestEvents

/// The survivors that tests are to be written for, and the tests to read for each: those that reach it,
/// the simplest first.
package struct SurvivorQueue: Hashable, Sendable {
  /// Why tests led to none. Where that is the same, it is said once.
  private struct Obstacle: Hashable {
    var tests: [String] = []
    let reason: String

    var text: String {
      guard let first = tests.first else { return reason }
      return "\(first)\(tests.count > 1 ? " and \(tests.count - 1) more" : ""): \(reason)"
    }
  }

  private struct Entry: Hashable {
    let subject: MutantSubject
    /// The names of the tests that are still to be read.
    var tests: [String]
    /// The results of the others.
    var obstacles: [Obstacle] = []
    /// Whether the first of the tests has led to one.
    var isWritten = false
  }

  private var entries: [Entry]

  /// So many tests are read for a survivor: each takes a build.
  private static let readLimit = 3

  /// - Parameter refusal: Why a test cannot be read, as far as that is known before it is run.
  package init(_ evidence: MutantEvidence, refusal: (String) -> String?) {
    let counts = evidence.mutants.flatMap(\.tests).reduce(into: [:]) { counts, test in
      counts[test.test.name, default: 0] += 1
    }
    entries = evidence.mutants(.survived).map { mutant in
      let names = mutant.tests.filter { $0.result == .survived }.map(\.test.name)
        .sorted { (counts[$0] ?? 0, $0) < (counts[$1] ?? 0, $1) }
      var entry = Entry(subject: mutant.subject, tests: [])
      for name in names where entry.tests.count < Self.readLimit {
        if let refusal = refusal(name) {
          entry.obstacles.append(Obstacle(reason: refusal))
        } else {
          entry.tests.append(name)
        }
      }
      return entry
    }
  }

  /// All tests that may be read.
  package var tests: Set<String> { Set(entries.filter { !$0.isWritten }.flatMap(\.tests)) }

  /// The tests to read next, in the order of their names, and the survivors to look for in each.
  package var next: [(test: String, subjects: [MutantSubject])] {
    let open = entries.filter { !$0.tests.isEmpty && !$0.isWritten }
    return Dictionary(grouping: open) { $0.tests[0] }
      .map { ($0, $1.map(\.subject)) }.sorted { $0.test < $1.test }
  }

  /// Notes that a test has been written.
  package mutating func succeed(_ subject: MutantSubject) {
    guard let index = entries.firstIndex(where: { $0.subject == subject }) else { return }
    entries[index].isWritten = true
  }

  /// Notes, as a sentence, that the test that was read led to none, or that what was written does not hold beside
  /// others.
  ///
  /// - Parameter test: The test, if the sentence does not name it.
  package mutating func fail(_ subject: MutantSubject, in test: String? = nil, _ sentence: String) {
    guard let index = entries.firstIndex(where: { $0.subject == subject }) else { return }
    let reason = sentence.hasSuffix(".") ? sentence : sentence + "."
    if let test, let same = entries[index].obstacles.firstIndex(where: { $0.reason == reason }) {
      entries[index].obstacles[same].tests.append(test)
    } else {
      entries[index].obstacles.append(Obstacle(tests: test.map { [$0] } ?? [], reason: reason))
    }
    entries[index].tests.removeFirst()
    entries[index].isWritten = false
  }

  /// The reasons why the remaining survivors have no test, one sentence for the tests that were
  /// read.
  package var obstacles: [(subject: MutantSubject, reasons: [String])] {
    entries.filter { !$0.isWritten }.map { ($0.subject, $0.obstacles.map(\.text)) }
  }
}
