import TestEvents

/// The survivors that need a test, and the tests to read for each: those that reach the survivor, the simplest first.
package struct SurvivorQueue: Hashable, Sendable {
  /// A reason why some tests led to no new test.
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
    /// The names of the tests that are not yet read.
    var tests: [String]
    /// The reasons why the tests that were read led to no new test.
    var obstacles: [Obstacle] = []
    /// Whether the first of the tests has led to a new test.
    var isWritten = false
  }

  private var entries: [Entry]

  /// The maximum number of tests to read per survivor. Reading a test takes a build.
  private static let readLimit = 3

  /// - Parameter refusal: Returns the reason why a test cannot be read, if its source shows one.
  package init(_ evidence: MutantEvidence, refusal: (String) -> String?) {
    let counts = evidence.mutants.countsOfTests
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

  /// The test to read next, and the survivors to look for in it.
  package var next: (test: String, subjects: [MutantSubject])? {
    let open = entries.filter { !$0.tests.isEmpty && !$0.isWritten }
    return open.map { $0.tests[0] }.min().map { test in
      (test, open.filter { $0.tests[0] == test }.map(\.subject))
    }
  }

  /// Records that a test for a survivor has been written.
  package mutating func succeed(_ subject: MutantSubject) {
    guard let index = entries.firstIndex(where: { $0.subject == subject }) else { return }
    entries[index].isWritten = true
  }

  /// Records a reason why the first test led to no new test.
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
  }

  /// The reasons why the remaining survivors have no test. Tests with the same reason share a sentence.
  package var obstacles: [(subject: MutantSubject, reasons: [String])] {
    entries.filter { !$0.isWritten }.map { ($0.subject, $0.obstacles.map(\.text)) }
  }
}
