import FocusedTestStore

/// A service that guesses ages from names, and accepts corrections.
struct AgeGuessClient: Sendable {
  var guess: @Sendable (_ name: String) async throws -> Int
  var correct: @Sendable (_ name: String, _ age: Int) async -> Void
}

extension AgeGuessClient: TestDependencyKey {
  static let testValue = AgeGuessClient(
    guess: unimplemented("AgeGuessClient.guess"),
    correct: unimplemented("AgeGuessClient.correct"))
}
