import SourceReading
import TestEvents
import Testing
@testable import focus

/// A test in source, and the judgments of its trials.
struct SourceOfTest {
  let test: SplitTest
  /// For a text of an element, the texts of the elements that it needs to pass.
  private let needs: [String: [String]]
  /// For each behavior, the assertions that fail without it.
  private let kills: [Behavior: [String]]
  /// Texts of elements that fail together in `.off`.
  private let conflict: [String]
  /// The exhaustivity without which a behavior's mutant passes.
  private let checks: [Behavior: Choice.Exhaustivity]
  /// Whether the test fails in its own exhaustivity if it leaves out an assertion.
  private let isExhaustive: Bool

  init(
    _ text: String, function: String = "everything", types: [String] = ["ProfileTests"],
    needs: [String: [String]] = [:], kills: [Behavior: [String]] = [:],
    conflict: [String] = [], checks: [Behavior: Choice.Exhaustivity] = [:],
    isExhaustive: Bool = false
  ) throws {
    let name = TestName(module: "AppTests", types: types, function: function)
    test = SplitTest(try #require(try TestFunction(name, in: SwiftSource(text))))
    (self.needs, self.kills, self.conflict, self.checks) = (needs, kills, conflict, checks)
    self.isExhaustive = isExhaustive
  }

  /// The source of a test with this body.
  static func source(_ body: String) -> String {
    "struct ProfileTests {\n  @Test func everything() async {\n\(body)\n  }\n}"
  }

  /// The number of the innermost element that contains a text.
  func element(_ text: String) -> Int {
    let found = test.elements.last { test.source.text($0.tokens).contains(text) }
    precondition(found != nil, "An element (was \(text))")
    return found?.number ?? 0
  }

  var found: FoundTest {
    FoundTest(
      function: test.function,
      target: PackageDescription.Target(
        name: "AppTests", type: "test", path: "Tests/AppTests", sources: []),
      path: "Tests/AppTests/ProfileTests.swift")
  }

  /// The result of a split whose trials are judged by the texts.
  ///
  /// - Parameter limit: The maximum number of tests.
  func split(limit: Int = .max) throws -> SplitResult {
    var search = SplitSearch(test, judge: { trials throws(ToolError) in trials.map(passes) })
    let mutants = Set(kills.keys).union(checks.keys).sorted().map(MutantSubject.behavior)
    let killed = try search.killed(by: test.whole, among: mutants).compactMap(\.behavior)
    let searched = try search.result(for: killed) { $0.count > limit }
    var result = SplitResult(found, test, protected: killed, searched)
    var naming = TestNaming(test.function.framework, taken: test.function.takenNames)
    result.tests = searched.tests.map {
      FocusedTest(name: naming.name(of: $0, in: test.function.name.function), found: $0)
    }
    return result
  }

  private func passes(_ trial: Trial) -> Bool {
    let kept = trial.choice.elements
    for (text, needed) in needs where kept.contains(element(text)) {
      if !kept.isSuperset(of: needed.map(element)) { return false }
    }
    if !conflict.isEmpty, trial.choice.exhaustivity == .off,
      kept.isSuperset(of: conflict.map(element))
    {
      return false
    }
    if isExhaustive, trial.choice.exhaustivity == .original, trial.choice != test.whole {
      return false
    }
    guard let behavior = trial.mutant?.behavior else { return true }
    if let check = checks[behavior],
      ![check, .original].contains(trial.choice.exhaustivity)
    {
      return true
    }
    return kills[behavior, default: []].allSatisfy { !kept.contains(element($0)) }
  }

  /// The added lines of a split.
  func added(removingOriginal: Bool = false) throws -> String {
    try split().file(removingOriginal: removingOriginal).diff.text.split(separator: "\n")
      .filter { $0.hasPrefix("+") && !$0.hasPrefix("+++") }.map { $0.dropFirst() }
      .joined(separator: "\n")
  }
}

extension Behavior {
  /// A behavior of the feature `Profile`.
  static func of(_ action: String, _ outcome: Outcome) -> Behavior {
    Behavior(feature: "Profile", action: action, outcome: outcome)
  }
}
