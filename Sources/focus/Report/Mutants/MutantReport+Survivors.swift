import SourceReading
import TestEvents

// The mutants that no test kills, each with suggested code that kills it.

extension MutantReport {
  var survivors: [String] {
    let survivors = evidence.mutants(.survived)
    let explanation =
      evidence.source == nil
      ? """
      A mutant is the feature with one behavior switched off: a field that keeps its old value, an \
      action that does not arrive. A mutant with which all tests still pass has survived: no test \
      protects the behavior.
      """
      : """
      A mutant is the feature with one fault in its source. A mutant with which all tests still pass has \
      survived: no test would notice the fault.
      """
    return style.section("Survived", survivors, explanation, color: .red) {
      [""] + lines(ofSurvivor: $0)
    } + suggestionsHint(survivors)
  }

  /// A note below several suggestions. Each one was made separately, and none was tried.
  private func suggestionsHint(_ survivors: [MutantEvidence.Mutant]) -> [String] {
    guard survivors.count(where: { $0.tests.contains { $0.code != nil } }) > 1 else { return [] }
    return [""]
      + Self.paragraph(
        """
        One piece of this code may kill several mutants, and none of it was tried. --write-tests FILE \
        writes a test for each survivor, and tries it.
        """)
  }

  private func lines(ofSurvivor mutant: MutantEvidence.Mutant) -> [String] {
    let tests = mutant.tests
    if let source = mutant.subject.source { return lines(of: source, in: tests) }
    let whatHappened =
      tests.count == 1
      ? "Switched off in the one test in which it happens, which passes:"
      : "Switched off in each of the \(tests.count) tests in which it happens, and all pass:"
    let name = mutant.subject.description.oneLine.truncated(to: Self.width)
    var lines = [style(.bold, name)]
    if let place = mutant.handledAt { lines.append("  Handled at \(place.description.oneLine)") }
    lines.append("  " + whatHappened)
    lines += Self.list(of: tests)
    return lines + (mutant.behavior.map { cure(of: $0, in: tests) } ?? [])
  }

  /// A source mutant as a one-line diff, with advice on a test step that would notice it.
  private func lines(of mutant: SourceMutant, in tests: [MutantEvidence.Test]) -> [String] {
    [style(.bold, mutant.description.oneLine)] + mutant.diff.map { "  " + $0 }
      + [
        "  Key: \(MutantSubject.source(mutant).key)",
        "  \(tests.passing(with: .source(mutant)).capitalizedFirst):",
      ]
      + Self.list(of: tests)
      + (mutant.cure.map { Self.indented("To protect it, \($0)") } ?? [])
  }

  /// - Parameter details: Returns the lines below a test's name.
  static func list(
    of tests: [MutantEvidence.Test], details: (MutantEvidence.Test) -> [String] = { _ in [] }
  ) -> [String] {
    tests.lines(limit: 3, indent: "    ") { $0.test.lines() + details($0) }
  }

  /// The suggested code that kills a mutant, in the test that exercises the fewest mutants.
  private func cure(of behavior: Behavior, in tests: [MutantEvidence.Test]) -> [String] {
    // The number of mutants that each test exercises.
    let counts = evidence.mutants.flatMap(\.tests).reduce(into: [:]) {
      $0[$1.test.name, default: 0] += 1
    }
    let best = tests.filter { $0.code != nil }
      .min { (counts[$0.test.name] ?? 0, $0.test) < (counts[$1.test.name] ?? 0, $1.test) }
    guard let best, let code = best.code else {
      if behavior.outcome.kind.sign == .state {
        return Self.indented(
          "There is no code to suggest: the value cannot be written out, or is too long. A check "
            + "of the store's state may tell.")
      }
      return Self.indented(
        "There is no code to suggest: the store sees nothing of it, or receives an equal action "
          + "in any case. A dependency or an exhaustive test may tell.")
    }
    let advice = code.advice
    let start =
      tests.count == 1
      ? Self.indented("To protect it, \(advice):")
      : ["  To protect it, in", "    " + best.test.name.oneLine] + Self.indented(advice + ":")
    let doubts = (code.notes ?? []).flatMap { Self.indented($0.oneLine) }
    return start + [""] + code.lines.map { "      " + $0 } + (doubts.isEmpty ? [] : [""] + doubts)
  }

  private static func indented(_ text: String) -> [String] {
    text.wrapped(to: width - 2).map { "  " + $0 }
  }
}

extension SourceMutant {
  /// The line before and after the mutation.
  package var diff: [String] { ["- " + before] + (after.isEmpty ? [] : ["+ " + after]) }

  /// Advice on a test step that would notice the fault; `nil` for an operator that only a later version knows.
  package var cure: String? {
    switch MutationOperator(rawValue: self.operator) {
    case .callRemoved where !before.hasPrefix("state."):
      "put a `Stub` in the place of what is called, and expect its `calls`."
    case .callRemoved, .assignmentRemoved:
      "set what this line changes in the closure of the step, where it was not so before."
    case .effectRemoved:
      "receive what the effect sends, or expect the `calls` of a `Stub` that it awaits."
    case .caseEmptied: "send or receive this action, and set what it changes."
    case .conditionAlways:
      "send the action where this condition does not hold, and expect that nothing follows."
    case .conditionNever: "send the action where this condition holds, and expect what follows."
    case .conditionNegated:
      "send the action where this condition holds, or where it does not, and expect what follows."
    case .termRemoved:
      "send the action where this part alone decides the condition, and expect what follows."
    case .boundaryMoved: "send the action where both sides are equal, and expect what follows."
    case .numberChanged:
      """
      expect the value itself. For a duration, advance a `TestClock` to just before its end, and expect \
      nothing yet.
      """
    case .cancelInFlightRemoved:
      "send the action twice before its effect ends, and expect the second result alone."
    case .cancellableRemoved:
      "cancel the effect as the feature does, and expect with `finish()` that it has ended."
    case nil: nil
    }
  }
}
