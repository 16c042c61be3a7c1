import TestEvents

// The evidence that a session produces.

extension MutantEvidence {
  package init(_ result: MutationResult, lines: ProductionLines = ProductionLines()) {
    let matrix = result.matrix
    isComplete = result.isComplete
    triesAll = result.triesAll
    rounds = result.rounds
    seconds = (Double(result.duration / .milliseconds(1)) / 1000 * 10).rounded() / 10
    flakyTests = result.flakyTests
    unknownTests = result.unknownTests
    slowTests = result.slowTests
    mutants = zip(matrix.columns, zip(matrix.mutants, matrix.verdicts)).map { column, mutant in
      Mutant(
        subject: mutant.0, verdict: mutant.1,
        tests: column.map { index, cell in
          let test = matrix.tests[index]
          return Test(
            test, cell, isLeftOut: matrix.leftOut.contains(index),
            isUnknown: result.unknownTests.contains(test.name))
        }, handledAt: lines[mutant.0])
    }
  }
}

extension MutantEvidence {
  /// Adds the scope of a session, and the results that it took over.
  package mutating func add(_ selection: MutantSelection) {
    review = selection.review
    shard = selection.shard
    takenOver = selection.takenOver.count
    mutants = (mutants + selection.takenOver).sorted { $0.subject < $1.subject }
  }
}

extension MutantEvidence.Test {
  fileprivate init(
    _ test: LedgerTest, _ cell: MutantMatrix.Cell, isLeftOut: Bool, isUnknown: Bool
  ) {
    self.init(
      test: test, mark: cell.mark, result: isLeftOut ? .leftOut : cell.trial ?? .notTried,
      code: cell.code)
    reason =
      switch result {
      case .unwritable: cell.reason ?? "The field cannot be put back."
      case .notReached: "It happened in the first run, and not again."
      case .noOutcome: cell.reason ?? "It did not run, or did not say how it ended."
      case .leftOut where test == .outside:
        "It also runs where no test is known, and could not be tried there."
      case .leftOut where isUnknown: "No test framework says which test made this store."
      case .leftOut: "It was left out, because it failed or did not end without a mutant."
      case .killed, .survived, .unnoticeable, .notTried: nil
      }
  }
}
