/// What a directory holds: runs, and the facts that each has written.
///
/// Runs that began one after the other replace each other. Those that know nothing of each other count
/// together: files of several machines that were copied into one directory.
package struct LedgerDirectory: Hashable, Sendable {
  package let path: String

  private var runs: [String: Run] = [:]

  package struct Run: Hashable, Sendable {
    package fileprivate(set) var run: LedgerRun
    package fileprivate(set) var facts: Set<LedgerFact> = []

    /// The names of the tests that have written something.
    package var tests: Set<String> { Set(facts.map(\.test.name)) }
  }

  package init(path: String) { self.path = path }

  mutating func begin(_ run: LedgerRun) {
    if run.id.isEmpty { return }
    runs[run.id, default: Run(run: run)].run.formUnion(run)
  }

  mutating func insert(_ fact: LedgerFact, of run: LedgerRun) {
    runs[run.id, default: Run(run: run)].facts.insert(fact)
  }
}

extension LedgerDirectory {
  /// All runs, in the order in which they are shown.
  package var allRuns: [Run] {
    runs.values.sorted { ($0.run.start, $0.run.id) < ($1.run.start, $1.run.id) }
  }

  /// The runs that no other one came after. One, unless files of several directories were put together.
  package var newestRuns: [Run] {
    let all = allRuns
    let newest = all.filter { run in !all.contains { $0.run.isAfter(run.run) } }
    // Only where each came after another, in a circle, as no clock and no copying explains.
    return newest.isEmpty ? all : newest
  }

  /// The runs that another one came after.
  package var olderRuns: [Run] {
    let newest = Set(newestRuns.map(\.run.id))
    return allRuns.filter { !newest.contains($0.run.id) }
  }

  /// The facts of the newest runs, or of all. Then a test that ran again counts as in its last run.
  package func facts(ofAllRuns takesAll: Bool) -> Set<LedgerFact> {
    let all = allRuns.map { (run: $0, tests: takesAll ? $0.tests : []) }
    return (takesAll ? all.map(\.run) : newestRuns).reduce(into: []) { facts, run in
      let later = all.filter { $0.run.run.isAfter(run.run) }
      let replaced = later.reduce(into: Set<String>()) { $0.formUnion($1.tests) }
      facts.formUnion(
        replaced.isEmpty ? run.facts : run.facts.filter { !replaced.contains($0.test.name) })
    }
  }
}
