import Foundation
import Core
import FocusedTestStore
import Testing

struct IdentifiedArrayTests {
  @Test func `a duplicate is an issue at its line, and the first is kept`() {
    let issues = withCapturedIssues {
      let rows = IdentifiedArray(uniqueElements: [Row(id: 1, title: "a"), Row(id: 1, title: "b")])
      #expect(rows.elements == [Row(id: 1, title: "a")])
    }
    claimEqual(issues.map(\.line), [#line - 3])
    claimEqual(issues.map(\.fileID), [#fileID])
    expectText(issues)
  }

  @Test func `several duplicates are one issue`() {
    let issues = withCapturedIssues {
      let rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 1), Row(id: 2)]
      #expect(rows.ids == [1, 2])
    }
    claimEqual(issues.count, 1)
    claimEqual(issues.first?.message.contains("1 more were dropped, too."), true)
  }

  @Test func `a huge or deep element is rendered in part, with its fields`() {
    indirect enum Tree: Sendable { case leaf, node(Tree?) }
    struct Page: Identifiable {
      var id: Int
      var lines: [Int]
      var tree: Tree
    }
    let tree = (0..<2_000).reduce(Tree.leaf) { tree, _ in .node(tree) }
    let page = Page(id: 1, lines: Array(0..<10_000), tree: tree)
    let messages = withCapturedIssues {
      var pages = IdentifiedArray(uniqueElements: [page, page])
      pages[id: 2] = page
      pages.append(Page(id: 2, lines: page.lines, tree: tree))
      pages[id: 2]?.id = 1
    }
    .map(\.message)
    claimEqual(messages.count, 3)
    let start = "Page(id: 1, lines: […], tree: .node(.node("
    for message in messages {
      #expect(message.contains(start))
      #expect(message.count < 1_000)
    }
  }

  @Test func `an array makes an identified array, the first of each id kept`() {
    let rows = IdentifiedArray([Row(id: 1, title: "a"), Row(id: 2), Row(id: 1, title: "b")])
    claimEqual(rows.elements, [Row(id: 1, title: "a"), Row(id: 2)])
    claimEqual(IdentifiedArray(rows), rows)
    #expect(IdentifiedArrayOf<Row>(rows.dropFirst()).ids == [2])
  }

  @Test func `a change through an id copies neither the array nor the element's storage`() {
    var rows = IdentifiedArray(
      uniqueElements: (0..<100).map { Counted(id: $0, storage: Storage(copies: Counter())) })
    let counters = rows.map(\.storage.copies)
    let before = rows.elements.withUnsafeBufferPointer { $0.baseAddress }
    for id in [0, 50, 99, 3] {
      rows[id: id]?.value += 1
      rows[id].value += 1
    }
    claimEqual(rows.elements.withUnsafeBufferPointer { $0.baseAddress }, before)
    #expect(counters.map(\.value).allSatisfy { $0 == 0 })
    claimEqual(rows[id: 50]?.value, 2)
  }

  @Test func `a change to a shared array copies, and leaves the other alone`() {
    var rows = IdentifiedArray(
      uniqueElements: (0..<3).map { Counted(id: $0, storage: Storage(copies: Counter())) })
    let other = rows
    rows[id: 1]?.value += 1
    claimEqual(rows[id: 1]?.value, 1)
    claimEqual(other[id: 1]?.value, 0)
    claimEqual(other[1].storage.copies.value, 1)
  }

  @Test func `an element that throws in the middle of a change stays`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
    func change(_ row: inout Row?) throws {
      row?.title = "changed"
      throw CancellationError()
    }
    #expect(throws: CancellationError.self) { try change(&rows[id: 1]) }
    #expect(rows.ids == [1, 2, 3])
    claimEqual(rows[id: 1]?.title, "changed")
  }

  @Test func `an element removes the one with its id`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
    claimEqual(rows.remove(Row(id: 2, title: "other")), Row(id: 2))
    #expect(rows.remove(Row(id: 2)) == nil)
    #expect(rows.ids == [1, 3])
  }

