import FocusedTestStore
import Testing

/// In `.off` a closure states values, or describes a change. Each form of the article FocusedStyle has a case that holds
/// and a case that fails. `ClosureReadingTests` has the hard cases.
struct S14_ValuesOrAChangeTests {
  // MARK: - Values and changes

  @Test func `A closure states values`() async {
    await holds(Page(), Page(count: 2)) { $0.count = 2 }
    await fails(Page(), Page(count: 2), at: ["count"]) { $0.count = 3 }
  }

  @Test func `A closure describes a change of the state before`() async {
    await holds(Page(count: 1), Page(count: 3)) { $0.count += 2 }
    await fails(Page(count: 1), Page(count: 3), at: ["count"]) { $0.count += 1 }
    await holds(Page(), Page(isOn: true)) { $0.isOn.toggle() }
    await fails(Page(), Page(), at: ["isOn"]) { $0.isOn.toggle() }
    await holds(Page(tags: ["a"]), Page(tags: ["a", "b"])) { $0.tags.append("b") }
    await fails(Page(tags: ["a"]), Page(tags: ["a", "c"]), at: ["tags"]) { $0.tags.append("b") }
  }

  @Test func `A closure mixes values and changes`() async {
    let after = Page(count: 1, tags: ["b"])
    await holds(Page(), after) {
      $0.count += 1
      $0.tags = ["b"]
    }
    await fails(Page(), after, at: ["tags"]) {
      $0.count += 1
      $0.tags = ["a"]
    }
  }

  @Test func `A field that only the application to the actual state changes is wrong`() async {
    await fails(Page(tags: ["a"]), Page(count: 1, tags: ["b"]), at: ["tags[0]"]) {
      $0.count += 1
      $0.tags = ["a"]
    }
  }

  @Test func `A removal is tried on the state before`() async {
    await holds(Page(tags: ["a", "b"]), Page(tags: ["b"])) { $0.tags.removeFirst() }
    await holds(Page(tags: ["a", "b"]), Page(tags: ["b", "c"])) {
      $0.tags.removeFirst()
      $0.tags.append("c")
    }
    await fails(Page(tags: ["a", "b"]), Page(tags: ["a"]), at: ["tags"]) { $0.tags.removeFirst() }
  }

  @Test func `The positions of a list without IDs are fields`() async {
    await holds(Page(tags: ["a", "b"]), Page(tags: ["b", "a", "c"])) { $0.tags.swapAt(0, 1) }
    await fails(Page(tags: ["a", "b"]), Page(tags: ["a", "b", "c"]), at: ["tags"]) {
      $0.tags.swapAt(0, 1)
    }
  }

  @Test func `A NaN equals itself`() async {
    await holds(Page(), Page(ratio: .nan)) { $0.ratio = .nan }
    await fails(Page(), Page(ratio: .nan), at: ["ratio"]) { $0.ratio = 1 }
  }

  @Test func `A target that depends on the state is that of the actual state`() async {
    let before = Page(count: 0, tags: ["a", "b"])
    await holds(before, Page(count: 1, tags: ["a", "c"])) { $0.tags[$0.count] = "c" }
    await fails(before, Page(count: 1, tags: ["c", "b"]), at: ["tags[1]"]) {
      $0.tags[$0.count] = "c"
    }
  }

  @Test func `A closure runs three times at most`() async {
    let store = Probe.store()
    var runs = 0
    func count(_ update: @escaping (inout Probe.State) -> Void) -> (inout Probe.State) -> Void {
      runs = 0
      return {
        runs += 1; update(&$0)
      }
    }
    await store.send(.tap, assert: count { $0.taps = 1 })
    claimEqual(runs, 1)
    await store.send(.tap, assert: count { $0.taps += 1 })
    claimEqual(runs, 3)
    await claimOneIssue(naming: "taps: 7") {
      await store.send(.tap, assert: count { $0.taps = 7 }); return #line
    }
    claimEqual(runs, 2)
    await claimOneIssue(naming: "taps") {
      store.assert(count { $0.taps += 1 }); return #line
    }
    claimEqual(runs, 1)
  }

  // MARK: - Collections and presented states

  @Test func `append states the value of the element, and a position behind the earlier ones`()
    async
  {
    let before = Page(rows: [Row(id: 1)])
    let after = Page(rows: [Row(id: 1), Row(id: 2, count: 2), Row(id: 3)])
    await holds(before, after) { $0.rows.append(Row(id: 2, count: 2)) }
    await fails(before, after, at: ["rows[id: 2].count"]) { $0.rows.append(Row(id: 2, count: 3)) }
    await fails(before, Page(rows: [Row(id: 2), Row(id: 1)]), at: ["rows"]) {
      $0.rows.append(Row(id: 2))
    }
  }

