import SourceReading
import Testing

@testable import struct FocusedEvidence.TestRendering

/// Code for a test of another module, in the style of that test's file.
struct TestRenderingTests {
  private struct Failure {}
  private struct Page {}

  private func rendering(
    _ code: String..., making records: [Any.Type] = [Failure.self], in source: String
  ) -> (code: [String], doubts: [String]) {
    TestRendering(of: SwiftSource(source), in: "AppTests").rendering(code, making: records)
  }

  private let failure = "TestRenderingTests.Failure(message: \"Down\", code: 1)"

  @Test(arguments: [
    "Failure(\"Down\", 1)", "Failure(\"Down\", code: 1)",
    "Models.Failure(\n  \"Down\",\n  code: 1)",
  ])
  func `A value is made as the file makes it`(call: String) {
    let (code, doubts) = rendering("$0.error = \(failure)", in: "send(.failed(\(call)))")
    #expect(code.joined(separator: "\n") == "$0.error = \(call)" && doubts == [])
  }

  @Test func `Comments before and after the values stay`() {
    let comment = "// $0.retry = … (cannot be assigned)"
    let (code, _) = rendering(
      comment, "$0.error = \(failure)", comment, in: "Failure(\"Down\", 1)")
    claimEqual(code, [comment, "$0.error = Failure(\"Down\", 1)", comment])
  }

  @Test(arguments: [
    "Failure(\"Up\", 1)", "Failure(\"Down\", 1, 2)", "Failure(1, \"Down\")",
    "OtherFailure(\"Down\", 1)",
    "Failure(text: \"Down\", code: 1)", "",
  ])
  func `Another value is no model, and the initializer is in doubt`(call: String) {
    let (code, doubts) = rendering("$0.error = \(failure)", in: "send(.failed(\(call)))")
    claimEqual(code, ["$0.error = \(failure)"])
    claimEqual(doubts, ["TestRenderingTests.Failure(message:code:)"])
  }

  @Test func `An initializer that the file calls is not in doubt`() {
    let (code, doubts) = rendering(
      "$0.error = \(failure)", in: "Failure(message: \"Up\", code: 2)")
    #expect(code == ["$0.error = \(failure)"] && doubts == [])
  }

  @Test func `What the file can see of its own module, or for tests, is not in doubt`() {
    let module = String(reflecting: Failure.self).prefix { $0 != "." }
    let (code, doubts) = TestRendering(of: SwiftSource(""), in: module).rendering(
      [failure], making: [Failure.self])
    #expect(code == [failure] && doubts == [])
    claimEqual(rendering(failure, in: "@testable import \(module)\n").doubts, [])
    #expect(rendering(failure, in: "import \(module)\n").doubts != [])
  }

  @Test func `Values inside of others, and several of a kind`() {
    let page =
      "TestRenderingTests.Page(error: TestRenderingTests.Failure(message: \"Down\"), number: 2)"
    let (code, doubts) = rendering(
      "$0.a = \(page)", "$0.b = TestRenderingTests.Failure(message: \"Down\")",
      making: [Failure.self, Page.self, Failure.self],
      in: "Failure(\"Down\") Page(Failure(\"Down\"), number: 2)")
    #expect(
      code == ["$0.a = Page(Failure(\"Down\"), number: 2)", "$0.b = Failure(\"Down\")"])
    claimEqual(doubts, [])
  }
}
