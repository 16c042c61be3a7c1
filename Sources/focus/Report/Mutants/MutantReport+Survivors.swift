import SourceReading
import TestEvents

// The mutants that no test kills, each with suggested code that kills it.

extension MutantReport {
  var survivors: [String] {
    let survivors = evidence.mutants(.survived)
    let explanation = """
      A mutant is a feature with one fault. For example, a field keeps its old value, or an action \
      is not received. A mutant survives if all tests pass with it: no test detects the fault.
      """
    return style.section("Survived", survivors, explanation, color: .red) {
      [""] + lines(ofSurvivor: $0)
    } + suggestionsHint(survivors)
  }

  /// A note below several suggestions. Each one was made separately, and none was tried.
  private func suggestionsHint(_ survivors: [MutantEvidence.Mutant]) -> [String] {
    guard survivors.count(where: { $0.trials.contains { $0.code != nil } }) > 1 else { return [] }
    return [""]
      + Self.paragraph("These suggestions were not tried, and some may kill several mutants.")
  }

  private func lines(ofSurvivor mutant: MutantEvidence.Mutant) -> [String] {
    let tests = mutant.trials
    if let source = mutant.subject.source { return lines(of: source, in: tests) }
    let name = mutant.subject.description.oneLine.truncated(to: Self.width)
    var lines = [style(.bold, name)]
    if let place = mutant.handledAt { lines.append("  Handled at \(place.description.oneLine)") }
    lines.append("  \(tests.passing(with: mutant.subject).capitalizedFirst) without it:")
    lines += Self.list(of: tests)
    return lines + (mutant.behavior.map { cure(of: $0, in: tests) } ?? [])
  }

  /// A source mutant as a one-line diff, with advice on a test step that would notice it.
  private func lines(of mutant: SourceMutant, in tests: [MutantTrial]) -> [String] {
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
    of tests: [MutantTrial], details: (MutantTrial) -> [String] = { _ in [] }
  ) -> [String] {
    tests.lines(limit: 3, indent: "    ") { $0.test.lines() + details($0) }
  }

  /// The suggested code that kills a mutant, in the test that exercises the fewest mutants.
  private func cure(of behavior: Behavior, in tests: [MutantTrial]) -> [String] {
    let counts = evidence.mutants.countsOfTests
    let best = tests.filter { $0.code != nil }
      .min { (counts[$0.test.name] ?? 0, $0.test) < (counts[$1.test.name] ?? 0, $1.test) }
    guard let best, let code = best.code else {
      if behavior.outcome.kind.sign == .state {
        return Self.indented(
          "No code can be suggested: the value has no source literal, or is too long. To "
            + "protect it, check the store's state.")
      }
      return Self.indented(
        "No code can be suggested: the store cannot observe it, or receives an equal action "
          + "without it. To protect it, check a dependency, or write an exhaustive test.")
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
      "replace the called dependency with a `Stub`, and expect its `calls`."
    case .callRemoved:
      "assert the field that this line changes, with another value before the step."
    case .conditionAlways:
      "send the action when this condition is false, and expect no outcome."
    case .conditionNever: "send the action when this condition is true, and expect its outcome."
    case .conditionNegated:
      "send the action when this condition is true, or when it is false, and expect its outcome."
    case .termRemoved:
      "send the action when this part alone decides the condition, and expect its outcome."
    case .boundaryMoved: "send the action when both sides are equal, and expect its outcome."
    case .numberChanged:
      """
      assert the exact value. For a duration, advance a `TestClock` to just before its end, and \
      expect no action.
      """
    case nil: nil
    }
  }
}
