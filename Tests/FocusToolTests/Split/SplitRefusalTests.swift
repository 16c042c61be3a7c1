import SourceReading
import Testing
@testable import focus

/// Refusals before any build.
struct SplitRefusalTests {
  @Test(arguments: [
    (
      "#if DEBUG\n#endif",
      "`#if` compiles some statements only on some platforms. Expected a test without "
        + "`#if`, or the whole test inside it."
    ),
    (
      "guard store.state.age == 40 else { return }",
      "`guard` can end the test early, so later steps depend on it. Expected `try #require(…)` or "
        + "`try XCTUnwrap(…)`."
    ),
    (
      "let (age, mood) = await Self.values()",
      "`(age, mood)` takes several values from one call with effects. Expected one constant for the "
        + "call's result."
    ),
    (
      "async let values = Self.values()",
      "`async let values` starts work that a shorter test would not wait for. Expected a `let` with "
        + "`await`, or a `Task`."
    ),
    (
      "@Reducer struct Feature {}",
      "`Feature` has the macro @Reducer, which cannot be attached to a type in a function. Expected "
        + "the type outside the test."
    ),
  ])
  func `a statement in the way is named by its line`(statement: String, reason: String) throws {
    claimEqual(
      refusal(of: try found("testIt", in: source(statement))),
      "FocusToolTests.SplitFixtures/testIt cannot be split because of line 5: \(reason)")
  }

  @Test func `a test with parameters is refused`() throws {
    claimEqual(
      refusal(of: try found("testIt", in: source("", parameters: "age: Int"))),
      "FocusToolTests.SplitFixtures/testIt has parameters. Expected a test without "
        + "parameters. First, write a test for one of its arguments.")
  }

  @Test func `statements that need each other are named by a line, without the compiler's words`()
    throws
  {
    let found = try found("testCheck", in: SplitFixtures.source())
    let line = found.function.lines.lowerBound + 2
    func refusal(_ line: Int) -> String {
      [found].refusal(because: [CompilerError(path: "", line: line, column: 3)])
    }
    claimEqual(
      refusal(line),
      "FocusToolTests.SplitFixtures/testCheck cannot be split because of line \(line): other statements "
        + "do not compile without it, so a shorter test cannot omit it. Move it before the "
        + "store's creation, or into a separate function.")
    claimEqual(
      refusal(1),
      "FocusToolTests.SplitFixtures/testCheck cannot be split, because its statements need "
        + "each other: no shorter test compiles. Expected independent statements after the "
        + "store's creation.")
  }

  @Test(arguments: ["testCheck", "testPair", "testLocalFeature", "testLoop"])
  func `other tests are not refused`(function: String) throws {
    claimEqual(refusal(of: try found(function, in: SplitFixtures.source())), nil)
  }

  private func refusal(of test: FoundTest) -> String? {
    do throws(ToolError) {
      try test.checkSource()
      return nil
    } catch {
      return error.text.replacing("focus: ", with: "")
    }
  }

  private func found(_ function: String, in source: SwiftSource) throws -> FoundTest {
    FoundTest(
      function: try #require(
        try TestFunction(
          TestName(module: "FocusToolTests", types: ["SplitFixtures"], function: function),
          in: source)),
      target: PackageDescription.Target(
        name: "FocusToolTests", type: "test", path: "", sources: []),
      path: "", sources: [:])
  }

  /// A test with a statement between its steps.
  private func source(_ statement: String, parameters: String = "") -> SwiftSource {
    SwiftSource(
      """
      struct SplitFixtures { func testIt(\(parameters)) async {
        @MainActor struct Other {}
        let store = TestStore(initialState: Profile.State()) { Profile() }
        await store.send(.changeAge(40)) { $0.age = 40 }
        \(statement)
        await store.send(.changeMood(1)) { $0.mood = 1 }
      } }
      """)
  }
}
