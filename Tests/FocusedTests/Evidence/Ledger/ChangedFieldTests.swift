import FocusedTestStore
import Foundation
import ReducerDebugging
import Synchronization
import Testing

struct ChangedFieldTests {
  typealias Desk = LedgerFixture.Desk
  typealias Editor = LedgerFixture.Editor

  @Test func `a field is the innermost state's`() {
    let desk = Desk.State()
    claimEqual(fields(Editor.State(), { $0.title = "a" }), ["Editor · title"])
    claimEqual(fields(desk) { $0.plain.title = "a" }, ["Editor · title"])
    claimEqual(fields(desk) { $0.lastSaved = 1 }, ["Desk · lastSaved"])
    claimEqual(fields(full, { $0.editor?.title = "a" }), ["Editor · title"])
    claimEqual(fields(full, { $0.rows[id: 1]?.title = "a" }), ["Editor · title"])
    claimEqual(fields(full, { $0.path[id: $0.path.ids[0]]?.title = "a" }), ["Editor · title"])
  }

  @Test func `what comes or goes changes its holder`() {
    claimEqual(fields(Desk.State()) { $0.editor = Editor.State() }, ["Desk · editor"])
    claimEqual(fields(full) { $0.editor = nil }, ["Desk · editor"])
    claimEqual(fields(full) { $0.rows.append(Editor.State(id: 9)) }, ["Desk · rows"])
    claimEqual(fields(full) { $0.path.append(Editor.State(id: 9)) }, ["Desk · path"])
    claimEqual(fields(full) { $0.path.removeLast() }, ["Desk · path"])
  }

  @Test func `an element that stays is known by its fields while others come`() {
    let changed = fields(full) {
      $0.rows.insert(Editor.State(id: 9), at: 0)
      $0.rows[id: 1]?.title = "a"
    }
    claimEqual(changed, ["Desk · rows", "Editor · title"])
  }

  @Test func `an element that moves changes its list as a whole`() {
    let changed = fields(full) {
      $0.rows.swapAt(0, 1)
      $0.rows[id: 1]?.title = "a"
    }
    claimEqual(changed, ["Desk · rows"])
    claimEqual(fields(full) { $0.rows.swapAt(0, 1) }, ["Desk · rows"])
  }

  @Test func `elements are named by kind`() {
    claimEqual(fields(Box.State()) { $0.names["a"] = 2 }, ["Box · names[]"])
    claimEqual(fields(Box.State()) { $0.names["b"] = 2 }, ["Box · names"])
    claimEqual(fields(Box.State()) { $0.names["a"] = nil }, ["Box · names"])
    claimEqual(fields(Box.State()) { $0.lines[1].text = "x" }, ["Box · lines[].text"])
    claimEqual(fields(Box.State()) { $0.lines.removeFirst() }, ["Box · lines"])
    claimEqual(fields(Box.State()) { $0.tags.insert("z") }, ["Box · tags"])
    claimEqual(fields(Box.State()) { $0.grid["a"]?[0].text = "x" }, ["Box · grid[][].text"])
  }

  @Test func `values without a state of their own are a part of the way`() {
    claimEqual(fields(Box.State()) { $0.size.width = 3 }, ["Box · size.width"])
    claimEqual(fields(Box.State()) { $0.choice = .one(4) }, ["Box · choice.one"])
    claimEqual(fields(Box.State()) { $0.choice = .none }, ["Box · choice"])
  }

