import Foundation

/// A source of UUIDs. Call it as a function: `uuid()`.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable (CallSite) -> UUID
  /// The counter of an incrementing generator.
  private(set) var counter: IncrementingCounter?

  /// Creates a generator that calls a closure for each UUID.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = { _ in generate() }
  }

  package init(atCallSite generate: @escaping @Sendable (CallSite) -> UUID) {
    self.generate = generate
  }

  /// A generator that counts: 00000000-0000-0000-0000-000000000000, then …001, and so on.
  ///
  /// Each use of this property starts at zero.
  public static var incrementing: UUIDGenerator {
    let counter = IncrementingCounter()
    var generator = UUIDGenerator { UUID(counter.next()) }
    generator.counter = counter
    return generator
  }

  /// A generator that returns the same UUID each time.
  public static func constant(_ uuid: UUID) -> UUIDGenerator {
    UUIDGenerator { uuid }
  }

  /// The next UUID.
  public func callAsFunction(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> UUID {
    generate(CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension UUIDGenerator: DependencyKey {
  /// Random UUIDs.
  public static var liveValue: UUIDGenerator { UUIDGenerator { UUID() } }
  /// Random UUIDs. In a test, `\.uuid` returns a generator that reports its use instead.
  public static var testValue: UUIDGenerator { liveValue }
}

extension DependencyValues {
  /// The source of UUIDs.
  ///
  /// Reports an issue if a test uses it without an override. Override it with `.incrementing`.
  public var uuid: UUIDGenerator {
    get {
      self[
        UUIDGenerator.self,
        orInTest: { unimplemented in
          UUIDGenerator(atCallSite: { callSite in
            unimplemented.reportUse(
              of: "uuid()", override: "$0.uuid = .incrementing", at: callSite)
            return UUID()
          })
        }]
    }
    set { self[UUIDGenerator.self] = newValue }
  }
}

extension UUID {
  /// Creates the UUID that ends in a number, such as 00000000-0000-0000-0000-00000000002A for 42.
  ///
  /// These are the UUIDs of ``UUIDGenerator/incrementing``.
  ///
  /// - Precondition: The number is not negative.
  public init(_ number: Int) {
    precondition(number >= 0, "A UUID is counted from zero upwards (was \(number))")
    let number = UInt64(number)
    func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: number >> (8 * index)) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0,
        byte(7), byte(6), byte(5), byte(4), byte(3), byte(2), byte(1), byte(0)
      ))
  }
}
