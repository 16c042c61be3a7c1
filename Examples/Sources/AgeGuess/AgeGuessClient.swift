import Core

/// A service that guesses ages from names, and accepts corrections.
public struct AgeGuessClient: Sendable {
  public var guess: @Sendable (_ name: String) async throws -> Int
  public var correct: @Sendable (_ name: String, _ age: Int) async -> Void

  public init(
    guess: @escaping @Sendable (_ name: String) async throws -> Int,
    correct: @escaping @Sendable (_ name: String, _ age: Int) async -> Void
  ) {
    self.guess = guess
    self.correct = correct
  }
}

extension AgeGuessClient: TestDependencyKey {
  public static let testValue = AgeGuessClient(
    guess: unimplemented("AgeGuessClient.guess"),
    correct: unimplemented("AgeGuessClient.correct"))
}

extension DependencyValues {
  public var ageGuessClient: AgeGuessClient {
    get { self[AgeGuessClient.self] }
    set { self[AgeGuessClient.self] = newValue }
  }
}