  @Test func `append states the values and the positions of many elements`() async {
    let before = Page(rows: [Row(id: 0)])
    func added(_ ids: [Int], count: Int = 1) -> [Row] { ids.map { Row(id: $0, count: count) } }
    let after = Page(rows: before.rows + added(Array(1...40)))
    func append(_ rows: [Row]) -> (inout Page) -> Void {
      { page in for row in rows { page.rows.append(row) } }
    }
    await holds(before, after, append(added(Array(1...40))))
    await holds(before, Page(rows: after.rows + added([41])), append(added(Array(1...40))))
    await fails(
      before, after, at: ["rows[id: 40].count"], append(added(Array(1...39)) + [Row(id: 40)]))
    // The first ones are at the end, where a loop has moved them before it ends.
    let rotated = Page(rows: added(Array(17...40)) + before.rows + added(Array(1...16)))
    await fails(before, rotated, at: ["rows"], append(added(Array(1...40))))
    await fails(before, Page(rows: before.rows + added(Array(1...39))), at: ["rows"]) {
      append(added(Array(1...40)))(&$0)
    }
    await holds(before, after) {
      append(added(Array(1...40), count: 0))(&$0)
      for id in 1...40 { $0.rows[id: id]?.count = 1 }
    }
  }

  @Test func `insert states the value of the element, and its index`() async {
    let before = Page(rows: [Row(id: 1)])
    await holds(before, Page(rows: [Row(id: 2), Row(id: 1)])) { $0.rows.insert(Row(id: 2), at: 0) }
    await fails(before, Page(rows: [Row(id: 1), Row(id: 2)]), at: ["rows"]) {
      $0.rows.insert(Row(id: 2), at: 0)
    }
  }

  @Test func `append(contentsOf:) merges`() async {
    let before = Page(rows: [Row(id: 1, count: 1)])
    let after = Page(rows: [Row(id: 1, count: 1), Row(id: 2, count: 2)])
    await holds(before, after) { $0.rows.append(contentsOf: [Row(id: 1), Row(id: 2, count: 2)]) }
    await fails(before, after, at: ["rows[id: 2].count"]) {
      $0.rows.append(contentsOf: [Row(id: 1), Row(id: 2, count: 3)])
    }
    await fails(before, Page(rows: [Row(id: 2), Row(id: 1, count: 1)]), at: ["rows"]) {
      $0.rows.append(contentsOf: [Row(id: 2), Row(id: 1)])
    }
  }

  @Test func `A write through a chain that finds nothing is a wrong value`() async {
    let after = Page(rows: [Row(id: 7)], path: StackState([Row(id: 1)]), sheet: Row(id: 1))
    for before in [Page(), after] {
      await holds(before, after.with { $0.rows[id: 7]?.count = 1 }) { $0.rows[id: 7]?.count = 1 }
      await holds(before, after.with { $0.path[id: 0]?.count = 1 }) { $0.path[id: 0]?.count = 1 }
      await holds(before, after.with { $0.sheet?.count = 1 }) { $0.sheet?.count = 1 }
      let none = Page(count: 1)
      await fails(before, none, naming: "Row with the id 7") { $0.rows[id: 7]?.count = 1 }
      await fails(before, none, naming: "Row with the id 0") { $0.path[id: 0]?.count = 1 }
      await fails(before, none, naming: "Row that is presented") { $0.sheet?.count = 1 }
    }
  }

  @Test func `A closure that removes an element may write to it`() async {
    let before = Page(rows: [Row(id: 7)])
    await holds(before, Page()) {
      $0.rows[id: 7]?.count = 1
      $0.rows.remove(id: 7)
    }
    await fails(before, Page(), naming: "Row with the id 7") {
      $0.rows[id: 7]?.count = 1
      $0.rows.remove(id: 8)
    }
  }

  @Test func `A helper that writes only if the child exists fails where it is missing`() async {
    await holds(Page(sheet: Row(id: 1)), Page(count: 1, sheet: Row(id: 1, count: 1))) {
      $0.raise()
    }
    await fails(Page(), Page(count: 1), naming: "Row that is presented") { $0.raise() }
    await holds(Page(), Page(count: 1)) { $0.count = 1 }
  }

  // MARK: - What values cannot show

