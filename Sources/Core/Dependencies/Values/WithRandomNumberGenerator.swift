/// A source of random numbers. Call it as a function, with a closure that draws from it.
///
/// ```swift
/// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
///
/// let roll = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
/// ```
public struct WithRandomNumberGenerator: Sendable {
  private let generator: SharedGenerator
  private let willUse: @Sendable (CallSite) -> Void

  /// Creates a source that draws from a generator, which all copies share.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.init(generator, willUse: { _ in })
  }

  package init(
    _ generator: some RandomNumberGenerator & Sendable,
    willUse: @escaping @Sendable (CallSite) -> Void
  ) {
    self.generator = SharedGenerator(generator)
    self.willUse = willUse
  }

  /// Passes the generator to a closure. Closures may nest, and may run in several tasks at once.
  ///
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure.
  public func callAsFunction<R>(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    _ work: (inout any RandomNumberGenerator) throws -> R
  ) rethrows -> R {
    willUse(CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    var generator: any RandomNumberGenerator = generator
    return try work(&generator)
  }

  private final class SharedGenerator: RandomNumberGenerator, Sendable {
    private let generator: OptimisticLock<any RandomNumberGenerator & Sendable>

    init(_ generator: any RandomNumberGenerator & Sendable) {
      self.generator = OptimisticLock(generator)
    }

    func next() -> UInt64 { generator.update { $0.next() } }
  }
}

extension WithRandomNumberGenerator: DependencyKey {
  /// The system's generator.
  public static var liveValue: WithRandomNumberGenerator {
    WithRandomNumberGenerator(SystemRandomNumberGenerator())
  }
  /// The system's generator; in a test, reading `\.withRandomNumberGenerator` returns one that
  /// reports its use.
  public static var testValue: WithRandomNumberGenerator { liveValue }
}

extension DependencyValues {
  /// The source of random numbers.
  ///
  /// Reports an issue if a test uses it without an override. Override it with a seeded generator.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get {
      self[
        WithRandomNumberGenerator.self,
        orInTest: { unimplemented in
          WithRandomNumberGenerator(SystemRandomNumberGenerator()) { callSite in
            unimplemented.reportUse(
              of: "the random number generator",
              override: "$0.withRandomNumberGenerator = WithRandomNumberGenerator(seeded)",
              at: callSite)
          }
        }]
    }
    set { self[WithRandomNumberGenerator.self] = newValue }
  }
}
