import Core
import FocusedEvidence
import ReducerDebugging
import Testing

/// Reverts some of the changes between two values, and keeps the others.
struct ReversionTests {
  /// The value with the changes at some paths reverted; `nil` if that is impossible.
  private func revert<Value>(
    _ paths: String..., from old: Value, to new: Value, by cases: CasePathsOfReducer? = nil
  ) -> Value? {
    guard let difference = Difference.between(old, new) else { return new }
    let reversion = Reversion(difference, cases: cases) { paths.contains($0.path.description) }
    return try? reversion.value(as: Value.self)
  }

  /// The value with the change at a path reverted by the case paths of a feature; `nil` if that is impossible.
  private func revert<State>(
    _ path: String, from old: State, to new: State, by reducer: some Reducer<State, Int>
  ) -> State? {
    revert(path, from: old, to: new, by: CasePathsOfReducer(reducer))
  }

  /// The reason why a change at a path can't be reverted.
  private func obstacle<Value>(_ path: String, from old: Value, to new: Value) -> String? {
    guard let difference = Difference.between(old, new) else { return nil }
    let reversion = Reversion(difference) { $0.path.description == path }
    do throws(Reversion.Obstacle) {
      _ = try reversion.value(as: Value.self)
      return nil
    } catch {
      return error.reason
    }
  }

  struct Address: Equatable {
    var city = ""
    private(set) var zip = 0
    let country: String

    init(city: String, zip: Int, country: String = "DE") {
      (self.city, self.zip, self.country) = (city, zip, country)
    }
  }

  struct Person: Equatable {
    var name = ""
    var age = 0
    var address: Address? = Address(city: "Bonn", zip: 1)
    var tags: Set<String> = []
    var scores: [String: Int] = [:]
    @Clamped var level = 0
  }

  @propertyWrapper struct Clamped: Equatable {
    var wrappedValue: Int
  }

  @Test func `one field of several is reverted`() {
    let old = Person(name: "A", age: 1)
    let new = Person(name: "B", age: 2)
    claimEqual(revert("name", from: old, to: new), Person(name: "A", age: 2))
    claimEqual(revert("age", from: old, to: new), Person(name: "B", age: 1))
    claimEqual(revert("name", "age", from: old, to: new), old)
    claimEqual(revert("level", from: old, to: new), new)
  }

