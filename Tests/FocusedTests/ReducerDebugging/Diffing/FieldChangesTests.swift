import FocusedTestStore
import Foundation
import Testing

struct FieldChangesTests {
  @Test func aFieldIsNamedByItsWay() {
    claimEqual(paths { $0.name = "x" }, ["name"])
    claimEqual(paths { $0.address.city = "x" }, ["address.city"])
    claimEqual(paths { $0.address = Address(city: "x", zip: 9) }, ["address.city", "address.zip"])
    claimEqual(paths { $0.size.width = 2 }, ["size.width"])
    claimEqual(paths { $0.pair.1 = "x" }, ["pair.1"])
    claimEqual(paths { $0.child?.count = 2 }, ["child.count"])
    claimEqual(paths { $0.child = nil }, ["child"])
    claimEqual(paths { $0.wrapped = 2 }, ["wrapped"])
  }

  @Test func aWrapperThatShowsItsContentIsLookedThrough() {
    let changes = changes(Parent(child: Child(count: 1)), Parent(child: Child(count: 2)))
    claimEqual(changes.map(\.path.description), ["child.count"])
    claimEqual(changes.assignments.map(\.target), ["$0.child?.count"])
    #expect(
      SourceLiteral(Parent(child: nil)).text == "FieldChangesTests.Parent(child: nil)")
    #expect(
      FieldMismatch.unmet(
        changedFrom: Parent(child: nil), to: Parent(child: Child()), actual: Parent(child: Child())
      ).isEmpty)
  }

  @Test func aChangeKnowsBothValues() {
    let change = changes(1, 2)[0]
    #expect(change.path.isRoot)
    claimEqual(change.path.description, "")
    #expect(change.old as? Int == 1)
    #expect(change.new as? Int == 2)
  }

  @Test func payloadsAreNamedByTheirCase() {
    claimEqual(paths { $0.mode = .main(Child(count: 2)) }, ["mode.main.count"])
    claimEqual(paths { $0.mode = .idle }, ["mode"])
    let loaded = Mode.loaded(id: 1, "a")
    claimEqual(paths(loaded, .loaded(id: 2, "a")), ["loaded.id"])
    claimEqual(paths(loaded, .loaded(id: 1, "b")), ["loaded.1"])
    claimEqual(paths(Mode.path([loaded]), .path([.loaded(id: 1, "b")])), ["path[0].loaded.1"])
  }

  @Test func elementsAreNamedByPositionOrID() {
    claimEqual(paths { $0.items[2] = 9 }, ["items[2]"])
    claimEqual(paths { $0.plain[1].title = "x" }, ["plain[1].title"])
    claimEqual(paths { $0.rows.elements[1].title = "x" }, ["rows[id: 2].title"])
    claimEqual(paths { $0.names["a"] = 2 }, ["names[\"a\"]"])
    claimEqual(paths { $0.names["b"] = 2 }, ["names[\"b\"]"])
  }

  @Test func theElementsOfAnOptionalListAreReachedThroughTheOptional() {
    let changes = changes([1, 2] as [Int]?, [1, 3])
    claimEqual(changes.map(\.path.description), ["[1]"])
    claimEqual(changes.assignments.map(\.target), ["$0?[1]"])
    #expect(changes[0].path.value(in: [1, 2] as [Int]? as Any) as? Int == 2)
  }

  @Test func whatComesAndGoesChangesTheCollection() {
    claimEqual(paths { $0.items.append(9) }, ["items"])
    claimEqual(paths { $0.rows.elements.removeFirst() }, ["rows"])
    claimEqual(paths { $0.tags = ["b", "c"] }, ["tags"])
  }

  @Test func instancesClosuresAndEqualityDecideForThemselves() {
    let (a, b) = (Instance(), Instance())
    #expect(paths(Holder(instance: a), Holder(instance: a)).isEmpty)
    claimEqual(paths(Holder(instance: a), Holder(instance: b)), ["instance"])
    #expect(paths(Holder(instance: a, closure: {}), Holder(instance: a, closure: {})).isEmpty)
    #expect(paths(Lenient(id: 1, cache: 1), Lenient(id: 1, cache: 2)).isEmpty)
  }

  @Test func aNaNIsNoChange() {
    #expect(paths([1, Double.nan], [1, .nan]).isEmpty)
    claimEqual(paths([1, Double.nan, 2], [1, .nan, 3]), ["[2]"])
    claimEqual(paths(Double.nan, 1), [""])
    #expect(paths(["a": Float.nan], ["a": .nan]).isEmpty)
    #expect(paths(CGSizeLike(width: .nan, height: 1), CGSizeLike(width: .nan, height: 1)).isEmpty)
    #expect(paths([[Double.nan]], [[.nan]]).isEmpty)
    #expect(paths(Picky(), Picky()).isEmpty)
    #expect(paths(Reading(value: .nan), Reading(value: .nan)).isEmpty)
    #expect(paths([Reading(value: .nan)], [Reading(value: .nan)]).isEmpty)
    claimEqual(paths(Reading(value: .nan), Reading(value: 1)), ["value"])
  }

  @Test func whatIsUnequalForNoFieldsSakeChangesAsAWhole() {
    claimEqual(paths(Unshown(version: 1), Unshown(version: 2)), [""])
    claimEqual(paths([Unshown(version: 1)], [Unshown(version: 2)]), ["[0]"])
  }

  @Test func aPathFindsItsValue() {
    var other = State()
    other.rows.elements = [TitledRow(id: 9, title: "z"), TitledRow(id: 2, title: "y")]
    let path = FieldPath([.field("rows"), .id(2), .field("title")])
    #expect(path.value(in: other) as? String == "y")
    #expect(path.value(in: State().with { $0.rows.elements = [] }) == nil)
  }

  @Test func aFieldThatIsNotThereIsMissedWhereItsWayEnds() {
    let base = State()
    #expect(
      unmet(base, base.with { $0.child?.count = 2 }, base.with { $0.child = nil })
        == ["child: FieldChangesTests.Child(\n  count: 2\n), nil"])
    #expect(
      unmet(base, base.with { $0.mode = .main(Child(count: 5)) }, base.with { $0.mode = .idle })
        == ["mode: .main(\n  FieldChangesTests.Child(\n    count: 5\n  )\n), .idle"])
  }

  private func paths(_ update: (inout State) -> Void) -> [String] {
    paths(State(), State().with(update))
  }

  private func paths<T>(_ old: T, _ new: T) -> [String] {
    changes(old, new).map(\.path.description)
  }

  private func changes<T>(_ old: T, _ new: T) -> [FieldChange] {
    Difference.between(old, new)?.fieldChanges ?? []
  }

  private func unmet(_ base: State, _ expected: State, _ actual: State) -> [String] {
    FieldMismatch.unmet(changedFrom: base, to: expected, actual: actual).map {
      "\($0.path): \(String(dumping: $0.expected)), \(String(dumping: $0.actual))"
    }
  }
}

