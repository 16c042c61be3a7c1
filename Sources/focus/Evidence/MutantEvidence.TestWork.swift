import TestEvents

extension MutantEvidence {
  /// The results of one test with all mutants that it exercises.
  struct TestWork {
    var test: LedgerTest

    /// The mutants that it kills, by their places in ``MutantEvidence/mutants``.
    var kills: Set<Int> = []

    /// Whether it was tried with each of them.
    var isComplete = true

    /// Whether each that was tried said what the test does without the behavior.
    var isJudged = true

    /// Whether it passed without a behavior, and never failed.
    var hasOnlyPassed: Bool { hasPassed && kills.isEmpty }
    var hasPassed = false
  }

  /// The same for each test, in the order of their names. A test without mutants is not included.
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
