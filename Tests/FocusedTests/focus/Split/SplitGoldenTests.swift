import BehaviorLedger
import FocusedTestStore
import Testing
import XCTest
import focus

// Each sample's exhaustive test, split. The files in Goldens/ are what `focus split` has written; they are
// compiled and run with all other tests. Here the test is traced and read anew, and must become that file.

extension ProfileExhaustiveTests {
  func testItsSplitIsTheGoldenFile() async throws {
    let test = testTheWholeProfile
    try await Golden(of: "ProfileExhaustiveTests", "testTheWholeProfile", in: "Samples/Profile")
      .expect { await test() }
  }
}

extension TodosExhaustiveTests {
  func testItsSplitIsTheGoldenFile() async throws {
    let test = testTheWholeList
    try await Golden(of: "TodosExhaustiveTests", "testTheWholeList", in: "Samples/Todos")
      .expect { await test() }
  }
}

extension CharacterSearchExhaustiveTests {
  func testItsSplitIsTheGoldenFile() async throws {
    let test = testSearchingAndAddingADate
    try await Golden(
      of: "CharacterSearchExhaustiveTests", "testSearchingAndAddingADate",
      in: "Samples/CharacterSearch"
    )
    .expect { await test() }
  }
}

extension AgeGuessExhaustiveTests {
  func testItsSplitIsTheGoldenFile() async throws {
    let test = testGuessingInAStack
    try await Golden(of: "AgeGuessExhaustiveTests", "testGuessingInAStack", in: "Samples/AgeGuess")
      .expect { await test() }
  }
}

extension SessionExhaustiveTests {
  @Test func `its split is the golden file`() async throws {
    try await Golden(of: "SessionExhaustiveTests", "signingInAndOut", in: "Samples/Session")
      .expect { await signingInAndOut() }
  }
}

extension LibraryTests {
  @Test func `its split is the golden file`() async throws {
    try await Golden(of: "LibraryTests", "everything", in: "Documentation/Migration")
      .expect { await everything() }
  }
}

/// A file that `focus split` has written.
private struct Golden {
  let name: TestName
  let directory: String

  init(of suite: String, _ function: String, in directory: String) {
    name = TestName(module: "FocusedTests", types: [suite], function: function)
    self.directory = directory
  }

  /// Runs the original with a trace, and claims that it becomes the golden file, given that the ways in it
  /// are those that work.
  nonisolated(nonsending) func expect(
    _ run: nonisolated(nonsending) () async throws -> Void
  ) async throws {
    let suite = name.types[0]
    let trace = try await TraceWriter.tracing(run)
    let path = "Tests/FocusedTests/\(directory)/\(suite).swift"
    let function = try TestFunction(name, in: SwiftSource(try Documentation.text(of: path)))
    let test = try TracedTest(function, trace, file: "FocusedTests/\(suite).swift")
    let plan = SplitPlan(test)

    let goldenSuite =
      suite.replacing("Exhaustive", with: "").replacing("Tests", with: "") + "BehaviorTests"
    let golden = SwiftSource(
      try Documentation.text(of: "Tests/FocusedTests/focus/Split/Goldens/\(goldenSuite).swift"))
    let bodies = golden.bodies
    var evidence = SplitPlan.Evidence()
    for subject in plan.subjects {
      for candidate in subject.candidates {
        let body = SwiftSource(plan.template.body(of: candidate).joined(separator: "\n"))
        guard bodies.contains(body.words) else { continue }
        let trial = plan.trialName(candidate)
        evidence.passed.insert(trial)
        if case .behavior(let behavior) = subject.topic {
          evidence.asserted[trial, default: []].insert(behavior)
        }
      }
    }
    let choice = plan.choice(by: evidence, naming: TestNaming(like: function))
    let file = plan.template.file(suite: goldenSuite, choice.tests)
    let written = SwiftSource(file.text)
    // Word by word, because the golden file has been formatted.
    expectNoDifference(written.words, golden.words)
    expectNoDifference(choice.problems + test.problems(path: path), [])
  }
}

extension SwiftSource {
  /// The words of the text, whatever their lines. A comma at the end of a list is none.
  fileprivate var words: [String] {
    tokens.indices.filter { index in
      !(text(index) == "," && [")", "]"].contains(text(index + 1)))
    }.map { text($0) }
  }

  /// The words of the body of each function.
  fileprivate var bodies: Set<[String]> {
    var result: Set<[String]> = []
    for suite in declarations() {
      for member in suite.body.map({ declarations(in: $0) }) ?? [] {
        if let body = member.body { result.insert(SwiftSource(text(body)).words) }
      }
    }
    return result
  }
}
