import BehaviorLedger
import FocusedTestStore
import Foundation
import SourceReading
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
    try await Golden(of: "LibraryTests", "everything", in: "Migration")
      .expect { await everything() }
  }
}

/// A file that `focus split` has written.
private struct Golden {
  let name: TestName
  let directory: String

  init(of suite: String, _ function: String, in directory: String) {
    name = TestName(module: "FocusToolTests", types: [suite], function: function)
    self.directory = directory
  }

  /// Those of all that the tool reads.
  private static let initializers = Initializers(
    ["Sources", "Tests/FocusToolTests", "Tests/TestFixtures"].flatMap {
      directory -> [SwiftSource] in
      let paths = FileManager.default.enumerator(atPath: Documentation.root.path + "/" + directory)
      return (paths?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
        .compactMap { try? SwiftSource(Documentation.text(of: directory + "/" + $0)) }
    })

  /// Runs the original with a trace, and claims that it becomes the golden file, given that the ways in it
  /// are those that work.
  nonisolated(nonsending) func expect(
    _ run: nonisolated(nonsending) () async throws -> Void
  ) async throws {
    let suite = name.types[0]
    let trace = try await TraceWriter.tracing(run)
    let path = "Tests/FocusToolTests/\(directory)/\(suite).swift"
    let function = try TestFunction(name, in: SwiftSource(try Documentation.text(of: path)))
    let test = try TracedTest(
      function, trace, file: "FocusToolTests/\(suite).swift", initializers: Self.initializers)
    var plan = SplitPlan(test)

    let goldenSuite =
      suite.replacing("Exhaustive", with: "").replacing("Tests", with: "") + "BehaviorTests"
    let golden = SwiftSource(
      try Documentation.text(of: "Tests/FocusToolTests/Split/Goldens/\(goldenSuite).swift"))
    let bodies = golden.bodies
    var evidence = SplitPlan.Evidence()
    for _ in 0..<40 {
      for subject in plan.subjects {
        guard case .behavior(let behavior) = subject.topic else {
          for way in subject.candidates where bodies.contains(plan.statements(of: way)) {
            evidence.outcomes[way] = .init(passed: true)
          }
          continue
        }
        for way in subject.candidates
        where evidence.outcomes[way]?.asserted.contains(behavior) != true {
          let statements = plan.statements(of: way)
          let own = subject.candidates
            .filter { $0.ending == way.ending && $0.position == way.position }
            .max { $0.units.count < $1.units.count }
          let ownStatements = own.map(plan.statements) ?? []
          // Of those that end alike, the longest is meant that can be had.
          let target = bodies.filter { ownStatements.lead(to: $0, isOwn: true) }
            .max { $0.count < $1.count }
          let isOwn = way.units.count == own?.units.count
          let passes = target.map { statements.lead(to: $0, isOwn: isOwn) } ?? false
          evidence.outcomes[way, default: .init()].passed = passes
          evidence.outcomes[way]?.asserted.insert(behavior)
        }
      }
      plan.refine(by: evidence)
    }
    let choice = plan.choice(by: evidence, naming: TestNaming(like: function))
    let file = plan.template.file(suite: goldenSuite, choice.tests)
    let written = SwiftSource(file.text)
    // Word by word, because the golden file has been formatted.
    expectNoDifference(written.words, golden.words)
    expectNoDifference(choice.problems + test.problems(), [])
  }
}

extension SwiftSource {
  /// The words of the text, whatever their lines. A comma at the end of a list is none.
  fileprivate var words: [String] {
    tokens.indices.filter { index in
      !(text(index) == "," && [")", "]"].contains(text(index + 1)))
    }.map { text($0) }
  }

  /// The words of each statement of the body of each function, with what a helper does in its place, and
  /// what is called on a part of the store called on the store.
  fileprivate var bodies: Set<[[String]]> {
    var result: [String: [[String]]] = [:]
    for suite in declarations() {
      for member in suite.body.map({ declarations(in: $0) }) ?? [] {
        if let body = member.body { result[member.name] = statementWords(in: body) }
      }
    }
    return Set(
      result.values.map { body in
        body.flatMap { statement in
          let helper = statement.last { $0.hasPrefix("storeAfter") }.flatMap { result[$0] }
          return helper?.dropLast() ?? [statement]
        }.withoutParts
      })
  }

  fileprivate func statementWords(in range: Range<Int>) -> [[String]] {
    statements(in: range).map { SwiftSource(text($0)).words }
  }
}

extension SplitPlan {
  /// The words of each statement of a way.
  fileprivate func statements(of way: Candidate) -> [[String]] {
    let source = SwiftSource(template.body(of: way).joined(separator: "\n"))
    return source.statementWords(in: source.tokens.indices).withoutParts
  }
}

extension [[String]] {
  /// The same with each call of a part as one of the store: `login.send(.saved)` as `store.send(.login(.saved))`.
  ///
  /// Whether a test has a part depends on how many of its lines go through it. Of an assertion the last
  /// name and its value stay, which are the same in both.
  fileprivate var withoutParts: [[String]] {
    var wrappers: [String: [String]] = [:]
    return compactMap { statement -> [String]? in
      if statement.first == "let", statement.contains("scope") {
        // From the outside in, a scope each.
        let actions = statement.indices.filter {
          statement[$0...].starts(with: ["action", ":", "{"])
        }.map { start in statement[(start + 3)...].prefix { $0 != "}" } }
        wrappers[statement[1]] = actions.reduce(["$0"]) { wrapper, action in
          wrapper.flatMap { $0 == "$0" ? [String](action) : [$0] }
        }
        return nil
      }
      var words = statement
      if let part = words.firstIndex(where: { wrappers[$0] != nil }), words[part + 1] == ".",
        let wrapper = wrappers[words[part]]
      {
        words[part] = "store"
        if let open = words.firstIndex(of: "("), words[open - 1] != "assert" {
          var depth = 0
          let close = words[open...].firstIndex { word in
            depth += ["(": 1, ")": -1][word] ?? 0
            return depth == 0
          }
          let wrapped = wrapper.flatMap { word in
            word == "$0" ? [String](words[(open + 1)..<(close ?? words.count)]) : [word]
          }
          words.replaceSubrange((open + 1)..<(close ?? words.count), with: wrapped)
        }
      }
      if let brace = words.firstIndex(of: "{"), let equals = words.lastIndex(of: "="),
        brace + 1 < equals
      {
        words.replaceSubrange((brace + 1)..<(equals - 1), with: [])
      }
      return words
    }
  }
}

extension [[String]] {
  /// Whether a way passes, given that a shorter one does: it ends alike, starts alike, and does all that
  /// the other does.
  ///
  /// - Parameter isOwn: Whether it is that of the original, which passes wherever the shorter one starts.
  fileprivate func lead(to shorter: [[String]], isOwn: Bool) -> Bool {
    guard last == shorter.last else { return false }
    var rest = self[...]
    return shorter.allSatisfy { statement in
      let isStart = statement.prefix(2) == ["let", "store"]
      guard
        let index = rest.firstIndex(where: {
          $0 == statement || isOwn && isStart && $0.suffix(3) == ["makeStore", "(", ")"]
        })
      else { return false }
      rest = rest[(index + 1)...]
      return true
    }
  }
}
