import FocusedTestStore
import ReducerDebugging
import Testing

struct LargeArraysTests {
  @Test func anEqualArrayIsShared() throws {
    let tally = Tally()
    var (value, other) = (Page(tally), Page(tally))
    // Equal, and with other bytes: a text of this length has a storage of its own.
    value.rows[700].title = Page.title(700)
    other.rows[0].title = Page.title(0)
    let areApart = try arrays().share(with: other, in: &value)
    #expect(areApart)
    #expect(tally.comparisons == 2)
    #expect(areStoredTogether(value.rows, other.rows))
    #expect(value == other)
    #expect(tally.comparisons == 2)
  }

  @Test func anUnequalArrayIsNot() throws {
    let tally = Tally()
    var (value, other) = (Page(tally), Page(tally))
    value.rows[700].title = "another"
    let areApart = try arrays().share(with: other, in: &value)
    #expect(areApart)
    #expect(!areStoredTogether(value.rows, other.rows))
    #expect(value != other)
    #expect(value.rows[700].title == "another")
    other.rows.removeLast()
    let areStillApart = try arrays().share(with: other, in: &value)
    #expect(!areStillApart)
    #expect(value.rows.count == other.rows.count + 1)
  }

  @Test func manyElementsWithOtherBytesAreLeftToTheArray() throws {
    let tally = Tally()
    var value = Page(tally)
    let other = Page(tally)
    for index in 0..<17 { value.rows[index * 10].title = Page.title(index * 10) }
    let areApart = try arrays().share(with: other, in: &value)
    #expect(areApart)
    #expect(!areStoredTogether(value.rows, other.rows))
    #expect(value == other)
  }

  @Test func arraysInPartsAreFound() throws {
    let other = Page(Tally())
    var value = other
    value.shelf.numbers[3] += 1
    value.shelf.numbers[3] -= 1
    value.items[id: 5] = value.items[id: 5]
    value.items[id: 5]?.count += 0
    value.few[0] += 0
    let areApart = try arrays().share(with: other, in: &value)
    #expect(areApart)
    #expect(areStoredTogether(value.shelf.numbers, other.shelf.numbers))
    #expect(areStoredTogether(value.items.elements, other.items.elements))
    #expect(!areStoredTogether(value.few, other.few))
    let areStillApart = try arrays().share(with: other, in: &value)
    #expect(!areStillApart)
  }

  @Test func anotherChangeIsSeenWithoutTheArrays() throws {
    let tally = Tally()
    let value = Page(tally)
    var other = value
    other.rows[999].title = "another"
    #expect(try arrays().replaced(in: value, by: other) == other)
    other.count = 1
    #expect(try arrays().replaced(in: value, by: other) != other)
    #expect(tally.comparisons == 0)
  }

  @Test func typesWithoutArraysHaveNone() {
    #expect(LargeArrays.of(1) == nil)
    #expect(LargeArrays.of("text") == nil)
    #expect(LargeArrays.of([1, 2]) == nil)
    #expect(LargeArrays.of(Page?.some(Page(Tally()))) == nil)
  }

  private func arrays() throws -> LargeArrays<Page> {
    try #require(LargeArrays.of(Page(Tally())))
  }

  private func areStoredTogether<Element>(_ lhs: [Element], _ rhs: [Element]) -> Bool {
    lhs.withUnsafeBytes(\.baseAddress) == rhs.withUnsafeBytes(\.baseAddress)
  }
}

private final class Tally {
  var comparisons = 0
}

private struct Page: Equatable {
  struct Row: Equatable {
    var title: String
    let tally: Tally

    static func == (lhs: Row, rhs: Row) -> Bool {
      lhs.tally.comparisons += 1
      return lhs.title == rhs.title
    }
  }

  struct Shelf: Equatable {
    var numbers = Array(0..<100)
  }

  struct Item: Equatable, Identifiable {
    let id: Int
    var count = 0
  }

  var rows: [Row]
  var shelf = Shelf()
  var items = IdentifiedArray(uniqueElements: (0..<100).map { Item(id: $0) })
  var few = [1, 2, 3]
  var count = 0

  private static let titles = (0..<1_000).map(title)

  static func title(_ number: Int) -> String { "a title of more than 15 letters, number \(number)" }

  init(_ tally: Tally) {
    rows = Self.titles.map { Row(title: $0, tally: tally) }
  }
}