  @Test func `a predicate that throws loses no element`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
    #expect(throws: CancellationError.self) {
      try rows.removeAll { row in
        if row.id == 3 { throw CancellationError() }
        return row.id == 1
      }
    }
    claimEqual(Set(rows.ids), [1, 2, 3])
    #expect(rows.ids.allSatisfy { rows[id: $0]?.id == $0 })
  }

  @Test func `an element with another id is an issue at its line, and is not set`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    let line = #line + 2
    let issues = withCapturedIssues {
      rows[id: 1] = Row(id: 2, title: "a")
      rows[id: 3] = Row(id: 4)
    }
    expectText(issues.first?.message)
    claimEqual(issues.map(\.line), [line, line + 1])
    claimEqual(rows, [Row(id: 1), Row(id: 2)])
    #expect(rows[id: 2] == Row(id: 2) && rows[id: 3] == nil)
  }

  @Test func `an element that changes its id in place is found by the new one, with an issue`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
    let line = #line + 1
    let issues = withCapturedIssues { rows[id: 2]?.id = 5 }
    expectText(issues)
    claimEqual(issues.map(\.line), [line])
    claimEqual(withCapturedIssues { rows[0].id = 6 }.count, 1)
    claimEqual(withCapturedIssues { rows[2] = Row(id: 7) }.count, 1)
    #expect(rows.ids == [6, 5, 7])
    #expect(rows.ids.allSatisfy { rows[id: $0]?.id == $0 })
    #expect(rows[id: 1] == nil && rows[id: 2] == nil)
  }

  @Test func `an element that takes the id of another one is removed, with an issue`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
    let issues = withCapturedIssues { rows[id: 1]?.id = 3 }
    expectText(issues)
    claimEqual(withCapturedIssues { rows[1].id = 2 }.count, 1)
    claimEqual(rows, [Row(id: 2)])
    #expect(rows.ids.allSatisfy { rows[id: $0]?.id == $0 })
  }

  @Test func `equality and hashing are of the elements in order`() {
    let rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    let same: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    let reversed: IdentifiedArrayOf<Row> = [Row(id: 2), Row(id: 1)]
    claimEqual(rows, same)
    claimEqual(rows.hashValue, same.hashValue)
    #expect(rows != reversed)
    #expect(rows.ids != reversed.ids)
  }

  @Test func `it is coded as an array, and decoding duplicates throws`() throws {
    let rows: IdentifiedArrayOf<Row> = [Row(id: 1, title: "a"), Row(id: 2)]
    let data = try JSONEncoder().encode(rows)
    #expect(try JSONDecoder().decode([Row].self, from: data) == rows.elements)
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: data) == rows)
    let duplicates = try JSONEncoder().encode([Row(id: 1), Row(id: 1)])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: duplicates)
    }
  }

  @Test func `it is described and reflected as its elements`() {
    let rows: IdentifiedArrayOf<Row> = [Row(id: 1, title: "a"), Row(id: 2, title: "b")]
    claimEqual(rows.description, "[1: a, 2: b]")
    claimEqual(rows.debugDescription, rows.elements.debugDescription)
    let mirror = Mirror(reflecting: rows)
    claimEqual(mirror.displayStyle, .collection)
    claimEqual(mirror.children.map { $0.value as? Row }, rows.map { $0 })
  }

  @Test func `it is Sendable when its elements are`() {
    func requireSendable(_: some Sendable) {}
    requireSendable([Row(id: 1)] as IdentifiedArrayOf<Row>)
  }

  @Test func `comparators sort it like an array`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 3), Row(id: 2)]
    rows.sort(using: KeyPathComparator(\.id, order: .reverse))
    claimEqual(rows.map(\.id), [3, 2, 1])
    claimEqual(rows.map { rows.index(id: $0.id) }, [0, 1, 2])
  }

  @Test func `identified actions compare by id and action`() {
    let action = IdentifiedAction<Int, String>.element(id: 1, action: "tap")
    #expect(action != .element(id: 2, action: "tap"))
    #expect(action != .element(id: 1, action: "swipe"))
  }
}

extension IdentifiedArrayTests {
  struct Row: Identifiable, Hashable, Codable, Sendable, CustomStringConvertible {
    var id: Int
    var title = ""
    var description: String { "\(id): \(title)" }
  }

  final class Counter {
    var value = 0
  }

  final class Storage {
    var value = 0
    let copies: Counter
    init(copies: Counter) { self.copies = copies }
  }

  /// An element with copy-on-write storage that counts its copies.
  struct Counted: Identifiable {
    let id: Int
    var storage: Storage

    var value: Int {
      get { storage.value }
      set {
        if !isKnownUniquelyReferenced(&storage) {
          storage.copies.value += 1
          let copy = Storage(copies: storage.copies)
          copy.value = storage.value
          storage = copy
        }
        storage.value = newValue
      }
    }
  }
}