  @Test func `an enum of states is named by its case`() {
    let guest = Root.State.guest(Box.State())
    claimEqual(fields(guest) { $0 = .main(Editor.State()) }, ["Root · main"])
    claimEqual(fields(Root.State.main(Editor.State())) { $0 = guest }, ["Root · guest"])
    #expect(
      fields(Root.State.main(Editor.State())) { $0 = .main(Editor.State(title: "a")) }
        == ["Editor · title"])
    claimEqual(fields(Holder.State()) { $0.root = .main(Editor.State()) }, ["Root · main"])
    claimEqual(fields(Holder.State()) { $0.maybe = .main(Editor.State()) }, ["Holder · maybe"])
  }

  @Test func `without a type named State the whole way counts`() {
    claimEqual(fields(Board()) { $0.child = Board.Child() }, ["child"])
    #expect(fields(Board(messages: [.init()])) { $0.messages[0].count = 3 } == ["messages[].count"])
    claimEqual(fields(3) { $0 = 4 }, ["state"])
  }

  @Test func `what a library stores a collection in is no part of its name`() {
    let state = Browser.State(path: [Browser.Screen.guess(Editor.State()), .note("a")])
    claimEqual(fields(state) { $0.path.append(.note("b")) }, ["Browser · path"])
    claimEqual(fields(state) { $0.path.remove(id: 0) }, ["Browser · path"])
    claimEqual(fields(state) { $0.path[0] = .guess(Editor.State(title: "a")) }, ["Editor · title"])
    claimEqual(fields(state) { $0.path[1] = .note("b") }, ["Browser · path[].note"])
    claimEqual(fields(state) { $0.path = [] }, ["Browser · path"])
    claimEqual(fields(state) { $0.basket.append("a") }, ["Browser · basket"])
    claimEqual(fields(state) { $0.basket.items[0] = "b" }, ["Browser · basket[]"])
    claimEqual(fields(state) { $0.basket.voucher = "b" }, ["Browser · basket.voucher"])
  }

  @Test func `what a collection knows of its elements goes with them`() {
    let state = Browser.State(path: [Browser.Screen.note("a")])
    let changed = fields(state) {
      $0.path[0] = .note("b")
      $0.path.mountAll()
    }
    claimEqual(changed, ["Browser · path[].note"])
    let pushed = fields(state) {
      $0.path.append(.note("b"))
      $0.path.mountAll()
    }
    claimEqual(Set(pushed), ["Browser · path"])
  }

  @Test func `a long list of changes is bounded`() {
    let board = Board(messages: Array(repeating: .init(), count: 5_000))
    let changed = ChangedField.all(
      from: board, to: board.with { for i in 0..<5_000 { $0.messages[i].count = 1 } })
    claimEqual(changed.count, 256)
  }

  @Test func `a value without an end is taken apart only so far`() {
    let looks = Mutex(0)
    let new = Endless(branch: Endless.Branch { looks.withLock { $0 += 1 } }, count: 1)
    let changed = ChangedField.all(from: Endless(branch: new.branch, count: 0), to: new)
    #expect(changed.map(\.name) == ["count"])
    // The comparison reads two states, and reads each part only a few times.
    #expect((1_000...10_000).contains(looks.withLock { $0 }))
  }

  private let full = Desk.State(
    editor: Editor.State(), rows: [Editor.State(id: 1), Editor.State(id: 2)],
    path: StackState([Editor.State(), Editor.State(id: 1)]))

  private func fields<State>(_ old: State, _ update: (inout State) -> Void) -> [String] {
    var new = old
    update(&new)
    let names = ChangedField.all(from: old, to: new).map { field in
      field.feature.map { "\($0) · \(field.name)" } ?? field.name
    }
    return names.map {
      $0.replacingOccurrences(of: "LedgerFixture.", with: "")
        .replacingOccurrences(of: "ChangedFieldTests.", with: "")
    }.sorted()
  }

  struct Endless: Equatable {
    var branch: Branch
    var count: Int

    static func == (a: Self, b: Self) -> Bool { a.count == b.count }

    /// A value whose mirror contains the value itself, twice.
    struct Branch: CustomReflectable {
      var onLook: () -> Void

      var customMirror: Mirror {
        onLook()
        return Mirror(self, children: ["left": self, "right": self], displayStyle: .struct)
      }
    }
  }
  enum Box {
    struct Line: Equatable { var text = "" }
    struct Size: Equatable { var width = 1 }
    enum Choice: Equatable { case none, one(Int) }
    struct State: Equatable {
      var names = ["a": 1]
      var lines = [Line(text: "a"), Line(text: "b"), Line(text: "c")]
      var tags: Set = ["a"]
      var grid = ["a": [Line()]]
      var size = Size()
      var choice = Choice.one(1)
    }
  }
  enum Root {
    enum State: Equatable {
      case guest(Box.State)
      case main(Editor.State)
    }
  }
  enum Browser {
    enum Screen: Equatable { case guess(Editor.State), note(String) }

    struct State: Equatable {
      var path: LibraryStack<Screen> = []
      var basket = Basket()
    }

    struct Basket: RandomAccessCollection, RangeReplaceableCollection, MutableCollection, Equatable
    {
      var items = ["x"]
      var voucher = ""

      var startIndex: Int { items.startIndex }
      var endIndex: Int { items.endIndex }
      subscript(index: Int) -> String {
        get { items[index] }
        set { items[index] = newValue }
      }
      mutating func replaceSubrange(
        _ range: Range<Int>, with elements: some Collection<String>
      ) {
        items.replaceSubrange(range, with: elements)
      }
    }
  }
  enum Holder {
    struct State: Equatable {
      var root = Root.State.guest(Box.State())
      var maybe: Root.State?
    }
  }
}

/// A stack with the stored properties of The Composable Architecture's stack: an ordered dictionary with the elements,
/// and the IDs that were seen, which don't count.
struct LibraryStack<Element>: RandomAccessCollection, ExpressibleByArrayLiteral {
  struct ID: Hashable {
    let generation: Int
  }

  fileprivate var _dictionary = OrderedPairs<ID, Element>()
  fileprivate var _mounted: Set<ID> = []

  init(arrayLiteral elements: Element...) { elements.forEach { append($0) } }

  var startIndex: Int { 0 }
  var endIndex: Int { _dictionary.values.count }
  subscript(index: Int) -> Element {
    get { _dictionary.values[index] }
    set { _dictionary.values[index] = newValue }
  }

  mutating func append(_ element: Element) {
    _dictionary.keys.append(ID(generation: (_dictionary.keys.last?.generation ?? -1) + 1))
    _dictionary.values.append(element)
  }

  mutating func remove(id generation: Int) {
    guard let index = _dictionary.keys.firstIndex(of: ID(generation: generation)) else { return }
    _dictionary.keys.remove(at: index)
    _dictionary.values.remove(at: index)
  }

  mutating func mountAll() { _mounted = Set(_dictionary.keys) }
}

extension LibraryStack: Equatable where Element: Equatable {
  static func == (a: Self, b: Self) -> Bool {
    a._dictionary.keys == b._dictionary.keys && a._dictionary.values == b._dictionary.values
  }
}

/// The mirror of an ordered dictionary.
private struct OrderedPairs<Key: Hashable, Value>: CustomReflectable {
  var keys: [Key] = []
  var values: [Value] = []

  var customMirror: Mirror {
    Mirror(
      self, unlabeledChildren: zip(keys, values).map { (key: $0, value: $1) },
      displayStyle: .dictionary)
  }
}
