import FocusedTestStore
import Testing

struct ArrayBackedTests {
  @Test func aConformingCollectionNamesItsElementsByItsOwnIDs() throws {
    let old = Shelf(books: [Book(isbn: "a", title: "x"), Book(isbn: "b", title: "y")])
    var new = old
    new.books[1].title = "z"
    #expect(
      Difference.between(old, new)?.fieldChanges.map(\.path.description) == ["[id: \"b\"].title"])
    claimEqual(diff(old, new)?.contains("    [id: \"b\"]: ArrayBackedTests.Book("), true)
    new.books.removeFirst()
    let changes = try #require(Difference.between(old, new)).fieldChanges
    #expect(
      AssertionCode.statements(for: changes).map(\.text) == [
        "$0[id: \"a\"] = nil",
        "$0[id: \"b\"] = ArrayBackedTests.Book(isbn: \"b\", title: \"z\")",
      ])
  }

  @Test func theElementsOfAStackAreNamedByTheirIDs() {
    let old = StackState(["a", "b"])
    var new = old
    new[id: 1] = "c"
    expectText(diff(old, new))
    claimEqual(Difference.between(old, new)?.fieldChanges.map(\.path.description), ["[id: 1]"])
    claimEqual(String(dumping: old), "[\n  [id: 0]: \"a\",\n  [id: 1]: \"b\"\n]")
  }

  @Test func stacksThatDifferInTheirIDsAloneShowThem() {
    let old = StackState(["a", "b"])
    var new = StackState(["a", "x", "b"])
    new[id: 1] = nil
    expectText(diff(old, new))
  }

  @Test func elementsThatAreEqualAreNeverReflected() {
    let old = (0..<1_000).map { Shy(id: $0, value: 0) }
    var new = old
    new[500].value = 1
    // Fixtures record an issue when they are reflected. The fixture with number 500 differs. The one with number 100 is
    // the first that is next to another element.
    claimEqual(Difference.between(old, new)?.fieldChanges.map(\.path.description), ["[500].value"])
    #expect(diff(ContiguousArray(old), ContiguousArray(new)) != nil)
    #expect(diff(old[...], new[...]) != nil)
    new.insert(Shy(id: 5_000, value: 1), at: 100)
    #expect(diff(["a": old], ["a": new]) != nil)
    #expect(diff(Reversed(elements: old), Reversed(elements: new)) != nil)
  }
}

extension ArrayBackedTests {
  struct Book: Equatable { var isbn: String, title: String }
  struct Shelf: Equatable, ArrayBacked {
    var books: [Book]
    var backingArray: [Book] { books }
    static var elementAccess: ElementAccess { .byID }
    func elementID(at offset: Int) -> AnyHashable? { books[offset].isbn }
    func offset(ofID id: AnyHashable) -> Int? {
      books.firstIndex { AnyHashable($0.isbn) == id }
    }
  }
  struct Shy: Equatable, Identifiable, CustomReflectable {
    var id: Int
    var value: Int
    var customMirror: Mirror {
      if value == 0, ![100, 500].contains(id) { Issue.record("Element \(id) was reflected.") }
      return Mirror(self, children: ["id": id, "value": value], displayStyle: .struct)
    }
  }
  /// A collection with a custom mirror, known only through the protocols of the standard library.
  struct Reversed: RandomAccessCollection, Equatable, CustomReflectable {
    var elements: [Shy]
    var startIndex: Int { 0 }
    var endIndex: Int { elements.count }
    subscript(index: Int) -> Shy { elements[elements.count - 1 - index] }
    var customMirror: Mirror {
      Mirror(self, unlabeledChildren: self, displayStyle: .collection)
    }
  }
}
