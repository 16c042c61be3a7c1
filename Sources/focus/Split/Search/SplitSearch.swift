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
    var result = Result()
    let steps = try goalsOfSteps(behaviors)
    let rest = behaviors.filter { behavior in !steps.contains { $0.behaviors.contains(behavior) } }
    var hidden: [(number: Int, start: Choice)] = []
    let expectations = try goalsOfExpectations(behaviors, &hidden)
    for goal in try reached(steps + rest.map(goal) + expectations) {
      if let choice = goal.deletion.choice {
        result.add(choice, goal.behaviors)
      } else {
        result.lost += goal.behaviors
      }
    }
    try addTests(of: hidden, behaviors, to: &result)
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
  }

  /// The goals of the steps whose closures assert behaviors.
  ///
  /// Of several assertions of a field, the last one stays, because its value often depends on the values before it. It
  /// stays even if a `receive` alone fails without the behavior.
  private mutating func goalsOfSteps(_ behaviors: [Behavior]) throws(ToolError) -> [Goal] {
    let assertions = behaviors.compactMap { behavior in
      test.lastAssertion(of: behavior).map { (behavior, $0.element, call: $0.call) }
    }
    let steps = Dictionary(grouping: assertions, by: \.call).sorted { $0.key < $1.key }
      .map { ($0.value, test.choice(asserting: $0.value.map(\.1), in: .off)) }
    try run(steps.flatMap { asserted, choice in trials(of: choice, asserted.map(\.0)) })
    return steps.compactMap { asserted, choice in
      let killed = asserted.filter { serves(choice, [$0.0]) }
      if killed.isEmpty { return nil }
      return Goal(
        behaviors: killed.map(\.0),
        deletion: Deletion(test, from: [choice], keeping: Set(killed.map(\.1.number))))
    }
  }

  /// The goals of the expectations, each with the first behavior without which the steps pass and the expectation fails.
  ///
  /// - Parameter hidden: Receives the other expectations, and the choices of the steps before them.
  private mutating func goalsOfExpectations(
    _ behaviors: [Behavior], _ hidden: inout [(number: Int, start: Choice)]
  ) throws(ToolError) -> [Goal] {
    let starts = test.elements.filter(\.isExpectation).map { element in
      // Later steps may fail with the mutant, too.
      let later = test.elements.map(\.number).filter { $0 > element.number }
      let choice = test.choice(asserting: [element], in: .off).without(later, in: test)
      return (element.number, choice, steps: choice.without([element.number], in: test))
    }
    try run(starts.flatMap { trials(of: $1, behaviors) + trials(of: $2, behaviors) })
    return starts.compactMap { number, choice, steps in
      guard let shown = behaviors.first(where: { serves(choice, [$0]) && !serves(steps, [$0]) })
      else {
        hidden.append((number, choice))
        return nil
      }
      return Goal(
        behaviors: [shown], deletion: Deletion(test, from: [choice], keeping: [number]))
    }
  }

  /// Adds tests of the expectations that fail only together with a step before them, such as one that waits for the same
  /// call. If no such step can be deleted, nothing shows that the expectation fails.
  private mutating func addTests(
    of hidden: [(number: Int, start: Choice)], _ behaviors: [Behavior], to result: inout Result
  ) throws(ToolError) {
    let goals = hidden.flatMap { number, start in
      behaviors.filter { serves(start, [$0]) }.map { behavior in
        let deletion = Deletion(test, from: [start], keeping: [number])
        return (number: number, goal: Goal(behaviors: [behavior], deletion: deletion))
      }
    }
    let found = zip(goals, try reached(goals.map(\.goal))).compactMap { start, end in
      end.deletion.choice.map { choice in
        let steps = choice.without([start.number], in: test)
        return (number: start.number, choice: choice, steps: steps, behaviors: end.behaviors)
      }
    }
    try run(found.flatMap { trials(of: $0.steps, $0.behaviors) })
    for (number, _) in hidden {
      if let shown = found.first(where: { $0.number == number && !serves($0.steps, $0.behaviors) })
      {
        result.add(shown.choice, shown.behaviors)
      } else {
        result.idleExpectations.append(number)
      }
    }
  }

  /// The goal of a behavior that no step shows.
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
  /// Merges two tests at a time if one contains the other, and the most similar ones while all are too long.
  private mutating func merge(
    _ tests: inout [Found], _ isTooLong: ([Found]) -> Bool
  ) throws(ToolError) {
    var rejected: Set<Found> = []
    while true {
      let pairs = tests.pairs.map { (both: $0, union: $0.0.merged(with: $0.1)) }.filter { pair in
        pair.both.0.choice.exhaustivity == pair.both.1.choice.exhaustivity
          && !rejected.contains(pair.union)
      }
      let contained = pairs.first { $0.both.0.contains($0.both.1) || $0.both.1.contains($0.both.0) }
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
    asserting kept: [TestElement], in exhaustivity: Choice.Exhaustivity
  ) -> Choice {
    let others = elements.filter { element in
      element.isAssertion && !kept.contains { encloses(element, $0) }
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