extension FieldChangesTests {
  struct Address: Equatable { var city = "Paris", zip = 1 }
  struct Child: Equatable { var count = 1 }
  indirect enum Mode: Equatable {
    case idle
    case main(Child)
    case loaded(id: Int, String)
    case path([Mode])
  }
  @propertyWrapper struct Wrapper: Equatable { var wrappedValue: Int }
  struct State: Equatable {
    var name = "Blob"
    var address = Address()
    var size = CGSizeLike(width: 1, height: 1)
    var pair = (1, "a")
    var child: Child? = Child()
    @Wrapper var wrapped = 1
    var mode = Mode.main(Child())
    var items = [1, 2, 3]
    var plain = [TitledRow(id: 1, title: "a"), TitledRow(id: 2, title: "b")]
    var rows = TitledRows(elements: [TitledRow(id: 1, title: "a"), TitledRow(id: 2, title: "b")])
    var names = ["a": 1]
    var tags: Set = ["a", "b"]

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.name == rhs.name && lhs.address == rhs.address && lhs.size == rhs.size
        && lhs.pair == rhs.pair && lhs.child == rhs.child && lhs.wrapped == rhs.wrapped
        && lhs.mode == rhs.mode && lhs.items == rhs.items && lhs.plain == rhs.plain
        && lhs.rows == rhs.rows && lhs.names == rhs.names && lhs.tags == rhs.tags
    }

    func with(_ update: (inout State) -> Void) -> State {
      var copy = self
      update(&copy)
      return copy
    }
  }
  /// A child as presentation wrappers keep it: out of line, and shown as an optional.
  @propertyWrapper struct Boxed: Equatable, DumpRepresentable {
    private var storage: [Child]
    init(wrappedValue: Child?) { storage = wrappedValue.map { [$0] } ?? [] }
    var wrappedValue: Child? {
      get { storage.first }
      set { storage = newValue.map { [$0] } ?? [] }
    }
    var dumpValue: Any { wrappedValue as Any }
  }
  struct Parent: Equatable { @Boxed var child: Child? }
  struct CGSizeLike: Equatable { var width: Double, height: Double }
  final class Instance {}
  struct Holder {
    var instance: Instance
    var closure: () -> Void = {}
  }
  struct Lenient: Equatable {
    var id: Int
    var cache: Int
    static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }
  }
  /// A value that differs only in parts that its mirror doesn't show.
  struct Unshown: Equatable, DumpRepresentable {
    var version: Int
    var dumpValue: Any { "unshown" }
  }
  struct Reading: Equatable { var value: Double }
  struct Picky: Equatable {
    var id = 1
    static func == (lhs: Self, rhs: Self) -> Bool { false }
  }
}
