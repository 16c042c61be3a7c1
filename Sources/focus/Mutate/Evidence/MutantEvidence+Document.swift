import TestEvents

extension MutantEvidence {
  /// The evidence as a document: first the survivors with the code that kills them, then the mutants without a verdict,
  /// then the tests that kill no mutant.
  ///
  /// - Parameter vacuous: The statements of assert closures that asserted nothing.
  package func document(vacuous: [VacuousAssertion] = []) -> Document {
    let counts = counts
    let share = counts.percent.map { " (\($0.shortText) %)" } ?? ""
    let table = table
    return Document(
      title: "Mutants: \(counts[.killed]) of \(counts.judged) killed\(share)",
      parts: stopped + (scope.map { [.paragraph($0)] } ?? [])
        + [
          survivors,
          .list(
            "Accepted survivors (not counted)",
            mutants(.accepted).map { mutant in
              Document.Item(
                name: "\(mutant.subject)", details: [.init(text: mutant.reason ?? "")])
            }),
          vacuous.part,
        ] + unjudged + unreached + missing.parts + dropped + tests
        + (table.rows.count < 2 ? [] : [.table(table)]) + [.result(total)])
  }

  /// The matrix of the page. A survivor's cell refers to its item.
  package var matrix: Matrix {
    Matrix(
      cells: mutants.compactMap { mutant in
        guard let behavior = mutant.behavior else { return nil }
        let (state, label) = mutant.verdict.cell
        return Matrix.Cell(
          behavior: behavior, state: state, sign: state.sign, label: label,
          id: mutant.verdict == .survived ? behavior.anchor : nil)
      },
      legend: [
        "●": "killed: a test fails when it is switched off",
        "◐": "no test fails, but some could not be judged",
        "○": "survived: no test fails when it is switched off",
        "–": "not counted",
      ])
  }

  private var stopped: [Document.Part] {
    if isComplete { return [] }
    return [.paragraph("Stopped early. These are the results so far.", .yellow)]
  }

  private var total: String {
    let counts = counts
    let unjudged: KeyValuePairs<MutantVerdict, String> = [
      .accepted: "accepted", .undecided: "undecided", .equivalent: "equivalent",
      .notTried: "not fully tried",
    ]
    let rest = unjudged.filter { counts[$0.key] > 0 }.map { ", \(counts[$0.key]) \($0.value)" }
    return """
      \(count(counts.all, "mutant")): \(counts[.killed]) killed, \(counts[.survived]) survived\
      \(rest.joined()), in \(seconds.shortText) s and \(count(rounds, "round")).
      """
  }

  /// The number of mutants of each feature, by verdict.
  private var table: Document.Table {
    Document.Table(
      titles: ["Mutants", "Killed", "Share", "Survived", "Not counted"],
      rows: Dictionary(grouping: mutants, by: \.subject.shownFeature)
        .map { Document.Table.Row(name: $0, cells: cells($1)) }.sorted { $0.name < $1.name },
      total: cells(mutants))
  }

  private func cells(_ mutants: [Mutant]) -> [Document.Table.Cell] {
    let counts = mutants.counts
    return counts.cells((counts[.survived], .red), (counts.all - counts.judged, .yellow))
  }
}

// MARK: - Survivors

extension MutantEvidence {
  private var survivors: Document.Part {
    let survivors = mutants(.survived)
    let explanation = """
      A mutant is a feature with one fault. For example, a field keeps its old value, or an action \
      is not received. A mutant survives if all tests pass with it: no test detects the fault.
      """
    let sizes = mutants.countsOfTests
    return .list("Survived", survivors.map { item($0, sizes) }, explanation, color: .red)
  }

  /// - Parameter sizes: The number of mutants that each test exercises.
  private func item(_ mutant: Mutant, _ sizes: [String: Int]) -> Document.Item {
    let clause = mutant.trials.passing(with: mutant.subject).capitalizedFirst
    var item = Document.Item(
      id: mutant.behavior?.anchor, name: "\(mutant.subject)",
      details: mutant.subject.source.map { source in
        [
          .init(code: source.diff, isDifference: true),
          .init(items: [Document.Item(name: "Key: \(mutant.subject.key)")]),
        ]
      } ?? mutant.handledAt.map { [.init(text: "Handled at \($0.description)")] } ?? [])
    item.details.append(
      .init(
        text: mutant.behavior == nil ? "\(clause):" : "\(clause) without it:",
        items: mutant.trials.map { Document.Item($0.test) }))
    switch mutant.subject {
    case .source(let source):
      if let cure = source.cure { item.details.append(.init(text: "To protect it, \(cure)")) }
    case .behavior(let behavior):
      // The test that exercises the fewest mutants is the most focused one.
      let best = mutant.trials.filter { $0.code != nil }
        .min { (sizes[$0.test.name] ?? 0, $0.test) < (sizes[$1.test.name] ?? 0, $1.test) }
      if let code = best?.code {
        item.details.append(.init(text: "To protect it, \(code.advice):", code: code.lines))
      } else {
        item.details.append(.init(text: behavior.reasonForNoCode))
      }
    }
    return item
  }
}

