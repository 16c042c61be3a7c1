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
    /// The behaviors whose mutants the test kills, and that no shorter test shows better. Empty for the test of
    /// all steps without fields.
    package var behaviors: [Behavior]
    /// Other behaviors that the test protects as well.
    package var others: [Behavior] = []
  }

  /// The tests, and the behaviors that no choice of elements protects.
  package typealias Result = (tests: [Found], lost: [Behavior])

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
    let others = behaviors.filter { !shown.contains($0) }
    let goals = try reached(actions + others.map(goal))
    var result: Result = ([], [])
    for goal in goals {
      if let choice = goal.deletion.choice {
        result.tests.append(Found(choice: choice, behaviors: goal.behaviors))
      } else {
        result.lost += goal.behaviors
      }
    }
    let rest = try rest(killing: behaviors)
    try merge(&result.tests) { isTooLong($0 + rest) }
    try keepStateChanges(in: &result.tests)
    result.tests += rest
    return result
  }
}

// MARK: - Rounds

extension SplitSearch {
  /// Behaviors for which one test is searched.
  private typealias Goal = (behaviors: [Behavior], deletion: Deletion)

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
      .map { ($0.0, $0.1, test.choice(asserting: $0.1, in: .off)) }
    try run(kept.flatMap { trials(of: $2, $0) })
    return kept.compactMap { behaviors, assertions, start in
      let killed = behaviors.filter { serves(start, [$0]) }
      if killed.isEmpty { return nil }
      let numbers = Set(assertions.map(\.number))
      return (killed, Deletion(test, from: [start], keeping: numbers))
    }
  }

  /// The goal of a behavior that no assertion of a field shows.
  private func goal(_ behavior: Behavior) -> Goal {
    let named = test.assertions(naming: behavior)
    let starts = Choice.Exhaustivity.allCases.filter { $0 != .original }.flatMap { exhaustivity in
      [named, test.elements].map { test.choice(asserting: $0, in: exhaustivity) }
    }
    return ([behavior], Deletion(test, from: starts.uniqued))
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
  /// Merges two tests at a time: if they are equal, if one contains the other, and the last two while all are too long.
  private mutating func merge(
    _ tests: inout [Found], _ isTooLong: ([Found]) -> Bool
  ) throws(ToolError) {
    var rejected: Set<Found> = []
    while true {
      tests.sort { $0.lastElement < $1.lastElement }
      let pairs = tests.pairs.filter { first, second in
        first.choice.exhaustivity == second.choice.exhaustivity
          && !rejected.contains(first.merged(with: second))
      }
      let contained = pairs.first { $0.contains($1) || $1.contains($0) }
      guard let pair = contained ?? (isTooLong(tests) ? pairs.last : nil) else { return }
      let union = pair.0.merged(with: pair.1)
      if try serves(union) {
        tests.removeAll { $0 == pair.0 || $0 == pair.1 }
        tests.append(union)
      } else {
        rejected.insert(union)
      }
    }
  }

  /// Whether a test passes, and fails with the mutant of each of its behaviors.
  private mutating func serves(_ found: Found) throws(ToolError) -> Bool {
    try run(trials(of: found.choice, found.behaviors + found.others))
    return serves(found.choice, found.behaviors + found.others)
  }
}

// MARK: - The original's exhaustivity

extension SplitSearch {
  /// A test with all steps, receives, and expectations, but without fields. It fails if anything else is received, if the
  /// original does.
  private mutating func rest(killing behaviors: [Behavior]) throws(ToolError) -> [Found] {
    let receives = test.elements.filter { $0.kind == .receive }
    let expectations = test.elements.filter { $0.kind == .expectation }
    let isExhaustive = try !passes(without: receives)
    if !isExhaustive, expectations.isEmpty { return [] }
    let choice = test.choice(
      asserting: expectations, in: isExhaustive ? .receivedActions : .off)
    try run(trials(of: choice, behaviors))
    let killed = behaviors.filter { serves(choice, [$0]) }
    return killed.isEmpty ? [] : [Found(choice: choice, behaviors: [], others: killed)]
  }

  /// Lets the longest test that passes with this check as it is assert that nothing else changes, if the original does.
  private mutating func keepStateChanges(in tests: inout [Found]) throws(ToolError) {
    if try passes(without: test.elements.filter { $0.kind == .assignment }) { return }
    for found in tests.sorted(by: { $0.choice.elements.count > $1.choice.elements.count })
    where found.choice.exhaustivity == .off {
      var strict = found
      strict.choice.exhaustivity = .stateChanges
      if try serves(strict) {
        tests = tests.map { $0 == found ? strict : $0 }
        return
      }
    }
  }

  /// Whether the original passes without some assertions, because it is not exhaustive.
  private mutating func passes(without elements: [TestElement]) throws(ToolError) -> Bool {
    let trial = Trial(choice: test.whole.without(elements.map(\.number), in: test))
    try run([trial])
    return passes[trial] == true
  }
}

extension SplitSearch.Found {
  fileprivate var lastElement: Int { choice.elements.max() ?? 0 }

  fileprivate func contains(_ other: Self) -> Bool {
    choice.elements.isSuperset(of: other.choice.elements)
  }

  /// One test with the elements of two. If one contains the other and more, it keeps its name.
  fileprivate func merged(with other: Self) -> Self {
    if other.contains(self), !contains(other) { return other.merged(with: self) }
    var result = self
    result.choice.elements.formUnion(other.choice.elements)
    if choice == other.choice || !contains(other) {
      result.behaviors = (behaviors + other.behaviors).uniqued
    }
    let all = (behaviors + others + other.behaviors + other.others).uniqued
    result.others = all.filter { !result.behaviors.contains($0) }
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
  /// All steps and receives of the test, with only some of its other assertions. A `receive` consumes the first action that
  /// it matches, so the search deletes the receives one by one.
  fileprivate func choice(
    asserting kept: [TestElement], in exhaustivity: Choice.Exhaustivity
  ) -> Choice {
    let others = elements.filter { element in
      element.isAssertion && element.kind != .receive && !kept.contains { encloses(element, $0) }
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