  /// The table of the article: each form passes although the feature is wrong, and each replacement fails.
  @Test func `Each form that values cannot show has a replacement that fails`() async {
    struct Sheet: Equatable { var title = "" }
    final class Model: Equatable {
      var name: String
      init(_ name: String) { self.name = name }
      static func == (lhs: Model, rhs: Model) -> Bool { lhs.name == rhs.name }
    }
    enum Screen: Equatable { case form(Sheet), closed }
    struct Page: ReplacedState {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 7), Row(id: 8)]
      var total = 3
      var amount = 4
      var names: [String: String] = [:]
      var sheet: Sheet?
      var screen = Screen.closed
      var model = Model("")
    }
    let wrong = Page(rows: [], total: 0, amount: 0, model: Model("wrong"))
    func passes(
      _ passing: @escaping (inout Page) -> Void, butFailsAt field: String,
      _ replacement: @escaping (inout Page) -> Void, line: UInt = #line
    ) async {
      claimEqual(await Page.messages(Page(), wrong, passing), [], line: line)
      let messages = await Page.messages(Page(), wrong, replacement)
      claim(messages.count == 1 && messages[0].contains(field), "\(messages)", line: line)
    }
    await passes({ $0.sheet?.title = "x" }, butFailsAt: "sheet") { $0.sheet = Sheet(title: "x") }
    await passes({ $0.names["a"]? += "x" }, butFailsAt: "names") { $0.names["a"] = "wx" }
    await passes(
      { if case .form = $0.screen { $0.screen = .form(Sheet(title: "x")) } },
      butFailsAt: "screen"
    ) { $0.screen = .form(Sheet(title: "x")) }
    await passes(
      {
        $0.total += $0.amount
        $0.amount = 0
      }, butFailsAt: "− total: 7"
    ) {
      $0.total = 7
      $0.amount = 0
    }
    await passes({ $0.rows.remove(id: 7) }, butFailsAt: "rows") { $0.rows = [Row(id: 8)] }
    await passes({ $0.model.name = "y" }, butFailsAt: "model") { $0.model = Model("x") }
  }

  @Test func `A scoped store reports the missing child of a plain optional`() async {
    struct Page: ReplacedState { var sheet: Row? }
    let sheet = Page.store(.off, Page(), Page())
      .scope(state: \.sheet, action: { (action: Replacement) in action })
    await claimOneIssue(naming: "to exist for .become") {
      await sheet.send(.become) { $0.count = 1 }; return #line
    }
  }

  // MARK: - What a closure cannot say

  @Test func `A self-referencing assignment that reaches a limit is a value`() async {
    await holds(Page(count: 95), Page(count: 100)) { $0.count = min(100, $0.count + 10) }
    await fails(Page(count: 80), Page(count: 90), at: ["count"]) {
      $0.count = min(100, $0.count + 10)
    }
  }

  @Test func `A removal from a list in which the step removed nothing is a value`() async {
    await holds(Page(tags: ["a"]), Page()) { $0.toggle("a") }
    await fails(Page(), Page(tags: ["a"]), at: ["tags"]) { $0.toggle("a") }
    await holds(Page(), Page(tags: ["a"])) { $0.tags = ["a"] }
  }

  @Test func `A closure of assert can only state values`() async {
    let store = Page.store(.off, Page(), Page(count: 1, rows: [Row(id: 1), Row(id: 2)]))
    await store.send(.become)
    store.assert { $0.count = 1 }
    await claimOneIssue(naming: "− count: 2", "+ count: 1") {
      store.assert { $0.count += 1 }; return #line
    }
    store.assert { $0.rows.append(Row(id: 1)) }
    await claimOneIssue(naming: "rows[id: 1].count: 3") {
      store.assert { $0.rows.append(Row(id: 1, count: 3)) }; return #line
    }
    await claimOneIssue(naming: "Row with the id 7") {
      store.assert { $0.rows[id: 7]?.count = 1 }; return #line
    }
  }

  @Test func `The fields that a didSet writes are compared`() async {
    struct Search: ReplacedState {
      var query = "" { didSet { results = [] } }
      var results: [String] = []
      init(_ query: String, _ results: [String]) { (self.query, self.results) = (query, results) }
    }
    claimEqual(await Search.messages(Search("", []), Search("a", [])) { $0.query = "a" }, [])
    let messages = await Search.messages(Search("", []), Search("a", ["x"])) { $0.query = "a" }
    claim(messages.count == 1 && messages[0].contains("results"), "\(messages)")
  }

  // MARK: - Judging

  private func holds(
    _ before: Page, _ after: Page, line: UInt = #line, _ update: @escaping (inout Page) -> Void
  ) async {
    claimEqual(await Page.messages(before, after, update), [], line: line)
  }

  /// Expects one issue that shows exactly these fields.
  private func fails(
    _ before: Page, _ after: Page, at fields: [String], line: UInt = #line,
    _ update: @escaping (inout Page) -> Void
  ) async {
    let messages = await Page.messages(before, after, update)
    claim(messages.count == 1, "\(messages)", line: line)
    claimEqual(messages.first.map(Board.fields(of:)), fields, line: line)
  }

  private func fails(
    _ before: Page, _ after: Page, naming word: String, line: UInt = #line,
    _ update: @escaping (inout Page) -> Void
  ) async {
    let messages = await Page.messages(before, after, update)
    claim(messages.count == 1 && messages[0].contains(word), "\(messages)", line: line)
  }
}

extension S14_ValuesOrAChangeTests {
  struct Row: Equatable, Identifiable {
    let id: Int
    var count = 0
  }

  struct Page: ReplacedState {
    var count = 0
    var isOn = false
    var ratio = 0.5
    var tags: [String] = []
    var rows: IdentifiedArrayOf<Row> = []
    var path = StackState<Row>()
    @PresentationState var sheet: Row?

    mutating func toggle(_ tag: String) {
      if let index = tags.firstIndex(of: tag) { tags.remove(at: index) } else { tags.append(tag) }
    }

    mutating func raise() {
      count = 1
      sheet?.count = 1
    }
  }
}
