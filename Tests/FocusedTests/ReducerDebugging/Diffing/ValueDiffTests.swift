import Foundation
import FocusedTestStore
import Testing
@testable import TestFixtures

struct ValueDiffTests {
  @Test func equalValuesHaveNoDifference() {
    #expect(diff(Profile(), Profile()) == nil)
    #expect(diff(1, 1) == nil)
    #expect(diff([1: Profile()], [1: Profile()]) == nil)
  }

  @Test func unchangedFieldsAreCounted() {
    var actual = Profile()
    actual.address.city = "Rome"
    expectText(diff(Profile(), actual))
  }

  @Test func anArrayThatIsEmptyNowIsNoTextOfSeveralLines() {
    claimEqual(diff(["Hi"], []), "− [\n−   [0]: \"Hi\"\n− ]\n+ []")
    claimEqual(diff([], ["Hi"]), "− []\n+ [\n+   [0]: \"Hi\"\n+ ]")
  }

  @Test func leavesAreReplaced() {
    claimEqual(diff(1, 2), "− 1\n+ 2")
    claimEqual(diff(Int?.none, 2), "− nil\n+ 2")
    claimEqual(diff(Mode.idle, .loaded(id: 1, "x")), "− .idle\n+ .loaded(id: 1, \"x\")")
    #expect(
      diff(Mode.loaded(id: 1, "x"), .loaded(id: 2, "x"))
        == "− .loaded(id: 1, \"x\")\n+ .loaded(id: 2, \"x\")")
    claimEqual(diff((1, "a") as Any, (1, "b") as Any), "− (1, \"a\")\n+ (1, \"b\")")
  }

  @Test func payloadsOfOneCaseAreLookedInto() {
    var other = Profile()
    other.age = 34
    expectText(diff(Mode.profile(Profile()), .profile(other)))
  }

  @Test func anInsertionIsNoShift() {
    expectText(diff([1, 2, 3, 4], [1, 9, 2, 3, 4]))
    expectText(diff([1, 2, 3, 4, 5, 6], [2, 3, 7, 5, 6]), text: "2")
    claimEqual(diff([1], [1, 2]), "  [\n    … (1 unchanged),\n+   [1]: 2\n  ]")
  }

  @Test func changesFarApartInALargeListAreFound() {
    let expected = (0..<10_000).map { [$0] }
    var actual = expected
    actual[3] = [-1]
    actual.insert([-2], at: 9_000)
    actual.remove(at: 20)
    expectText(diff(expected, actual))
  }

  @Test func everyPairOfShortListsIsMatchedCorrectly() {
    // The printed lines must account for every element of both sides.
    var generator = SeededRandom(seed: 7)
    for _ in 0..<500 {
      let old = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
        Int.random(in: 0...3, using: &generator)
      }
      let new = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
        Int.random(in: 0...3, using: &generator)
      }
      guard let text = diff(old, new) else {
        #expect(old == new)
        continue
      }
      let lines = text.split(separator: "\n")
      let unchanged = lines.reduce(0) { sum, line in
        sum + (line.contains("unchanged") ? Int(line.filter(\.isNumber)) ?? 0 : 0)
      }
      #expect(lines.count { $0.hasPrefix("−") } + unchanged == old.count, "\(old) \(new)")
      #expect(lines.count { $0.hasPrefix("+") } + unchanged == new.count, "\(old) \(new)")
    }
  }

  @Test func elementsWithAnIDAreMatchedByIt() {
    let expected = [
      TitledRow(id: 1, title: "a"), TitledRow(id: 2, title: "b"), TitledRow(id: 3, title: "c"),
    ]
    let actual = [
      TitledRow(id: 2, title: "B"), TitledRow(id: 3, title: "c"), TitledRow(id: 4, title: "d"),
    ]
    expectText(diff(TitledRows(elements: expected), TitledRows(elements: actual)))
  }

  @Test func movedElementsAreSaidToHaveMoved() {
    let rows = (0..<1_000).map { TitledRow(id: $0, title: "x") }
    expectText(diff(rows, [rows[999]] + rows.dropLast()))
  }

  @Test func aReorderShowsBothOrders() {
    let rows = (0..<5).map { TitledRow(id: $0, title: "x") }
    var reversed = Array(rows.reversed())
    reversed[4].title = "y"
    #expect(
      diff(IdentifiedArray(uniqueElements: rows), IdentifiedArray(uniqueElements: reversed)) == """
          [
            // 4 elements moved
        −   // ids: 0, 1, 2, 3, 4
        +   // ids: 4, 3, 2, 1, 0
            … (4 unchanged),
            [id: 0]: TitledRow(
              … (1 unchanged),
        −     title: "x"
        +     title: "y"
            )
          ]
        """)
    let many = IdentifiedArray(uniqueElements: (0..<100).map { TitledRow(id: $0, title: "x") })
    let sorted = IdentifiedArray(uniqueElements: many.sorted { $0.id % 10 < $1.id % 10 })
    let lines = (diff(many, sorted) ?? "").split(separator: "\n")
    claim(lines.count < 16, "\(lines.count)")
    claim(lines.contains { $0.hasPrefix("+   // ids: …, 10, 20, 30") }, "\(lines)")
  }

  @Test(arguments: [16, 34, 50]) func aReorderWithoutIDsShowsBothSides(limit: Int) throws {
    let list = Array(0..<100)
    let rotated = Array(list[60...] + list[..<60])
    for (old, new) in [(list, rotated), (rotated, list)] {
      let lines = try #require(Difference.between(old, new)).lines(limit: limit)
      claim(!lines.contains { $0.contains("cut after") }, "\(lines)")
      for side in ["−", "+"] {
        claimEqual(lines.count { $0.hasPrefix(side) }, limit / 3 + 1)
        claim(lines.contains("\(side)   … \(40 - limit / 3) more elements"), "\(lines)")
      }
    }
    let rows = list.map { Address(city: "\($0)") }
    let lines = try #require(Difference.between(rows, Array(rows[60...] + rows[..<60]))).lines(
      limit: 16)
    claim(!lines.contains { $0.contains("cut after") }, "\(lines)")
    for side in ["−", "+"] {
      claim(lines.contains("\(side)   … 39 more elements"), "\(lines)")
    }
    let few = try #require(diff(list, Array(list[5...] + list[..<5])))
    claim(!few.contains("more"), few)
  }

  @Test func dictionariesAndSetsDifferByKey() {
    expectText(diff(["a": 1, "b": 2, "c": 3], ["a": 1, "b": 5, "d": 4]))
    expectText(diff(Set([1, 2]), Set([2, 3])), text: "2")
  }

  @Test func stringsOfSeveralLinesDifferByLine() {
    expectText(diff("a\nb\nc\nd", "a\nb\nx\nd"))
  }

  @Test func longStringsShowThePartThatDiffers() {
    let long = String(repeating: "x", count: 5_000)
    #expect(
      diff(long + "a" + long, long + "b" + long)
        == "− …\"\(String(repeating: "x", count: 20))a\(String(repeating: "x", count: 20))\"…\n"
        + "+ …\"\(String(repeating: "x", count: 20))b\(String(repeating: "x", count: 20))\"…")
  }

  @Test func valuesThatDifferAndPrintAlikeAreSaidTo() {
    expectText(diff([Secret(1)], [Secret(2)]))
  }

  @Test func nanIsExplained() {
    expectText(diff(Double.nan, .nan))
    claimEqual(diff([1, .nan, 2], [1, Double.nan, 2])?.contains("[1]: nan"), true)
  }

  @Test func instancesThatDifferOnlyByIdentityHaveNoDifferentField() {
    final class Counter {
      var count = 0
    }
    expectText(diff(Counter(), Counter()))
  }

  @Test func aDifferenceHasABoundedLength() throws {
    let many = try #require(diff(Array(0..<10_000), Array(10_000..<20_000)))
    claimEqual(many.split(separator: "\n").count, 51)
    #expect(many.hasSuffix("  … (cut after 50 lines; there are more differences)"))
    let uneven = try #require(diff(Array(0..<10_000), Array(10_000..<15_000)))
    expectText(uneven)
    let whole = try #require(diff(Int?.none as Any, Array(0..<10_000) as Any))
    #expect(whole.split(separator: "\n").count < 30)
  }

  @Test func bothSidesAreVisibleInFewLines() throws {
    enum Mode: Equatable { case list([Address]), none }
    let (long, short) = (Mode.list(.init(repeating: Address(), count: 100)), Mode.none)
    for (old, new) in [(long, short), (short, long)] {
      let lines = try #require(Difference.between(old, new)).lines(limit: 16)
      claimEqual(lines.count, 16)
      claimEqual(lines.count { $0.hasPrefix("−") }, old == long ? 15 : 1)
      claimEqual(lines.count { $0.hasPrefix("+") }, new == long ? 15 : 1)
    }
    let both = try #require(Difference.between(long, Mode.list([]))).lines(limit: 16)
    #expect(both.contains { $0.hasPrefix("+") })
  }
}

extension ValueDiffTests {
  struct Address: Equatable { var city = "Paris" }
  struct Profile: Equatable {
    var name = "Blob"
    var age = 33
    var address = Address()
    var tags = ["a"]
  }
  enum Mode: Equatable {
    case idle
    case loaded(id: Int, String)
    case profile(Profile)
  }
  struct Secret: Equatable, DumpRepresentable {
    var value: Int
    init(_ value: Int) { self.value = value }
    var dumpValue: Any { "secret" }
  }
}
