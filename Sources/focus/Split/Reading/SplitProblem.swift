import SourceReading
import TestEvents

/// Code of a test that cannot be split, with the reason.
package struct SplitProblem: Hashable, Sendable {
  /// The line in the test's file; 0 if the code is elsewhere.
  package var line: Int
  package var reason: String
  /// The behavior that has no test because of this problem, if known.
  package var behavior: Behavior?
  /// The behaviors that the code asserts.
  var asserted: Set<Behavior> = []
  /// Whether the code is in a helper that the test calls.
  var isInHelper = false
  /// The statement with the block that contains the code, if any.
  var block: Int?

  /// The problem as the terminal shows it.
  var sentence: String {
    (line > 0 ? "line \(line): " : "") + reason + (reason.hasSuffix(".") ? "" : ".")
  }
}

extension TracedTest {
  /// The expectations in assert closures about no field that the step changes, so that no new test contains them.
  var expectationsInClosures: [SplitProblem] {
    let source = function.source
    let steps = units.flatMap(\.steps)
    var problems: [SplitProblem] = []
    for unit in units {
      guard let call = unit.call, let tokens = call.closure else { continue }
      let base = declaredParts[call.receiver] ?? 0
      // The assertion of an earlier step's field comes from the closure of that step.
      let own = unit.kind == .assertion ? nil : Set(unit.assertions.compactMap(\.step))
      let paths = steps.filter { own?.contains($0.step) != false }.flatMap(\.changes).map(\.path)
        .filter { $0.count > base }.map { Array($0.dropFirst(base)) }
      let closure = AssertClosure(tokens, in: source)
      for statement in closure.statements.map(\.tokens)
      where Self.isExpectation(statement, in: source) {
        let mentions = source.mentions(of: closure.parameter, in: statement, isNested: true)
        if mentions.contains(where: { paths.contains(where: $0.concerns) }) { continue }
        let line = source.lineRange(of: statement).lowerBound
        problems.append(SplitProblem(line: line, reason: "an expectation in an assert closure"))
      }
    }
    return problems
  }

  /// The code that can't be split, with the behaviors that the new tests don't assert because of it.
  ///
  /// A helper has no problem if the new tests protect all that it asserts, and a block if it also is in a new test.
  ///
  /// - Parameters:
  ///   - tests: The new tests.
  ///   - proven: The behaviors whose mutants the new tests kill; `nil` if there are no new tests.
  package func problems(
    in tests: [FocusedTest] = [], proven: Set<Behavior>? = nil
  ) -> [SplitProblem] {
    let kept = Set(tests.flatMap(\.candidate.units))
    let split = Set(assertedBehaviors.map(\.behavior))
    func lost(_ asserted: some Sequence<Behavior>) -> Set<Behavior> {
      Set(asserted).subtracting(proven ?? []).filter(\.outcome.kind.canBeSwitchedOff)
    }
    func names(_ behaviors: Set<Behavior>) -> String? {
      let names = behaviors.subtracting(split).sorted().map { "`\($0)`" }
      return names.isEmpty ? nil : names.joined(separator: ", ")
    }
    let known = problems.compactMap { problem -> SplitProblem? in
      let lost = lost(problem.asserted)
      let isKept = problem.isInHelper || problem.block.map(kept.contains) == true
      if isKept, proven != nil, lost.isEmpty { return nil }
      var problem = problem
      if let names = names(lost) { problem.reason += " (\(names))" }
      return problem
    }
    let others = units.indices.compactMap { unit -> SplitProblem? in
      guard units[unit].kind != .block else { return nil }
      return names(lost(units[unit].assertions.flatMap(\.behaviors))).map {
        SplitProblem(line: line(of: unit), reason: "\($0) cannot be extracted")
      }
    }
    return known + others
  }

  /// The statements that assert something, are in no new test, and are on no line that the summary names.
  ///
  /// If no other statement asserts the same behaviors, the new tests assert them in another way.
  ///
  /// - Parameters:
  ///   - tests: The new tests.
  ///   - listed: The lines that the summary names.
  /// - Returns: The statements with values or expectations, and those without, such as a `receive` without a closure.
  package func unused(
    in tests: [FocusedTest], listed: Set<Int> = []
  ) -> (assertions: [SplitProblem], calls: [SplitProblem]) {
    let source = function.source
    let ways = tests.flatMap(\.ways)
    let kept = Set(ways.flatMap(\.statements))
    let counts = units.flatMap { Set($0.assertions.flatMap(\.behaviors)) }
      .reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var (assertions, calls): ([SplitProblem], [SplitProblem]) = ([], [])
    for (index, unit) in units.enumerated() where !kept.contains(index) {
      let line = line(of: index)
      if listed.contains(line) { continue }
      let behaviors = unit.assertions.flatMap(\.behaviors)
      let isOnly = !behaviors.isEmpty && behaviors.allSatisfy { counts[$0] == 1 }
      if let call = unit.actionCall, !isOnly, !unit.assertions.isEmpty {
        let text = source.lines(of: call, keepingResult: false).joined(separator: " ")
        if call.closure == nil {
          calls.append(SplitProblem(line: line, reason: "`\(text)`"))
        } else {
          assertions.append(SplitProblem(line: line, reason: "the values asserted after `\(text)`"))
        }
      } else if unit.isEnd, source.names(in: unit.tokens).contains("finish"),
        !ways.contains(where: { $0.ending == finish })
      {
        calls.append(SplitProblem(line: line, reason: "`\(source.text(unit.tokens))`"))
      } else if unit.kind == .other, source.hasExpectation(in: unit.tokens) {
        assertions.append(SplitProblem(line: line, reason: "an expectation in a block"))
      }
    }
    return (assertions, calls)
  }

  /// The message for a test of which no behavior has a test.
  ///
  /// - Parameter others: The reasons why chosen tests are missing.
  package func refusal(because others: [SplitProblem]) -> String {
    let problems = problems() + others
    let head = "No behavior of \(function.name) can be tested separately"
    return problems.isEmpty
      ? "\(head): its steps have no outcomes."
      : ([head + ":"] + problems.map { "  " + $0.sentence }).joined(separator: "\n")
  }
}

extension SwiftSource {
  /// Whether a token is the name of an expectation.
  func isExpectation(_ index: Int) -> Bool {
    let word = text(index)
    return ["#expect", "#require", "expectNoDifference", "XCTUnwrap"].contains(word)
      || word.hasPrefix("XCTAssert")
  }

  /// Whether a statement or a block of it contains an expectation, or records a failure.
  fileprivate func hasExpectation(in tokens: Range<Int>) -> Bool {
    tokens.contains { index in
      isExpectation(index) || text(index) == "XCTFail"
        || text(index) == "record" && text(index - 2) == "Issue"
    }
  }
}
