import Foundation

/// A source of dates. Call it as a function, `date()`, or read ``now``.
public struct DateGenerator: Sendable {
  private var generate: @Sendable (CallSite?) -> Date

  /// Creates a generator that calls a closure for each date.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = { _ in generate() }
  }

  package init(atCallSite generate: @escaping @Sendable (CallSite?) -> Date) {
    self.generate = generate
  }

  /// A generator that returns the same date each time.
  public static func constant(_ now: Date) -> DateGenerator {
    DateGenerator { now }
  }

  /// The current date. Setting it stops time: `$0.date.now = someDate`.
  public var now: Date {
    get { generate(nil) }
    set { self = .constant(newValue) }
  }

  /// The current date.
  public func callAsFunction(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Date {
    generate(CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension DateGenerator: DependencyKey {
  /// The system's date.
  public static var liveValue: DateGenerator { DateGenerator { Date() } }
  /// The system's date; in a test, reading `\.date` returns a generator that reports its use.
  public static var testValue: DateGenerator { liveValue }
}

extension DependencyValues {
  /// The source of dates.
  ///
  /// In a test, using it without an override reports an issue. Override it with `$0.date.now = …`.
  public var date: DateGenerator {
    get {
      self[
        DateGenerator.self,
        orInTest: { unimplemented in
          DateGenerator(atCallSite: { callSite in
            unimplemented.reportUse(
              of: "the date",
              override: "$0.date.now = Date(timeIntervalSince1970: 0)", at: callSite)
            return Date()
          })
        }]
    }
    set { self[DateGenerator.self] = newValue }
  }
}
