import TestEvents
import SourceReading
import Testing
@testable import focus

/// Random histories of a package. A model computes the result of a full run at each commit.
struct ReviewedHistoryTests {
  @Test(arguments: SoakSize.seeds(everyRun: 16))
  func `No survivor that came with a change is left out`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var history = [ModelSuite.random(&random)]
    for _ in 0..<30 {
      history.append(history.last!.edited(&random))
      let now = history.last!
      let before = history[max(0, history.count - Int.random(in: 2...4, using: &random))]
      let changes = now.changes(since: before)
      let features = Set(now.facts.map(\.behavior.feature))
      let chosen = features.filter(changes.contains)
      for survivor in now.survivors.subtracting(before.survivors) {
        #expect(chosen.contains(survivor.feature), "\(survivor)")
      }
      for feature in features {
        let name = Int(feature.dropFirst())!
        let differs = now.text(of: name) != before.text(of: name)
        #expect(!differs || chosen.contains(feature))
      }
    }
  }

  /// A choice of all features would also leave out no survivor.
  @Test func `The choice leaves out features that did not change`() {
    var chosenCount = 0
    var allCount = 0
    for seed in 0..<UInt64(16) {
      var random = SeededRandom(seed: seed)
      var suite = ModelSuite.random(&random)
      for _ in 0..<30 {
        let next = suite.edited(&random)
        let features = Set(next.facts.map(\.behavior.feature))
        chosenCount += features.filter(next.changes(since: suite).contains).count
        allCount += features.count
        suite = next
      }
    }
    #expect(chosenCount < allCount * 9 / 10)
  }

  @Test func `Without the tests' files survivors would be left out`() {
    var random = SeededRandom(seed: 1)
    var missed = 0
    var suite = ModelSuite.random(&random)
    for _ in 0..<100 {
      let next = suite.edited(&random)
      let changes = next.changes(since: suite) { $0.hasPrefix("Sources/") }
      missed += next.survivors.subtracting(suite.survivors).count {
        !changes.contains($0.feature)
      }
      suite = next
    }
    #expect(missed > 0)
  }
}

/// A model of a package for mutants: the behaviors that each test exercises and asserts.
private struct ModelSuite: Equatable {
  struct Feature: Equatable {
    var actions: Set<Int> = [0, 1, 2]
    var hasLimit = false
    var children: Set<Int> = []
  }

  struct Test: Equatable {
    var asserted: Set<Int> = []
    var usesHelper = false
  }

  static let count = 10
  var features: [Feature] = Array(repeating: Feature(), count: count)
  /// The features whose limit disables them. All limits are in one file of the first target.
  var limits: Set<Int> = []
  /// The tests of each feature, one file per feature.
  var tests: [[Test]] = Array(repeating: [], count: count)
  var helperAsserts = true
  var notes = 0

  static func random(_ random: inout SeededRandom) -> ModelSuite {
    var suite = ModelSuite()
    for _ in 0..<40 { suite = suite.edited(&random) }
    return suite
  }

  /// The first features are in target A, and the others in the targets B and C, which import A.
  private static func module(of feature: Int) -> String {
    feature < 4 ? "A" : feature < 7 ? "B" : "C"
  }

  func edited(_ random: inout SeededRandom) -> ModelSuite {
    var next = self
    let feature = Int.random(in: 0..<Self.count, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0...3:
      next.features[feature].actions.formSymmetricDifference([.random(in: 0..<4, using: &random)])
    case 4: next.features[feature].hasLimit.toggle()
    case 5 where feature > 0:
      let child = Int.random(in: 0..<feature, using: &random)
      if ["A", Self.module(of: feature)].contains(Self.module(of: child)) {
        next.features[feature].children.formSymmetricDifference([child])
      }
    case 6: next.limits.formSymmetricDifference([feature])
    case 7: next.helperAsserts.toggle()
    case 8...10: next.tests[feature].append(Test(asserted: [0, 1]))
    case 11: _ = next.tests[feature].popLast()
    case 12 where !next.tests[feature].isEmpty: next.tests[feature][0].usesHelper.toggle()
    case 13: next.tests[feature] = []
    case 14...17 where !next.tests[feature].isEmpty:
      next.tests[feature][0].asserted.formSymmetricDifference([.random(in: 0..<4, using: &random)])
    default: next.notes += 1
    }
    return next
  }

  // MARK: - A full run

