import FocusedTestStore
import Foundation
import Testing

struct SourceLiteralTests {
  @Test func literalsCompileToTheValueTheySpell() {
    // Each right-hand side is the text on the left, pasted.
    expect(-3, "-3", is: -3)
    expect(1.0, "1.0", is: 1.0)
    expect(Double.infinity, ".infinity", is: .infinity)
    expect(-Double.infinity, "-.infinity", is: -.infinity)
    expect(true, "true", is: true)
    expect("👨‍👩‍👧a\u{200D}b", #""👨‍👩‍👧a\u{200D}b""#, is: "👨‍👩‍👧a\u{200D}b")
    expect("it's \\'", #""it's \\'""#, is: "it's \\'")
    expect("a\"\\\t\u{1}\u{202E}é", #""a\"\\\t\u{01}\u{202E}é""#, is: "a\"\\\t\u{1}\u{202E}é")
    expect("\\(x)", #""\\(x)""#, is: "\\(x)")
    expect("a" as Character, "\"a\"", is: "a")
    expect(Int?.none, "nil", is: nil)
    expect(Int?.some(3), "3", is: 3)
    expect(Int??.some(nil), ".some(nil)", is: .some(nil))
    expect([1, 2], "[1, 2]", is: [1, 2])
    expect(Set([2, 1]), "[1, 2]", is: [1, 2])
    expect(["b": 1, "a": 2], #"["a": 2, "b": 1]"#, is: ["a": 2, "b": 1])
    expect([String: Int](), "[:]", is: [:])
    expect(Duration.seconds(1), ".seconds(1)", is: .seconds(1))
    expect(Duration.milliseconds(-1_500), ".milliseconds(-1500)", is: .milliseconds(-1500))
    expect(
      Duration.nanoseconds(5),
      "Duration(secondsComponent: 0, attosecondsComponent: 5000000000)",
      is: Duration(secondsComponent: 0, attosecondsComponent: 5_000_000_000))
    #expect(
      SourceLiteral(Duration.seconds(Int64.min) + .milliseconds(1)).text.hasPrefix("Duration("))
    expect(Decimal(string: "1.5")!, "Decimal(string: \"1.5\")!", is: Decimal(string: "1.5")!)
    expect(
      Date(timeIntervalSinceReferenceDate: 0.5), "Date(timeIntervalSinceReferenceDate: 0.5)",
      is: Date(timeIntervalSinceReferenceDate: 0.5))
    expect(
      URL(string: "https://a.b")!, "URL(string: \"https://a.b\")!", is: URL(string: "https://a.b")!)
    expect(Data([1, 255]), "Data([0x01, 0xff])", is: Data([0x01, 0xff]))
    expect(
      UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!,
      "UUID(uuidString: \"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\")!",
      is: UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!)
    claimEqual(SourceLiteral((1, b: "x")).text, "(1, b: \"x\")")
    claimEqual(SourceLiteral(Double.nan).text, ".nan")
  }

  @Test func typesAreSpelledByInitializerAndCase() {
    expect(
      Profile(name: "Blob", address: .init(city: "Rome")),
      #"SourceLiteralTests.Profile(name: "Blob", address: "#
        + #"SourceLiteralTests.Profile.Address(city: "Rome"))"#,
      is: SourceLiteralTests.Profile(
        name: "Blob", address: SourceLiteralTests.Profile.Address(city: "Rome")))
    expect(Mode.loaded(id: 3), ".loaded(id: 3)", is: .loaded(id: 3))
    expect(Mode.pair(1, b: nil), ".pair(1, b: nil)", is: .pair(1, b: nil))
    expect(Mode.none, ".none", is: .none)
    expect(Mode?.some(.none), "SourceLiteralTests.Mode.none", is: SourceLiteralTests.Mode.none)
    expect(Described.a, "SourceLiteralTests.Described(rawValue: 1)!", is: Described(rawValue: 1)!)
    expect(Options.b, "SourceLiteralTests.Options(rawValue: 2)", is: Options(rawValue: 2))
    expect(Wrapped(count: 3), "SourceLiteralTests.Wrapped(count: 3)", is: Wrapped(count: 3))
    expect(Empty(), "SourceLiteralTests.Empty()", is: Empty())
    struct Local: Equatable { var a = 1 }
    expect(Local(), "SourceLiteralTests.Local(a: 1)", is: Local(a: 1))
  }

  @Test func whatHasNoLiteralIsNamed() {
    expectMissing(Instance(), "SourceLiteralTests.Instance")
    let closure: () -> Int = { 1 }
    expectMissing(closure, "() -> Int")
    expectMissing(Data(count: 5_000), "Data")
    expectMissing(-3...(-1), "ClosedRange<Int>")
    expectMissing(Array(0..<1_000), "[Int] of 1,000 elements")
    let partial = SourceLiteral(Mode?.some(.loaded(id: 1)) as Any)
    claimEqual(partial.missingPart, nil)
    claimEqual(SourceLiteral((1, Instance())).text, "(1, …)")
  }

  @Test func aStackIsMadeOfItsElements() {
    expect(StackState<String>(), "[]", is: [])
    expect(StackState(["a", "b"]), #"["a", "b"]"#, is: ["a", "b"])
    // A new stack numbers its elements in order.
    var stack = StackState(["a", "b", "c"])
    stack.remove(at: 1)
    expectMissing(stack, "StackState<String>")
  }

  private func expectMissing<T>(
    _ value: T, _ missing: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(SourceLiteral(value).text == "…", sourceLocation: sourceLocation)
    #expect(SourceLiteral(value).missingPart == missing, sourceLocation: sourceLocation)
  }

  private func expect<T: Equatable>(
    _ value: T, _ literal: String, is pasted: T,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(SourceLiteral(value).text == literal, sourceLocation: sourceLocation)
    #expect(value == pasted, sourceLocation: sourceLocation)
  }
}

extension SourceLiteralTests {
  struct Profile: Equatable {
    struct Address: Equatable { var city: String }
    var name: String
    var address: Address
  }
  enum Mode: Equatable {
    case none
    case loaded(id: Int)
    case pair(Int, b: String?)
  }
  enum Described: Int, CustomStringConvertible {
    case a = 1
    var description: String { "not a name" }
  }
  struct Options: OptionSet {
    let rawValue: Int
    static let b = Options(rawValue: 2)
  }
  @propertyWrapper struct Wrapper: Equatable { var wrappedValue: Int }
  struct Wrapped: Equatable { @Wrapper var count: Int }
  struct Empty: Equatable {}
  final class Instance {}
}
