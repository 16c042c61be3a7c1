import Foundation
import FocusedTestStore
import Testing

struct ValueDumpTests {
  @Test func structsNameTheirFieldsAndNotTheirModule() {
    expectText(String(dumping: Profile(name: "Blob", age: 33)))
    claimEqual(String(dumping: Empty()), "ValueDumpTests.Empty()")
  }

  @Test func typesOfFunctionsShowNoPrivateContext() {
    struct Local { var inner = Inner() }
    struct Inner {}
    expectText(String(dumping: Local()))
  }

  @Test func enumsShowEveryShapeOfPayload() {
    claimEqual(String(dumping: Mode.idle), ".idle")
    claimEqual(String(dumping: Mode.count(3)), ".count(3)")
    claimEqual(String(dumping: Mode.loaded(id: 3, .blue)), ".loaded(id: 3, .blue)")
    claimEqual(String(dumping: Mode.labeled(id: 4)), ".labeled(id: 4)")
    claimEqual(String(dumping: Mode.optional(nil)), ".optional(nil)")
    claimEqual(String(dumping: Mode.optional(2)), ".optional(2)")
    claimEqual(String(dumping: Mode.nothing(())), ".nothing(())")
    expectText(String(dumping: Mode.profile(Profile(name: "Blob", age: 33))))
    claimEqual(String(dumping: Result<Int, Failure>.failure(.offline)), ".failure(.offline)")
  }

  @Test func optionalsShowWhatTheyHold() {
    claimEqual(String(dumping: Int?.none as Any), "nil")
    claimEqual(String(dumping: Int?.some(3) as Any), "3")
    claimEqual(String(dumping: Int??.some(.some(3)) as Any), "3")
  }

  @Test func collectionsShowTheirElementsInOrder() {
    expectText(String(dumping: ["a", "b"]))
    expectText(String(dumping: [10: "x", 9: "y"]), text: "2")
    expectText(String(dumping: Set([Mode.Color.red, .blue])), text: "3")
    expectText(String(dumping: [Profile(name: "a", age: 1): [1]]), text: "4")
    claimEqual(String(dumping: [Int]()), "[]")
    claimEqual(String(dumping: [Int: Int]()), "[:]")
    claimEqual(String(dumping: Set<Int>()), "Set([])")
    claimEqual(String(dumping: (1, name: "a")), "(1, name: \"a\")")
    claimEqual(String(dumping: ()), "()")
  }