  @Test func `a nested field, a private setter, and an optional's value are reverted`() {
    let old = Person(name: "A", address: Address(city: "Bonn", zip: 1))
    let new = Person(name: "B", address: Address(city: "Köln", zip: 2))
    #expect(
      revert("address.city", from: old, to: new)
        == Person(name: "B", address: Address(city: "Bonn", zip: 2)))
    #expect(
      revert("address.zip", from: old, to: new)
        == Person(name: "B", address: Address(city: "Köln", zip: 1)))
  }

  @Test func `a constant is reverted with the value around it, not alone`() {
    let old = Address(city: "Bonn", zip: 1)
    #expect(
      revert("country", from: old, to: Address(city: "Bonn", zip: 1, country: "FR")) == old)
    #expect(
      revert("country", from: old, to: Address(city: "Metz", zip: 1, country: "FR")) == nil)
    #expect(
      obstacle("country", from: old, to: Address(city: "Metz", zip: 1, country: "FR"))
        == "`ReversionTests.Address.country` is a constant, so it can be restored only together with all "
        + "changes around it.")
  }

  @Test func `fields in an existential and fields after a closure are reverted`() {
    let old = Owner(animal: Cat(name: "A", lives: 9), age: 1)
    let new = Owner(animal: Cat(name: "B", lives: 8), age: 2)
    #expect(
      revert("animal.lives", from: old, to: new)
        == Owner(animal: Cat(name: "B", lives: 9), age: 2))
    #expect(
      revert("age", from: old, to: new) == Owner(animal: Cat(name: "B", lives: 8), age: 1))
  }

  private struct Owner: Equatable {
    var call: () -> Void = {}
    var animal: any Animal
    var age: Int

    static func == (lhs: Owner, rhs: Owner) -> Bool {
      lhs.animal as? Cat == rhs.animal as? Cat && lhs.age == rhs.age
    }
  }

  private struct Cat: Animal, Equatable {
    var name: String
    var lives: Int
  }

  @Test func `an optional is reverted to a value and to nil`() {
    let old = Person(name: "A", address: nil)
    let new = Person(name: "B")
    claimEqual(revert("address", from: old, to: new), Person(name: "B", address: nil))
    claimEqual(revert("address", from: new, to: old), Person(name: "A"))
  }

  @Test func `the value in a wrapper is reverted`() {
    let old = Person(name: "A", level: 1)
    let new = Person(name: "B", level: 2)
    claimEqual(revert("level", from: old, to: new), Person(name: "B", level: 1))
  }

  @Test func `a set and values of a dictionary are reverted`() {
    let old = Person(tags: ["a"], scores: ["a": 1, "b": 1])
    let new = Person(tags: ["b"], scores: ["a": 2, "c": 3])
    #expect(
      revert("tags", from: old, to: new) == Person(tags: ["a"], scores: ["a": 2, "c": 3]))
    #expect(
      revert("scores[\"a\"]", from: old, to: new)
        == Person(tags: ["b"], scores: ["a": 1, "c": 3]))
    #expect(
      revert("scores[\"b\"]", "scores[\"c\"]", from: old, to: new)
        == Person(tags: ["b"], scores: ["a": 2, "b": 1]))
  }

  struct Row: Equatable, Identifiable {
    var id: Int
    var title = ""
    var count = 0
  }

  struct Table: Equatable {
    var rows: [Row] = []
    var byID: IdentifiedArrayOf<Row> = []
    var path = StackState<Row>()
  }

  @Test func `fields of elements are reverted in place`() {
    let (old, new) = (Row(id: 1, title: "A", count: 1), Row(id: 1, title: "B", count: 2))
    let expected = Row(id: 1, title: "A", count: 2)
    #expect(
      revert("rows[0].title", from: Table(rows: [old]), to: Table(rows: [new]))
        == Table(rows: [expected]))
    #expect(
      revert("byID[id: 1].title", from: Table(byID: [old]), to: Table(byID: [new]))
        == Table(byID: [expected]))
    var stack = Table(path: StackState([old]))
    let before = stack
    let id = stack.path.ids[0]
    stack.path[id: id] = new
    let path = "path\(FieldPath.Component.id(AnyHashable(id))).title"
    let reverted = revert(path, from: before, to: stack)
    claimEqual(reverted?.path[id: id], expected)
    claimEqual(reverted?.path.ids, stack.path.ids)
  }

  @Test func `inserted, removed, and remaining elements are reverted`() {
    let old = Table(rows: [Row(id: 1, title: "A"), Row(id: 2)])
    let new = Table(rows: [Row(id: 1, title: "B")])
    claimEqual(revert("rows", from: old, to: new)?.rows, [Row(id: 1, title: "B"), Row(id: 2)])
    claimEqual(revert("rows[0].title", from: old, to: new)?.rows, [Row(id: 1, title: "A")])
    claimEqual(revert("rows", "rows[0].title", from: old, to: new), old)
  }

  enum Screen: Equatable {
    case list(Row)
    case pair(Int, Int)
    case empty
  }

  @Test func `an enum is reverted as a whole, not one part of a payload`() {
    claimEqual(revert("", from: Screen.empty, to: .pair(1, 2)), .empty)
    #expect(
      revert("list.title", from: Screen.list(Row(id: 1)), to: .list(Row(id: 1, title: "A")))
        == .list(Row(id: 1)))
    #expect(
      revert(
        "list.title", from: Screen.list(Row(id: 1)), to: .list(Row(id: 1, title: "A", count: 1)))
        == nil)
    #expect(
      obstacle(
        "list.title", from: Screen.list(Row(id: 1)), to: .list(Row(id: 1, title: "A", count: 1)))
        == "Only some of what `ReversionTests.Screen.list` holds is to go back, and no `Scope` or "
        + "`ifCaseLet` of the feature shows how a value gets into that case.")
    #expect(
      obstacle("pair.0", from: Screen.pair(1, 2), to: .pair(3, 4))
        == "`ReversionTests.Screen.pair` has one value that cannot be restored alone.")
  }

  @Test func `a part of a payload is reverted if a feature composes by that case`() {
    enum Inner: Equatable {
      case row(row: Row)
      case empty
    }
    enum Outer: Equatable {
      case list(Row)
      case inner(Inner)
    }
    struct Rows: Reducer {
      func reduce(into state: inout Row, action: Int) -> Effect<Int> { .none }
    }
    struct Scopes: Reducer {
      var body: some Reducer<Outer, Int> {
        Scope(state: { .list($0) }, action: { $0 }) { Rows() }
        Scope(state: { .inner(.row(row: $0)) }, action: { $0 }) { Rows() }
        Reduce { _, _ in .none }
      }
    }
    let operators = Reduce<Outer, Int> { _, _ in .none }
      .ifCaseLet({ .list($0) }, action: { $0 }) { Rows() }
    let (old, new) = (Row(id: 1), Row(id: 1, title: "A", count: 1))
    let reverted = Outer.list(Row(id: 1, count: 1))
    claimEqual(revert("list.title", from: .list(old), to: .list(new), by: operators), reverted)
    claimEqual(revert("list.title", from: .list(old), to: .list(new), by: Scopes()), reverted)
    let inner = revert(
      "inner.row.row.title", from: .inner(.row(row: old)), to: .inner(.row(row: new)), by: Scopes())
    claimEqual(inner, .inner(.row(row: Row(id: 1, count: 1))))
  }

  @Test func `the storage behind a computed property of a macro is reverted`() {
    var (old, new) = (Observed(), Observed())
    (old.count, old.title) = (1, "A")
    (new.count, new.title) = (2, "B")
    var expected = new
    expected.count = 1
    claimEqual(revert("count", from: old, to: new), expected)
    claimEqual(SourceLiteral(new).text, #"ReversionTests.Observed(count: 2, title: "B")"#)
  }

  /// The expansion of `@ObservableState`.
  private struct Observed: Equatable {
    private var _count = 0
    private var _title = ""
    private let _$observationRegistrar = Registrar()

    struct Registrar {}

    var count: Int {
      get { _count }
      set { _count = newValue }
    }
    var title: String {
      get { _title }
      set { _title = newValue }
    }

    static func == (lhs: Observed, rhs: Observed) -> Bool {
      lhs._count == rhs._count && lhs._title == rhs._title
    }
  }

  @Test
  func `fields of a generic type are reverted beside values without a key path`() {
    let old = Box(value: Row(id: 1), other: 1, level: Row(id: 2))
    let new = Box(value: Row(id: 1, title: "A"), other: 2, level: Row(id: 2, title: "B", count: 3))
    #expect(
      revert("value.title", from: old, to: new)
        == Box(value: Row(id: 1), other: 2, level: new.level))
    #expect(
      revert("other", from: old, to: new) == Box(value: new.value, other: 1, level: new.level))
    // Only a feature's own code can set a part of the value in a wrapper.
    #expect(revert("level.title", from: old, to: new) == nil)
    let (one, two) = (Model(), Model())
    #expect(
      revert("model", from: Holder(model: one), to: Holder(model: two, count: 1))
        == Holder(model: one, count: 1))
  }

  private struct Box<Value: Equatable>: Equatable {
    weak var delegate: Model?
    unowned(unsafe) var owner: AnyObject?
    var call: () -> Void = {}
    let pair = (1, "a")
    var value: Value
    var other: Int
    @Clamping var level: Row

    static func == (lhs: Box, rhs: Box) -> Bool {
      lhs.value == rhs.value && lhs.other == rhs.other && lhs.level == rhs.level
    }
  }

  @propertyWrapper private struct Clamping<Value> {
    var wrappedValue: Value
  }

  private struct Holder: Equatable {
    var model: Model
    var count = 0
  }

  private final class Model: Equatable {
    static func == (lhs: Model, rhs: Model) -> Bool { lhs === rhs }
  }

  @Test func `a presented state is reverted and stays the same presentation`() {
    struct State: Equatable {
      @PresentationState var row: Row?
    }
    let old = State(row: Row(id: 1, title: "A", count: 1))
    var new = old
    new.row?.title = "B"
    new.row?.count = 2
    claimEqual(revert("row.title", from: old, to: new)?.row, Row(id: 1, title: "A", count: 2))
    new.row = nil
    claimEqual(revert("row", from: old, to: new), old)
  }
}

private protocol Animal { var name: String { get } }
