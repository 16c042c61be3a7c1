import TestEvents
import FocusedTestStore
import SourceReading
@testable import focus

extension SplitFixtures {
  static let file = "Tests/FocusToolTests/Split/SplitFixtures.swift"

  /// A draft that replaces a test in `SplitFixtures` with focused tests.
  static func draft(
    of test: TracedTest, _ tests: [FocusedTest], types: [String: String] = [:]
  ) throws -> Draft {
    var template = TestTemplate(test)
    template.types = types
    return Draft(
      found: FoundTest(
        function: test.function,
        target: PackageDescription.Target(
          name: "FocusToolTests", type: "test", path: "Tests/FocusToolTests", sources: []),
        path: file, sources: [:]), template: template, tests: tests)
  }
}

/// The trace of a test in `SplitFixtures`, assigned to the test's statements.
func traced(
  _ function: String, initializers: Initializers? = nil,
  _ run: nonisolated(nonsending) (SplitFixtures) async throws -> Void
) async throws -> TracedTest {
  let trace = try await TraceWriter.tracing { try await run(SplitFixtures()) }
  let name = TestName(module: "FocusToolTests", types: ["SplitFixtures"], function: function)
  return try TracedTest(
    TestFunction(name, in: SplitFixtures.source())!, trace,
    file: "FocusToolTests/SplitFixtures.swift", initializers: initializers)
}

extension Behavior {
  /// A behavior of a feature that the fixtures use.
  init(_ feature: String, _ action: String, _ outcome: Outcome) {
    let isSample = ["Profile", "Search", "SignIn"].contains(feature)
    self.init(
      module: isSample ? "TestFixtures" : "FocusToolTests", feature: feature, action: action,
      outcome: outcome)
  }
}

extension FocusedTest {
  /// A test with the assertion of one candidate.
  init(name: String, candidate: Candidate, behaviors: [Behavior] = []) {
    self.init(name: name, candidate: candidate, behaviors: behaviors, ways: [candidate])
  }
}

extension SplitPlan {
  /// The body of each candidate's test.
  var bodies: [String] {
    subjects.flatMap(\.candidates).map { template.body(of: $0).joined(separator: "\n") }
  }

  /// The tests that are chosen.
  var chosen: [FocusedTest] { choice(naming: TestNaming(.swiftTesting)).tests }

  /// Lets candidates pass with an assertion of all behaviors.
  mutating func pass(where isPassing: (Candidate) -> Bool = { _ in true }) {
    for way in subjects.flatMap(\.candidates) where isPassing(way) {
      evidence[way] = .init(passed: true, asserted: Set(subjects.compactMap(\.behavior)))
    }
  }
}