  @Test func foundationValuesStandOnOneLine() {
    let uuid = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    claimEqual(String(dumping: Date(timeIntervalSince1970: 0)), "Date(1970-01-01T00:00:00Z)")
    claimEqual(String(dumping: Date(timeIntervalSince1970: 1.5)), "Date(1970-01-01T00:00:01.5Z)")
    claimEqual(String(dumping: Date(timeIntervalSince1970: -0.25)), "Date(1969-12-31T23:59:59.75Z)")
    claimEqual(String(dumping: URL(string: "https://a.b/c")!), "URL(https://a.b/c)")
    claimEqual(String(dumping: UUID(uuidString: uuid)!), "UUID(\(uuid))")
    claimEqual(String(dumping: Data([1, 0xAB])), "Data(2 bytes, 0x01ab)")
    #expect(
      String(dumping: Data(count: 1_000))
        == "Data(1,000 bytes, 0x00000000000000000000000000000000…)")
    claimEqual(String(dumping: Decimal(string: "12.5")!), "12.5")
    claimEqual(String(dumping: Duration.milliseconds(500)), "0.5 seconds")
    claimEqual(String(dumping: 1..<3), "1..<3")
    claimEqual(String(dumping: 1...3), "1...3")
    claimEqual(String(dumping: CancellationError()), "CancellationError()")
    claimEqual(String(dumping: NSError(domain: "d", code: 3)), "NSError(domain: \"d\", code: 3)")
    claimEqual(String(dumping: "é" as Character), "\"é\"")
    claimEqual(String(dumping: Double.nan), "nan")
  }

  @Test func anythingFitsOnOneLineWhenItHasTo() {
    #expect(
      String(dumpingOnOneLine: [Profile(name: "a\nb", age: 1)])
        == #"[ValueDumpTests.Profile(name: "a\nb", age: 1)]"#)
  }

  @Test func closuresTypesAndKeyPathsShowWhatTheyAre() {
    let closure: (Int) -> Bool = { $0 > 0 }
    claimEqual(String(dumping: closure), "(Int) -> Bool")
    claimEqual(String(dumping: Profile.self), "ValueDumpTests.Profile.self")
    #expect(String(dumping: \Profile.name as Any).hasPrefix("\\Profile."))
  }

  @Test func genericTypesAreSpelledAsInSource() {
    claimEqual(String(dumping: Box<[Int?]>.self), "ValueDumpTests.Box<[Int?]>.self")
    claimEqual(String(dumping: [String: (() -> Int)?].self), "[String: (() -> Int)?].self")
  }

  @Test func stringsOfSeveralLinesAreBlocks() {
    expectText(String(dumping: Profile(name: "a\nb", age: 1)))
    claimEqual(String(dumping: "a\"b\t"), #""a\"b\t""#)
  }

  @Test func descriptionsAreUsedOnlyWhereReflectionShowsNothing() {
    claimEqual(String(dumping: DescribedStruct(a: 1)), "ValueDumpTests.DescribedStruct(\n  a: 1\n)")
    claimEqual(String(dumping: DescribedEmpty()), "nothing to see")
    claimEqual(String(dumping: DescribedEnum.a), "described")
  }

  @Test func storageOfWrappersIsNamedAfterTheProperty() {
    expectText(String(dumping: Wrapped(count: 3)))
  }

  @Test func anInstanceThatIsMetAgainIsNamedByItsNumber() {
    let node = Node(name: "a")
    expectText(String(dumping: node))
    node.next = node
    expectText(String(dumping: node), text: "2")
    node.next = nil
  }

  @Test func largeValuesAreCutAndSayWhere() {
    let lines = String(dumping: Array(0..<10_000)).split(separator: "\n")
    claimEqual(lines.count, 13)
    claimEqual(lines[11], "  … 9,990 more elements")
    #expect(
      String(dumping: String(repeating: "x", count: 5_000)).hasSuffix("\" … 4,500 more characters"))
    let deep = (0..<100).reduce(Node(name: "end")) { Node(name: "\($1)", next: $0) }
    #expect(String(dumping: deep).contains("… (nested deeper than 16)"))
    let wide = Array(repeating: Array(repeating: Array(0..<100), count: 100), count: 100)
    #expect(String(dumping: wide).split(separator: "\n").count < 400)
  }

  @Test func aRepresentableValueShowsAnotherInItsPlace() {
    claimEqual(String(dumping: [Money(cents: 300)]), "[\n  [0]: \"3 €\"\n]")
  }

  @Test func aValueThatRepresentsItselfIsReflected() {
    claimEqual(String(dumping: Narcissus()), "ValueDumpTests.Narcissus(\n  a: 1\n)")
    #expect(String(dumping: Echo()).hasSuffix("()"))
  }
}

extension ValueDumpTests {
  struct Profile: Hashable { var name: String, age: Int }
  struct Empty {}
  struct Box<T> { var value: T }
  enum Failure: Error { case offline }
  enum Mode {
    enum Color { case red, blue }
    case idle
    case count(Int)
    case loaded(id: Int, Color)
    case labeled(id: Int)
    case optional(Int?)
    case nothing(Void)
    case profile(Profile)
  }
  struct DescribedStruct: CustomStringConvertible {
    var a: Int
    var description: String { "described" }
  }
  struct DescribedEmpty: CustomStringConvertible {
    var description: String { "nothing to see" }
  }
  enum DescribedEnum: CustomStringConvertible {
    case a
    var description: String { "described" }
  }
  @propertyWrapper struct Wrapper {
    var wrappedValue: Int
  }
  struct Wrapped { @Wrapper var count: Int }
  final class Node {
    let name: String
    var next: Node?
    init(name: String, next: Node? = nil) {
      self.name = name
      self.next = next
    }
  }
  /// The example of the documentation.
  struct Money: Equatable, DumpRepresentable {
    var cents: Int
    var dumpValue: Any { "\(cents / 100) €" }
  }
  struct Echo: DumpRepresentable { var dumpValue: Any { Answer() } }
  struct Answer: DumpRepresentable { var dumpValue: Any { Echo() } }
  struct Narcissus: DumpRepresentable {
    var a = 1
    var dumpValue: Any { self }
  }
}