  private func behaviors(of feature: Int) -> Set<Behavior> {
    var found: Set<Behavior> = []
    if !features[feature].hasLimit || !limits.contains(feature) {
      found = Set(features[feature].actions.map { Self.behavior(feature, $0) })
    }
    return features[feature].children.reduce(into: found) { $0.formUnion(behaviors(of: $1)) }
  }

  private static func behavior(_ feature: Int, _ action: Int) -> Behavior {
    Behavior(feature: "F\(feature)", action: "a\(action)", outcome: .field("x\(action)"))
  }

  var facts: [LedgerFact] {
    tests.indices.flatMap { feature in
      tests[feature].enumerated().flatMap { number, test in
        behaviors(of: feature).map {
          LedgerFact(behavior: $0, mark: .exercised, test: ledgerTest(feature, number, test))
        }
      }
    }
  }

  private func ledgerTest(_ feature: Int, _ number: Int, _ test: Test) -> LedgerTest {
    let module = Self.module(of: feature)
    let file = test.usesHelper ? "Support" : "F\(feature)Tests"
    return LedgerTest(
      name: "\(module)Tests.F\(feature)Tests/t\(number)()", file: "\(module)Tests/\(file).swift",
      line: 1)
  }

  var survivors: Set<Behavior> {
    var survivors = Set(facts.map(\.behavior))
    for (feature, tests) in tests.enumerated() {
      for test in tests {
        survivors.subtract(test.asserted.map { Self.behavior(feature, $0) })
        if test.usesHelper, helperAsserts { survivors.subtract(behaviors(of: feature)) }
      }
    }
    return survivors
  }

  // MARK: - Its files

  func text(of feature: Int) -> String {
    let value = features[feature]
    return """
      struct F\(feature): Reducer {
        struct State {}
        enum Action {}
        \(value.actions.sorted().map { "case .a\($0): state.x\($0) = 1" }.joined(separator: "\n"))
        \(value.hasLimit ? "limit(\(feature))" : "")
        \(value.children.sorted().map { "F\($0)()" }.joined(separator: "\n"))
      }
      """
  }

  private var files: [String: String] {
    var files = [
      "README.md": "\(notes)",
      "Sources/A/Limits.swift": "func limit(_ n: Int) -> Bool { \(limits.sorted()).contains(n) }",
    ]
    for (feature, tests) in tests.enumerated() {
      let module = Self.module(of: feature)
      files["Sources/\(module)/F\(feature).swift"] = text(of: feature)
      files["Tests/\(module)Tests/Support.swift"] = "func check() { \(helperAsserts) }"
      if tests.isEmpty { continue }
      let functions = tests.enumerated().map { number, test in
        """
        @Test func t\(number)() {
          F\(feature)()
          \(test.asserted.sorted().map { "check.x\($0)" }.joined(separator: "\n"))
          \(test.usesHelper ? "check()" : "")
        }
        """
      }
      files["Tests/\(module)Tests/F\(feature)Tests.swift"] =
        "struct F\(feature)Tests {\n\(functions.joined(separator: "\n"))\n}"
    }
    return files
  }

  func changes(
    since other: ModelSuite, of isSeen: (String) -> Bool = { _ in true }
  ) -> ChangedFeatures {
    let (new, old) = (files, other.files)
    let changes = Set(new.keys).union(old.keys).sorted()
      .filter { new[$0] != old[$0] && isSeen($0) }
    func target(_ path: String, _ imports: [String] = []) -> PackageDescription.Target {
      PackageDescription.Target(
        name: String(path.split(separator: "/")[1]),
        type: path.hasPrefix("Tests") ? "test" : "library", path: path,
        sources: new.keys.filter { $0.hasPrefix(path + "/") }
          .map { String($0.dropFirst(path.count + 1)) }.sorted(),
        targetDependencies: imports)
    }
    let description = PackageDescription(
      name: "P", path: "/p",
      targets: [
        target("Sources/A"), target("Sources/B", ["A"]), target("Sources/C", ["A"]),
        target("Tests/ATests", ["A"]), target("Tests/BTests", ["A", "B"]),
        target("Tests/CTests", ["A", "C"]),
      ])
    return ChangedFeatures(
      changes.map { FileChange(path: $0, old: old[$0]) },
      in: PackageFiles(description, contents: new.mapValues { SwiftSource($0) }))
  }
}
