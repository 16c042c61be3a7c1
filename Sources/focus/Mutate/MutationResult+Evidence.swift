import BehaviorLedger

// What a session has found, as it is kept.

extension MutantEvidence {
  package init(_ result: MutationResult) {
    let matrix = result.matrix
    isComplete = result.isComplete
    triesAll = result.triesAll
    rounds = result.rounds
    seconds = (Double(result.duration / .milliseconds(1)) / 1000 * 10).rounded() / 10
    flakyTests = result.flakyTests
    unknownTests = result.unknownTests
    mutants = zip(matrix.columns, zip(matrix.behaviors, matrix.verdicts)).map { column, mutant in
      Mutant(
        behavior: mutant.0, verdict: mutant.1,
        tests: column.map { index, cell in
          Test(
            matrix.tests[index], cell, isLeftOut: matrix.leftOut.contains(index))
        })
    }
  }
}

extension MutantEvidence.Test {
  fileprivate init(_ test: LedgerTest, _ cell: MutantMatrix.Cell, isLeftOut: Bool) {
    self.init(test: test, mark: cell.mark, result: .notTried, code: cell.code)
    switch cell.trial {
    case _ where isLeftOut: result = .leftOut
    case .killed(let cause):
      result = .killed
      self.cause = cause
    case .survived: result = .survived
    case .unnoticeable: result = .unnoticeable
    case .unwritable: result = .unwritable
    case .notReached: result = .notReached
    case .noOutcome: result = .noOutcome
    case nil: result = .notTried
    }
  }
}
