import TestEvents

extension MutantEvidence {
  /// The results of one test with all mutants that the test exercises.
  struct TestWork {
    var test: LedgerTest

    /// The mutants that the test kills, as indices of ``MutantEvidence/mutants``.
    var kills: Set<Int> = []

    /// Whether the test was tried with each of its mutants.
    var isComplete = true

    /// Whether each tried mutant has a result.
    var isJudged = true

    /// Whether the test passed with at least one mutant, and killed none.
    var hasOnlyPassed: Bool { hasPassed && kills.isEmpty }
    var hasPassed = false
  }

  /// The results of each test, ordered by name. Tests without mutants are not included.
  var testWorks: [TestWork] {
    var works: [String: TestWork] = [:]
    for (index, mutant) in mutants.enumerated() {
      for test in mutant.tests where test.result != .leftOut {
        var work = works[test.test.name] ?? TestWork(test: test.test)
        switch test.result {
        case .killed: work.kills.insert(index)
        case .survived: work.hasPassed = true
        case .notTried: work.isComplete = false
        default: if !test.result.isJudgment { work.isJudged = false }
        }
        works[test.test.name] = work
      }
    }
    return works.values.sorted { $0.test < $1.test }
  }
}
