import TestEvents

/// Searches the shortest test of each step whose behaviors an exhaustive test protects.
///
/// The search makes all decisions and runs nothing itself, so that tests can use a fake judge.
package struct SplitSearch {
  /// Runs trials, and returns which of them pass.
  package typealias Judge = ([Trial]) throws(ToolError) -> [Bool]

  private let test: SplitTest
  private let judge: Judge
  private let report: (String) -> Void
  private var passes: [Trial: Bool] = [:]

  /// - Parameter report: Called with the progress before each round.
  package init(
    _ test: SplitTest, judge: @escaping Judge, report: @escaping (String) -> Void = { _ in }
  ) {
    self.test = test
    self.judge = judge
    self.report = report
  }

  /// A test that the search found.
  package struct Found: Hashable, Sendable {
    package var choice: Choice
    /// The behaviors whose mutants the test kills, and that no shorter test shows better.
    package var behaviors: [Behavior]
    /// Other behaviors that the test protects as well.
    package var others: [Behavior] = []
  }

  /// The result of the search.
  package struct Result: Sendable {
    package var tests: [Found] = []
    /// The behaviors that no choice of elements protects.
    package var lost: [Behavior] = []
    /// The expectations that no mutant makes fail.
    package var idleExpectations: [Int] = []
  }

  /// The mutants with which a choice fails.
  package mutating func killed(
    by choice: Choice, among mutants: [MutantSubject]
  ) throws(ToolError) -> [MutantSubject] {
    let trials = mutants.map { Trial(choice: choice, mutant: $0) }
    try run(trials)
    return zip(mutants, trials).filter { passes[$0.1] == false }.map(\.0)
  }

  /// Searches the tests of some behaviors.
  ///
  /// - Parameter isTooLong: Whether some tests together are too long.
  package mutating func result(
    for behaviors: [Behavior], isTooLong: ([Found]) -> Bool
  ) throws(ToolError) -> Result {
    let actions = try goalsOfActions(behaviors)
    let shown = actions.flatMap(\.behaviors)
    let rest = behaviors.filter { !shown.contains($0) }
    let goals = try reached(actions + rest.map(goal) + goalsOfExpectations(behaviors))
    try run(goals.flatMap { goal in goal.withoutExpectation(in: test).map(trials) ?? [] })
    var result = Result()
    for goal in goals where goal.expectation == nil {
      if let choice = goal.deletion.choice {
        result.add(choice, goal.behaviors)
      } else {
        result.lost += goal.behaviors
      }
    }
    for element in test.elements where element.isExpectation {
      let shown = goals.first { goal in
        goal.expectation == element.number
          && goal.withoutExpectation(in: test).map { !serves($0, $1) } == true
      }
      if let shown, let choice = shown.deletion.choice {
        result.add(choice, shown.behaviors)
      } else {
        result.idleExpectations.append(element.number)
      }
    }
    try merge(&result.tests, isTooLong)
    result.tests.sort { $0.lastElement < $1.lastElement }
    return result
  }
}

// MARK: - Rounds

extension SplitSearch {
  /// Behaviors for which one test is searched.
  private struct Goal {
    let behaviors: [Behavior]
    var deletion: Deletion
    /// The expectation that the test is about, if any.
    var expectation: Int?

    /// The choice that was found, without its expectation. If it serves as well, nothing shows that the expectation fails.
    func withoutExpectation(in test: SplitTest) -> (Choice, [Behavior])? {
      guard let expectation, let choice = deletion.choice else { return nil }
      return (choice.without([expectation], in: test), behaviors)
    }
  }

  /// The goals of the actions whose closures assert fields.
  ///
  /// All assertions of these fields stay, because a mutant shows only that a field does not change, and not that it has
  /// another value.
  private mutating func goalsOfActions(_ behaviors: [Behavior]) throws(ToolError) -> [Goal] {
    let asserted = behaviors.map { ($0, test.assertions(of: $0)) }.filter { !$0.1.isEmpty }
    // Sorted, because the order of a dictionary differs from run to run.
    let kept = Dictionary(grouping: asserted) { [$0.0.feature, $0.0.action] }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { ($0.value.map(\.0), $0.value.flatMap(\.1)) }
    let starts = try starts(asserting: kept.map(\.1))
    try run(zip(kept, starts).flatMap { trials(of: $1, $0.0) })
    return zip(kept, starts).compactMap { kept, start in
      let killed = kept.0.filter { serves(start, [$0]) }
      if killed.isEmpty { return nil }
      let numbers = Set(kept.1.map(\.number))
      return Goal(behaviors: killed, deletion: Deletion(test, from: [start], keeping: numbers))
    }
  }

