import FocusedTestStore
import Testing

/// Endless values are printed, compared, and rendered up to a limit. None of them traps: a walk that recurses at each level
/// overflows within a thousand levels.
@Suite(.smallStack)
struct EndlessValueTests {
  static let values: [any Sendable] = [
    Deep.levels(2_000, end: 1), Layer.levels(2_000), Branch.levels(2_000), Looped(number: 1),
    Ancestral(), Chained.levels(2_000), [Deep.levels(2_000, end: 1)],
    ["key": Looped(number: 2)], Deep?.some(.levels(2_000, end: 2)),
  ]

  @Test(arguments: values.indices)
  func aValueIsPrintedToABoundedDepth(_ index: Int) {
    let value = Self.values[index]
    let dump = String(dumping: value)
    #expect(dump.count < 200_000)
    #expect(dump.contains("… (nested deeper than 16)") || dump.contains("Ancestral"))
    #expect(String(dumpingOnOneLine: value).count < 50_000)
  }

  @Test(arguments: values.indices)
  func aValueWithoutAnEndHasNoLiteral(_ index: Int) {
    let literal = SourceLiteral(Self.values[index])
    #expect(!literal.isComplete)
    #expect(literal.text.count < 200_000)
  }

  @Test(arguments: values.indices)
  func aValueIsComparedToABoundedDepth(_ index: Int) {
    let value = Self.values[index]
    #expect(diff(value, value) == nil)
    #expect(diff([value], [value]) == nil)
    #expect(diff((value, 1), (value, 2)) != nil)
  }

  @Test func aDifferenceAboveTheDepthsIsFound() {
    let loops = Difference.between(Looped(number: 1), Looped(number: 2), costLimit: 1_000)
    claimEqual(loops?.lines().contains { $0.hasPrefix("+   number: 2") }, true)
    #expect(diff(Deep.levels(10, end: 1), .levels(10, end: 2)) != nil)
    #expect(diff(Branch.levels(3), .levels(4)) != nil)
  }

  @Test func aDifferenceFarDownIsShownAsFarAsThereAreLines() throws {
    claimEqual(diff(Deep.levels(25, end: 1), .levels(25, end: 2))?.contains(".end(2, "), true)
    let text = try #require(diff(Known.levels(500, end: 1), .levels(500, end: 2)))
    #expect(text.contains("\n− ") && text.contains("\n+ "))
    #expect(text.split(separator: "\n").count <= 51)
  }

  @Test func anActionWithoutAnEndIsNamedByItsCase() async {
    for index in Self.values.indices {
      let value = Self.values[index]
      let issues = await withCapturedIssues {
        let store = Feature.store(.on)
        await store.send(.start(value))
        await store.receive(case: { .other($0) })
      }
      #expect(issues.count == 2)
      #expect(issues.allSatisfy { $0.message.count < 60_000 })
    }
  }

  @Test func aFieldWithoutAnEndCanBeAssertedAround() async {
    for index in Self.values.indices {
      let issues = await withCapturedIssues {
        let store = Feature.store(.off(showSkippedAssertions: true))
        await store.send(.start(Self.values[index])) { $0.count = 2 }
        await store.send(.start(Self.values[index])) { $0.count = 2 }
        await store.send(.start(Self.values[index])) { $0.count += 1 }
        await store.receive(case: { .loaded($0) })
      }
      let errors = issues.filter { $0.severity == .error }
      #expect(errors.count == 1, "\(errors.map { "\($0.line): \($0.message.prefix(300))" })")
      #expect(issues.allSatisfy { $0.message.count < 60_000 })
    }
  }
}

extension EndlessValueTests {
  indirect enum Deep: Sendable {
    case end(Int, @Sendable () -> Void)
    case more(Deep)

    static func levels(_ count: Int, end: Int) -> Deep {
      (0..<count).reduce(.end(end, {})) { deep, _ in .more(deep) }
    }
  }

  /// An endless value with its own `==`, which prints as much as the others.
  indirect enum Known: Equatable {
    case end(Int)
    case more(Known)

    static func levels(_ count: Int, end: Int) -> Known {
      (0..<count).reduce(.end(end)) { deep, _ in .more(deep) }
    }
  }

  struct Layer: Sendable {
    var inner: (any Sendable)?
    var work: @Sendable (Int) -> Bool = { $0 > 0 }

    static func levels(_ count: Int) -> Layer {
      (0..<count).reduce(Layer()) { layer, _ in Layer(inner: layer) }
    }
  }

  struct Branch: Sendable {
    var branches: [Branch] = []
    var work: @Sendable () -> Void = {}

    static func levels(_ count: Int) -> Branch {
      (0..<count).reduce(Branch()) { branch, _ in Branch(branches: [branch, Branch()]) }
    }
  }

  final class Chained: Sendable {
    let next: Chained?
    let work: @Sendable () -> Void = {}
    init(next: Chained?) { self.next = next }

    static func levels(_ count: Int) -> Chained {
      (0..<count).reduce(Chained(next: nil)) { chain, _ in Chained(next: chain) }
    }
  }

  /// A value whose mirror contains the value itself, twice.
  struct Looped: CustomReflectable, Sendable {
    var number: Int
    var work: @Sendable () -> Void = {}
    var customMirror: Mirror {
      Mirror(
        self, children: ["number": number, "left": self, "right": self, "work": work],
        displayStyle: .struct)
    }
  }

  /// A class whose superclass has the same mirror.
  final class Ancestral: CustomReflectable, Sendable {
    var customMirror: Mirror {
      Mirror(self, children: [:], ancestorRepresentation: .customized { self.customMirror })
    }
  }

  struct Feature: Reducer {
    struct State: Equatable {
      var value: any Sendable = 0
      var count = 0
      /// `==` compares only the count, so the value is unknown.
      static func == (lhs: State, rhs: State) -> Bool { lhs.count == rhs.count }
    }

    enum Action {
      case start(any Sendable)
      case loaded(any Sendable)
      case other(any Sendable)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      guard case .start(let value) = action else { return .none }
      state.value = value
      state.count += 1
      return .send(.loaded(value))
    }

    static func store(_ exhaustivity: Exhaustivity) -> TestStore<State, Action> {
      TestStore(exhaustivity, initialState: State()) { Feature() }
    }
  }
}