extension Behavior {
  /// The reason why no code can be suggested that kills the mutant, and an alternative.
  fileprivate var reasonForNoCode: String {
    if outcome.kind == .starts {
      return """
        No code can be suggested for the start of an effect. To protect it, receive an action of the \
        effect, or check the dependency that it calls.
        """
    }
    return outcome.kind.sign == .state
      ? """
      No code can be suggested: the value has no source literal, or is too long, or the closure of \
      a scoped store asserts the step. To protect it, check the store's state.
      """
      : """
      No code can be suggested: the store cannot observe it, or receives an equal action without \
      it. To protect it, check a dependency, or write an exhaustive test.
      """
  }
}

extension MutantCode {
  /// The location for the code: `add before M/A.swift:5`.
  fileprivate var advice: String {
    let place = "\(file):\(line)"
    return switch self.place {
    case .replacingCall: "replace the call at \(place) with"
    case .inClosure: "add to the closure of the call at \(place)"
    case .before: "add before \(place)"
    case .atEnd: "add at the end of the test, whose last call is at \(place)"
    }
  }
}

/// A kind of fault. The raw value is its name in reports.
package enum MutationOperator: String, CaseIterable, Hashable, Sendable {
  case callRemoved = "call removed"
  case conditionAlways = "condition always met"
  case conditionNever = "condition never met"
  case boundaryMoved = "boundary moved"
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
    case .boundaryMoved: "send the action when both sides are equal, and expect its outcome."
    case nil: nil
    }
  }
}

// MARK: - What could not be judged

extension MutantEvidence {
  private var unjudged: [Document.Part] {
    let kinds: KeyValuePairs<MutantVerdict, String> = [
      .undecided: "Undecided: no test fails, but some tests could not be judged",
      .equivalent: "Equivalent: the state is the same without it in every test",
    ]
    return kinds.map { verdict, title in
      .list(
        "\(title) (not counted)",
        mutants(verdict).map { mutant in
          let diff = mutant.subject.source.map {
            Document.Detail(code: $0.diff, isDifference: true)
          }
          let obstacles = mutant.trials.filter { $0.reason != nil }.map { test in
            Document.Item(test.test, [.init(text: test.reason ?? "")])
          }
          return Document.Item(
            name: "\(mutant.subject)",
            details: [diff, obstacles.isEmpty ? nil : .init(items: obstacles)].compactMap(\.self))
        })
    }
  }

  /// The source mutants that no test runs, by line.
  private var unreached: [Document.Part] {
    let mutants = source?.unreached ?? []
    let lines = Dictionary(grouping: mutants) { "\($0.file):\($0.line)" }
    return [
      .list(
        "Not tried, because no test runs this code (not counted)",
        lines.sorted { $0.value[0] < $1.value[0] }
          .map { Document.Item(name: $0, note: $1[0].before) },
        count: count(mutants.count, "mutant"))
    ]
  }

  /// The source mutants that do not compile.
  private var dropped: [Document.Part] {
    guard let source, source.dropped > 0 else { return [] }
    return [
      .paragraph("Dropped, because they do not compile: \(source.dropped) of \(source.found).")
    ]
  }

  /// The tests that were left out, and those that kill no mutant.
  private var tests: [Document.Part] {
    let explanation = """
      These tests pass with every mutant. That is correct for a test that asserts an absence. \
      Without --source, it is also correct for a test of a dependency call, a guard, or a constant.
      """
    return [
      .list(
        "Left out, because these tests failed or did not end without a mutant",
        flakyTests.map { Document.Item(name: $0) }),
      .list("Tests that kill no mutant", idleTests.map { Document.Item($0) }, explanation),
    ]
  }
}

extension MutantVerdict {
  fileprivate var cell: (state: Matrix.State, label: String) {
    switch self {
    case .killed: (.good, "a test fails without it")
    case .survived: (.bad, "no test fails without it")
    case .accepted: (.idle, "no test fails without it (accepted)")
    case .equivalent: (.idle, "the state is the same without it")
    case .undecided: (.partial, "no test fails without it, but some could not be judged")
    case .notTried: (.idle, "not tried without it")
    }
  }
}
