/// The content of a ledger's directory: runs, and the facts of each.
///
/// The runs with the highest number replace the others. Several runs can have that number, if the runs of several
/// machines were copied into one directory.
package struct LedgerDirectory: Hashable, Sendable {
  package let path: String

  private var runs: [String: Run] = [:]

  package struct Run: Hashable, Sendable {
    package fileprivate(set) var run: LedgerRun
    package fileprivate(set) var facts: Set<LedgerFact> = []
    package fileprivate(set) var vacuous: Set<VacuousAssertion> = []

    /// The names of the tests that have written facts.
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

  mutating func insert(_ assertion: VacuousAssertion, of run: LedgerRun) {
    runs[run.id, default: Run(run: run)].vacuous.insert(assertion)
  }
}

extension LedgerDirectory {
  /// All runs, in the order in which they are shown.
  package var allRuns: [Run] {
    runs.values.sorted {
      ($0.run.number, $0.run.start, $0.run.id) < ($1.run.number, $1.run.start, $1.run.id)
    }
  }

  /// The runs with the highest number: one run, unless runs of several machines were copied together.
  package var newestRuns: [Run] { allRuns.filter { $0.run.number == newestNumber } }

  package var olderRuns: [Run] { allRuns.filter { $0.run.number != newestNumber } }

  private var newestNumber: Int? { runs.values.map(\.run.number).max() }

  /// The facts of the newest runs, or of all runs. If a test ran in several of them, its last run counts.
  package func facts(ofAllRuns takesAll: Bool) -> Set<LedgerFact> {
    counted(ofAllRuns: takesAll, \.facts) { $0.test.name }
  }

  /// The assertions of these runs that assert nothing.
  package func vacuous(ofAllRuns takesAll: Bool) -> Set<VacuousAssertion> {
    counted(ofAllRuns: takesAll, \.vacuous) { $0.test ?? "" }
  }

  private func counted<Item>(
    ofAllRuns takesAll: Bool, _ items: (Run) -> Set<Item>, test: (Item) -> String
  ) -> Set<Item> {
    let all = allRuns.map { (run: $0, tests: takesAll ? $0.tests : []) }
    return (takesAll ? all.map(\.run) : newestRuns).reduce(into: []) { result, run in
      let later = all.filter { $0.run.run.number > run.run.number }
      let replaced = later.reduce(into: Set<String>()) { $0.formUnion($1.tests) }
      let items = items(run)
      result.formUnion(
        replaced.isEmpty ? items : items.filter { !replaced.contains(test($0)) })
    }
  }
}