  /// The goals of the expectations. Each has a behavior without which only the expectation fails, or else one goal per
  /// behavior without which it may fail together with a step before it, such as one that waits for the same call.
  private mutating func goalsOfExpectations(
    _ behaviors: [Behavior]
  ) throws(ToolError) -> [Goal] {
    let expectations = test.elements.filter(\.isExpectation)
    let all = try starts(asserting: expectations.map { [$0] })
    let starts = zip(expectations, all).map { element, start in
      // Later steps may fail with the mutant, too.
      let later = test.elements.map(\.number).filter { $0 > element.number }
      let start = start.without(later, in: test)
      return (element.number, start, steps: start.without([element.number], in: test))
    }
    try run(starts.flatMap { trials(of: $1, behaviors) + trials(of: $2, behaviors) })
    return starts.flatMap { number, start, steps in
      let shown = behaviors.filter { serves(start, [$0]) }
      let alone = shown.first { !serves(steps, [$0]) }
      return (alone.map { [$0] } ?? shown).map { behavior in
        Goal(
          behaviors: [behavior], deletion: Deletion(test, from: [start], keeping: [number]),
          expectation: number)
      }
    }
  }

  /// For each list of assertions, the first choice with them in `.off` that passes: without any other assertion, or with
  /// the other receives, because a `receive` consumes the first action that it matches.
  private mutating func starts(asserting lists: [[TestElement]]) throws(ToolError) -> [Choice] {
    let choices = lists.map { kept in
      [false, true].map { test.choice(asserting: kept, in: .off, withReceives: $0) }
    }
    try run(choices.joined().map { Trial(choice: $0) })
    return choices.map { both in both.first { passes[Trial(choice: $0)] == true } ?? both[0] }
  }

  /// The goal of a behavior that no assertion of a field shows.
  private func goal(_ behavior: Behavior) -> Goal {
    let named = test.assertions(naming: behavior)
    let starts = Choice.Exhaustivity.allCases.filter { $0 != .original }.flatMap { exhaustivity in
      [named, test.elements].map { test.choice(asserting: $0, in: exhaustivity) }
    }
    return Goal(behaviors: [behavior], deletion: Deletion(test, from: starts.uniqued))
  }

  /// Runs the deletions of some goals to their ends, all in the same rounds.
  private mutating func reached(_ goals: [Goal]) throws(ToolError) -> [Goal] {
    var goals = goals
    while true {
      let open = goals.filter { !$0.deletion.proposals.isEmpty }
      if open.isEmpty { return goals }
      report("Searching \(count(open.count, "test")) …")
      try run(open.flatMap { goal in goal.deletion.proposals.map { Trial(choice: $0) } })
      try run(
        open.flatMap { goal in
          goal.deletion.proposals.filter { passes[Trial(choice: $0)] == true }
            .flatMap { choice in
              goal.behaviors.map { Trial(choice: choice, mutant: .behavior($0)) }
            }
        })
      for index in goals.indices {
        let behaviors = goals[index].behaviors
        goals[index].deletion.learn { serves($0, behaviors) }
      }
    }
  }

  /// The trials of a choice, without a mutant and with that of each of some behaviors.
  private func trials(of choice: Choice, _ behaviors: [Behavior]) -> [Trial] {
    [Trial(choice: choice)]
      + behaviors.map { Trial(choice: choice, mutant: .behavior($0)) }
  }

  /// Whether a choice passes, and fails with the mutant of each of some behaviors.
  private func serves(_ choice: Choice, _ behaviors: [Behavior]) -> Bool {
    passes[Trial(choice: choice)] == true
      && behaviors.allSatisfy { passes[Trial(choice: choice, mutant: .behavior($0))] == false }
  }

  /// Runs the trials whose results are unknown.
  private mutating func run(_ trials: [Trial]) throws(ToolError) {
    let open = trials.filter { passes[$0] == nil }.uniqued
    if open.isEmpty { return }
    for (trial, passes) in zip(open, try judge(open)) { self.passes[trial] = passes }
  }
}

