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
      parts: stopped + scope.map { .paragraph($0) }
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
        let (state, sign, label) = mutant.verdict.cell
        return Matrix.Cell(
          behavior: behavior, state: state, sign: sign, label: label,
          id: mutant.verdict == .survived ? behavior.anchor : nil)
      },
      legend: [
        "✓": "killed: a test fails when it is switched off",
        "✗": "survived: no test fails when it is switched off",
        "?": "no test fails, but some could not be judged",
        "–": "not counted",
      ])
  }

  private var stopped: [Document.Part] {
    if isComplete { return [] }
    let counts = counts
    let rest =
      counts[.notTried] == 0
      ? ""
      : " \(counts[.notTried]) of \(count(counts.all, "mutant")) were not tried in each of their tests."
    return [.paragraph("Stopped early. These are the results so far.\(rest)", .yellow)]
  }

  private var total: String {
    let counts = counts
    let unjudged: KeyValuePairs<MutantVerdict, String> = [
      .accepted: "accepted", .undecided: "undecided", .untested: "untested",
      .equivalent: "equivalent", .notReached: "not reached", .notTried: "not fully tried",
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
    let isWhole = counts.judged > 0 && counts[.killed] == counts.judged
    let unjudged = counts.all - counts.judged
    return [
      .init(text: "\(counts.all)"),
      .init(text: "\(counts[.killed])"),
      .init(
        text: counts.judged == 0 ? "–" : "\(counts[.killed] * 100 / counts.judged) %",
        color: isWhole ? .green : nil),
      .init(text: "\(counts[.survived])", color: counts[.survived] > 0 ? .red : nil),
      .init(text: "\(unjudged)", color: unjudged > 0 ? .yellow : nil),
    ]
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
  /// The reason why no code can be suggested that kills the mutant, and what to do instead.
  fileprivate var reasonForNoCode: String {
    outcome.kind.sign == .state
      ? """
      No code can be suggested: the value has no source literal, or is too long. To protect it, \
      check the store's state.
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

// MARK: - What could not be judged

extension MutantEvidence {
  private var unjudged: [Document.Part] {
    let kinds: KeyValuePairs<MutantVerdict, String> = [
      .undecided: "Undecided: no test fails, but some tests could not be judged",
      .untested: "Untested: the field could not be restored in any test",
      .equivalent: "Equivalent: the state is the same without it in every test",
      .notReached: "Not reached: it occurred only in the first run",
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
          let showsObstacles = [.undecided, .untested].contains(verdict) && !obstacles.isEmpty
          return Document.Item(
            name: "\(mutant.subject)",
            details: [diff, showsObstacles ? .init(items: obstacles) : nil].compactMap(\.self))
        })
    }
  }

  /// The source mutants that no test runs, by line. A mutant has a column if tests run the rest of its line, such as
  /// all but the right side of `??`.
  private var unreached: [Document.Part] {
    guard let source, !source.unreached.isEmpty else { return [] }
    let reached = Set(mutants.compactMap(\.subject.source).map { "\($0.file):\($0.line)" })
    let places = Dictionary(grouping: source.unreached) { mutant in
      let line = "\(mutant.file):\(mutant.line)"
      return reached.contains(line) ? "\(line):\(mutant.column)" : line
    }
    return [
      .list(
        "Not tried, because no test runs this code (not counted)",
        places.sorted { $0.value[0] < $1.value[0] }
          .map { Document.Item(name: $0, note: $1[0].before) },
        count: count(source.unreached.count, "mutant"))
    ]
  }

  /// The source mutants that do not compile.
  private var dropped: [Document.Part] {
    guard let source, !source.dropped.isEmpty else { return [] }
    let kinds = source.dropped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    let all = source.dropped.values.reduce(0, +)
    return [
      .paragraph("Dropped, because they do not compile: \(all) of \(source.found) (\(kinds)).")
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
      .list(
        "Left out, because no test framework identifies the test that created these stores",
        unknownTests.map { Document.Item(name: $0) }),
      .list("Tests that kill no mutant", idleTests.map { Document.Item($0) }, explanation),
    ]
  }
}

extension MutantVerdict {
  fileprivate var cell: (state: Matrix.State, sign: String, label: String) {
    switch self {
    case .killed: (.good, "✓", "a test fails without it")
    case .survived: (.bad, "✗", "no test fails without it")
    case .accepted: (.idle, "–", "no test fails without it (accepted)")
    case .equivalent: (.idle, "–", "the state is the same without it")
    case .undecided: (.partial, "?", "no test fails without it, but some could not be judged")
    case .untested, .notReached, .notTried: (.idle, "–", "not tried without it")
    }
  }
}
