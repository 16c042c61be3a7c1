import TestEvents

/// Searches the shortest test of each behavior that an exhaustive test protects.
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

  /// Searches a test for each behavior.
  package mutating func result(for behaviors: [Behavior]) throws(ToolError) -> Result {
    var result = Result()
    let goals = behaviors.map { Goal(behavior: $0, deletion: deletion(for: $0)) }
    for goal in try reached(goals) {
      if let choice = goal.deletion.choice {
        result.add(choice, goal.behavior)
      } else {
        result.lost.append(goal.behavior)
      }
    }
    try absorb(&result.tests)
    try addExpectations(to: &result, among: behaviors)
    result.tests.sort { $0.choice.elements.max() ?? 0 < $1.choice.elements.max() ?? 0 }
    return result
  }
}

// MARK: - Rounds

extension SplitSearch {
  /// A behavior whose test is searched.
  private struct Goal {
    let behavior: Behavior
    var deletion: Deletion
  }

  private func deletion(for behavior: Behavior) -> Deletion {
    let named = test.assertions(naming: behavior)
    let direct = test.direct(named, for: behavior)
    // The last value often depends on the values before it, so its test shows more faults.
    let last = Array(direct.suffix(1))
    let starts = Choice.Exhaustivity.allCases.filter { $0 != .original }.flatMap { exhaustivity in
      // A `receive` may fail without the behavior as well, but the assertion shows the field.
      [
        Deletion.Start(
          choice: test.choice(asserting: last, in: exhaustivity), required: Set(last.map(\.number)))
      ]
        + [direct, named, test.elements].map { kept in
          Deletion.Start(choice: test.choice(asserting: kept, in: exhaustivity))
        }
    }
    return Deletion(test, from: starts.uniqued)
  }

  /// Runs the deletions of some goals to their ends, all in the same rounds.
  private mutating func reached(_ goals: [Goal]) throws(ToolError) -> [Goal] {
    var goals = goals
    while true {
      let open = goals.filter { !$0.deletion.proposals.isEmpty }
      if open.isEmpty { return goals }
      report("Searching the tests of \(count(open.count, "behavior")) …")
      try run(open.flatMap { goal in goal.deletion.proposals.map { Trial(choice: $0) } })
      try run(
        open.flatMap { goal in
          goal.deletion.proposals.filter { passes[Trial(choice: $0)] == true }
            .map { Trial(choice: $0, mutant: .behavior(goal.behavior)) }
        })
      let known = passes
      for index in goals.indices {
        let mutant = MutantSubject.behavior(goals[index].behavior)
        goals[index].deletion.learn { choice in
          known[Trial(choice: choice)] == true
            && known[Trial(choice: choice, mutant: mutant)] == false
        }
      }
    }
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
  /// Leaves out each test that is a part of another test which kills the same mutants.
  private mutating func absorb(_ tests: inout [Found]) throws(ToolError) {
    var rest = tests.sorted { $0.choice.elements.count > $1.choice.elements.count }
    tests = []
    while let test = rest.popLast() {
      let mutants = (test.behaviors + test.others).map(MutantSubject.behavior)
      var larger: Int?
      for index in rest.indices
      where larger == nil && rest[index].choice.isStrictSuperset(of: test.choice) {
        if try killed(by: rest[index].choice, among: mutants) == mutants { larger = index }
      }
      if let larger {
        rest[larger].others += test.behaviors + test.others
      } else {
        tests.append(test)
      }
    }
  }

  /// Adds a test of each expectation that is in no test, if a mutant makes it fail.
  private mutating func addExpectations(
    to result: inout Result, among behaviors: [Behavior]
  ) throws(ToolError) {
    for element in test.elements where element.isExpectation {
      let number = element.number
      if result.tests.contains(where: { $0.choice.elements.contains(number) }) { continue }
      let start = test.choice(asserting: [element], in: .off)
      try run([Trial(choice: start)])
      let all = behaviors.map(MutantSubject.behavior)
      let killed =
        passes[Trial(choice: start)] == true ? try killed(by: start, among: all) : []
      let goals = killed.compactMap(\.behavior).map { behavior in
        Goal(
          behavior: behavior,
          deletion: Deletion(test, from: [Deletion.Start(choice: start, required: [number])]))
      }
      // The steps alone may fail with a mutant, too.
      var found: (choice: Choice, behavior: Behavior)?
      for goal in try reached(goals) where found == nil {
        guard let choice = goal.deletion.choice else { continue }
        let rest = choice.without([number], in: test)
        if try self.killed(by: rest, among: [.behavior(goal.behavior)]).isEmpty {
          found = (choice, goal.behavior)
        }
      }
      if let found {
        result.add(found.choice, found.behavior)
      } else {
        result.idleExpectations.append(number)
      }
    }
  }
}

extension SplitSearch.Result {
  fileprivate mutating func add(_ choice: Choice, _ behavior: Behavior) {
    if let index = tests.firstIndex(where: { $0.choice == choice }) {
      tests[index].behaviors.append(behavior)
    } else {
      tests.append(SplitSearch.Found(choice: choice, behaviors: [behavior]))
    }
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
  fileprivate func encloses(_ element: TestElement, _ other: TestElement) -> Bool {
    element.tokens.lowerBound <= other.tokens.lowerBound
      && element.tokens.upperBound >= other.tokens.upperBound
  }
}