// MARK: - The chosen tests

extension SplitSearch {
  /// Merges two tests at a time if one contains the other, or if both assert values of the same behaviors, and the most
  /// similar ones while all are too long.
  private mutating func merge(
    _ tests: inout [Found], _ isTooLong: ([Found]) -> Bool
  ) throws(ToolError) {
    var rejected: Set<Found> = []
    while true {
      let pairs = tests.pairs.map { (both: $0, union: $0.0.merged(with: $0.1)) }.filter { pair in
        pair.both.0.choice.exhaustivity == pair.both.1.choice.exhaustivity
          && !rejected.contains(pair.union)
      }
      let contained = pairs.first { pair in
        let (first, second) = pair.both
        return first.contains(second) || second.contains(first)
          || first.behaviors == second.behaviors && first.assertsValue(in: test)
            && second.assertsValue(in: test)
      }
      guard
        let pair = contained
          ?? (isTooLong(tests)
            ? pairs.max {
              $0.both.0.similarity(to: $0.both.1) < $1.both.0.similarity(to: $1.both.1)
            }
            : nil)
      else { return }
      let union = pair.union
      try run(trials(of: union.choice, union.behaviors + union.others))
      if serves(union.choice, union.behaviors + union.others) {
        tests.removeAll { $0 == pair.both.0 || $0 == pair.both.1 }
        tests.append(union)
      } else {
        rejected.insert(union)
      }
    }
  }
}

extension SplitSearch.Result {
  fileprivate mutating func add(_ choice: Choice, _ behaviors: [Behavior]) {
    if let index = tests.firstIndex(where: { $0.choice == choice }) {
      tests[index].behaviors = (tests[index].behaviors + behaviors).uniqued
    } else {
      tests.append(SplitSearch.Found(choice: choice, behaviors: behaviors))
    }
  }
}

extension SplitSearch.Found {
  fileprivate var lastElement: Int { choice.elements.max() ?? 0 }

  fileprivate func contains(_ other: Self) -> Bool {
    choice.elements.isSuperset(of: other.choice.elements)
  }

  /// Whether the test asserts more than that something happens.
  fileprivate func assertsValue(in test: SplitTest) -> Bool {
    test.elements.contains { element in
      choice.elements.contains(element.number) && element.isAssertion && element.kind != .receive
    }
  }

  /// The share of the elements of two tests that both have.
  fileprivate func similarity(to other: Self) -> Double {
    let shared = choice.elements.intersection(other.choice.elements)
    return Double(shared.count) / Double(choice.elements.union(other.choice.elements).count)
  }

  /// One test with the elements of two. If one contains the other, it keeps its name.
  fileprivate func merged(with other: Self) -> Self {
    if other.contains(self), !contains(other) { return other.merged(with: self) }
    var result = self
    result.others = (others + other.others).uniqued
    if contains(other) {
      result.others = (result.others + other.behaviors).uniqued
    } else {
      result.choice.elements.formUnion(other.choice.elements)
      let isFirst = lastElement < other.lastElement
      result.behaviors =
        (isFirst ? behaviors + other.behaviors : other.behaviors + behaviors).uniqued
    }
    return result
  }
}

extension Array {
  /// The pairs of different elements.
  fileprivate var pairs: [(Element, Element)] {
    indices.flatMap { index in self[..<index].map { ($0, self[index]) } }
  }
}

extension SplitTest {
  /// All steps of the test, with only some of its assertions.
  fileprivate func choice(
    asserting kept: [TestElement], in exhaustivity: Choice.Exhaustivity, withReceives: Bool = false
  ) -> Choice {
    let others = elements.filter { element in
      element.isAssertion && !(withReceives && element.kind == .receive)
        && !kept.contains { encloses(element, $0) }
    }
    var choice = whole.without(others.map(\.number), in: self)
    choice.exhaustivity = exhaustivity
    return choice
  }

  /// Whether an element contains another one, or is that one.
  private func encloses(_ element: TestElement, _ other: TestElement) -> Bool {
    element.tokens.lowerBound <= other.tokens.lowerBound
      && element.tokens.upperBound >= other.tokens.upperBound
  }
}
