import FocusedTestStore
import Testing

/// The code in notes about skipped assertions: it assigns values, and passes if pasted into the test that printed it.
struct AssertionCodeTests {
  @Test func aListIsAssignedWholeAndAnElementByItsPosition() async {
    await expect(.change { $0.results.removeFirst() }, #"$0.results = ["b"]"#) {
      $0.results = ["b"]
    }
    await expect(.change { $0.results.append("c") }, #"$0.results = ["a", "b", "c"]"#) {
      $0.results = ["a", "b", "c"]
    }
    await expect(.change { $0.results[1] = "c" }, #"$0.results[1] = "c""#) {
      $0.results[1] = "c"
    }
    await expect(.change { $0.labels.insert("y") }, #"$0.labels = ["x", "y"]"#) {
      $0.labels = ["x", "y"]
    }
  }

  @Test func anElementIsAssignedByItsID() async {
    await expect(.change { $0.rows[id: 2]?.title = "c" }, #"$0.rows[id: 2]?.title = "c""#) {
      $0.rows[id: 2]?.title = "c"
    }
    await expect(.change { $0.rows.remove(id: 1) }, "$0.rows[id: 1] = nil") {
      $0.rows[id: 1] = nil
    }
    await expect(
      .change { $0.rows.append(.init(id: 3, title: "c")) },
      #"$0.rows[id: 3] = Cabinet.Row(id: 3, title: "c")"#
    ) {
      $0.rows[id: 3] = Cabinet.Row(id: 3, title: "c")
    }
    await expect(
      .change { $0.rows.insert(.init(id: 3, title: "longer"), at: 0) },
      """
      $0.rows = [
        Cabinet.Row(id: 3, title: "longer"),
        Cabinet.Row(id: 1, title: "a"),
        Cabinet.Row(id: 2, title: "b")
      ]
      """
    ) {
      $0.rows = [
        Cabinet.Row(id: 3, title: "longer"),
        Cabinet.Row(id: 1, title: "a"),
        Cabinet.Row(id: 2, title: "b"),
      ]
    }
  }

  @Test func anElementOfAStackIsAssignedByItsID() async {
    await expect(
      .change { $0.path.append(.detail(.init(title: "c"))) },
      #"$0.path[id: 1] = .detail(Cabinet.Detail(title: "c"))"#
    ) {
      $0.path[id: 1] = .detail(Cabinet.Detail(title: "c"))
    }
    await expect(.change { $0.path.removeLast() }, "$0.path[id: 0] = nil") {
      $0.path[id: 0] = nil
    }
    await expect(
      .change { $0.path[id: 0, case: { .detail($0) }]?.title = "z" },
      #"$0.path[id: 0] = .detail(Cabinet.Detail(title: "z"))"#
    ) {
      $0.path[id: 0] = .detail(Cabinet.Detail(title: "z"))
    }
  }

  @Test func aValueOfADictionaryIsAssignedByItsKey() async {
    await expect(.change { $0.notes["a"] = .some(nil) }, #"$0.notes["a"] = .some(nil)"#) {
      $0.notes["a"] = .some(nil)
    }
    await expect(.change { $0.notes["b"] = 2 }, #"$0.notes["b"] = 2"#) { $0.notes["b"] = 2 }
    await expect(.change { $0.notes["a"] = nil }, #"$0.notes["a"] = nil"#) {
      $0.notes["a"] = nil
    }
  }

  @Test func whatAWrapperHoldsIsAssignedThroughIt() async {
    await expect(.change { $0.sheet?.title = "b" }, #"$0.sheet?.title = "b""#) {
      $0.sheet?.title = "b"
    }
    await expect(.change { $0.sheet = nil }, "$0.sheet = nil") { $0.sheet = nil }
    await expect(.change { $0.token.version = 2 }, "$0.token = Cabinet.Token(version: 2)") {
      $0.token = Cabinet.Token(version: 2)
    }
  }

  @Test func aConstantIsAssignedWithTheValueAroundIt() async {
    await expect(
      .change { $0.owner = .init(id: 2, name: "B") },
      #"$0.owner = Cabinet.Owner(id: 2, name: "B")"#
    ) {
      $0.owner = Cabinet.Owner(id: 2, name: "B")
    }
    await expect(
      .change { $0.owners[0] = .init(id: 9, name: "A") },
      #"$0.owners[0] = Cabinet.Owner(id: 9, name: "A")"#
    ) {
      $0.owners[0] = Cabinet.Owner(id: 9, name: "A")
    }
    await expect(
      .change { $0.optionalOwner = .init(id: 9, name: "A") },
      #"$0.optionalOwner = Cabinet.Owner(id: 9, name: "A")"#
    ) {
      $0.optionalOwner = Cabinet.Owner(id: 9, name: "A")
    }
  }

  @Test func aCaseOfAnEnumIsAssignedWhole() async {
    await expect(.change { $0.mode = .busy(count: 2, nil) }, "$0.mode = .busy(count: 2, nil)") {
      $0.mode = .busy(count: 2, nil)
    }
    await expect(.change { $0.maybe = Cabinet.Mode.none }, "$0.maybe = Cabinet.Mode.none") {
      $0.maybe = Cabinet.Mode.none
    }
    await expect(.change { $0.nested = .some(nil) }, "$0.nested = .some(nil)") {
      $0.nested = .some(nil)
    }
    await expect(.change { $0.corner.pair.1 = "z" }, #"$0.corner.pair.1 = "z""#) {
      $0.corner.pair.1 = "z"
    }
    await expect(.change { $0.ratio = .nan }, "$0.ratio = .nan") { $0.ratio = .nan }
  }

  @Test func whatCannotBeAssignedIsAComment() async {
    await expectComment(.change { $0.hide() }, "// $0.secret = … (cannot be assigned)")
    await expectComment(
      .change { $0.work.result = 2 }, "// $0.work.result = … (cannot be assigned)")
    await expectComment(.change { $0.cache() }, "// $0.cached = … (cannot be assigned)")
    await expectComment(
      .change { $0.gauge.level = 2 }, "// $0.gauge.shown = … (cannot be assigned)")
    await expectComment(
      .change { $0.handle = Cabinet.Handle() },
      "// $0.handle = … (no literal for Cabinet.Handle)")
    await expectComment(
      .change { $0.long = String(repeating: "x", count: 900) },
      "// $0.long = … (too long to be shown)")
    await expectComment(
      .change { $0.path.insert(.home, at: 0) }, "// $0.path = … (cannot be assigned)")
  }

  @Test func whatIsAddedToAClosurePassesWithIt() async {
    let action = Cabinet.Action.change {
      $0.results.append("c")
      $0.labels = []
      $0.ratio = 2
    }
    let line = #line + 3
    let notes = await withCapturedIssues {
      let store = Cabinet.store(.off(showSkippedAssertions: true))
      await store.send(action) { $0.results.append("c") }
    }
    expectIssue(notes, line: line, severity: .note)
    for exhaustivity in [Exhaustivity.on, .off, .off(showSkippedAssertions: true)] {
      let store = Cabinet.store(exhaustivity)
      await store.send(action) {
        $0.labels = []
        $0.ratio = 2.0
        $0.results.append("c")
      }
    }
  }

  @Test func aClosureThatReachesForAnAddedElementIsToAssertItsArrayFirst() async {
    let action = Cabinet.Action.change {
      $0.results = ["a", "b", "c"]
      $0.ratio = 2
    }
    let closures: [(inout Cabinet.State) -> Void] = [
      { $0.results[2] = "c" },
      { $0.results[$0.results.count - 1] = "c" },
    ]
    for closure in closures {
      await expectNote(of: action, closure)
      for exhaustivity in [Exhaustivity.on, .off, .off(showSkippedAssertions: true)] {
        let store = Cabinet.store(exhaustivity)
        await store.send(action) {
          $0.results = ["a", "b", "c"]
          $0.ratio = 2.0
          closure(&$0)
        }
      }
    }
  }

  @Test func anArrayThatTheClosureAssertsIsLeftOut() async {
    let grow = Cabinet.Action.change {
      $0.results += ["c"]
      $0.ratio = 2
    }
    await expectNote(of: grow, { $0.results = ["a", "b", "c"] })
    let fill = Cabinet.Action.change {
      $0.owners.append($0.owners[0])
      $0.ratio = 2
    }
    let owner = Cabinet.Owner(id: 1, name: "A")
    await expectNote(of: fill, { $0.owners = [owner, owner] })
    await expectNote(of: grow, { $0.ratio = 2 }, text: "array")
  }

  @Test func aClosureThatCannotBeTriedBeforeIsToAssertWhatItLeavesOut() async {
    let line = #line + 3
    let notes = await withCapturedIssues {
      let store = Drawer.store(.off(showSkippedAssertions: true))
      await store.send(.fill) { CasePath { Drawer.State.open($0) }.modify(&$0) { $0.items[0] = 7 } }
    }
    expectIssue(notes, line: line, severity: .note)
    let store = Drawer.store(.on)
    await store.send(.fill) {
      $0 = .open(Drawer.Content(items: [7], isFull: true))
      CasePath { Drawer.State.open($0) }.modify(&$0) { $0.items[0] = 7 }
    }
  }

  // MARK: - Claims

  /// Expects that a note shows this code for the step, and that the code passes as a closure.
  private func expect(
    _ action: Cabinet.Action, _ code: String, pasted: @escaping (inout Cabinet.State) -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let indented = code.replacing("\n", with: "\n  ")
    await expectNote(of: action, "closure:\n\n  \(indented)", sourceLocation: sourceLocation)
    for exhaustivity in [Exhaustivity.on, .off, .off(showSkippedAssertions: true)] {
      let issues = await withCapturedIssues {
        let store = Cabinet.store(exhaustivity)
        await store.send(action, assert: pasted)
      }
      #expect(issues.map(\.message) == [], sourceLocation: sourceLocation)
    }
  }

  /// Expects that a step with a closure has the note of the golden file.
  private func expectNote(
    of action: Cabinet.Action, _ closure: @escaping (inout Cabinet.State) -> Void,
    text label: String? = nil, test: String = #function
  ) async {
    let notes = await withCapturedIssues {
      let store = Cabinet.store(.off(showSkippedAssertions: true))
      await store.send(action, assert: { closure(&$0) }, line: 201)
    }
    expectIssue(notes, line: 201, severity: .note, text: label, test: test)
  }

  private func expectComment(
    _ action: Cabinet.Action, _ comment: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await expectNote(of: action, comment, sourceLocation: sourceLocation)
  }

  private func expectNote(
    of action: Cabinet.Action, _ code: String, sourceLocation: SourceLocation
  ) async {
    let notes = await withCapturedIssues {
      let store = Cabinet.store(.off(showSkippedAssertions: true))
      await store.send(action)
    }
    #expect(notes.map(\.severity) == [.note], sourceLocation: sourceLocation)
    let message = notes.first?.message ?? ""
    #expect(message.contains(code), "\(message)", sourceLocation: sourceLocation)
  }
}

/// A feature whose state has a field of every kind that rendered code can contain.
struct Cabinet: Reducer {
  struct Row: Equatable, Identifiable {
    let id: Int
    var title: String
  }
  struct Owner: Equatable {
    let id: Int
    var name: String
  }
  struct Detail: Equatable { var title: String }
  enum Screen: Equatable {
    case home
    case detail(Detail)
  }
  enum Mode: Equatable {
    case none
    case busy(count: Int, String?)
  }
  struct Token: Equatable, DumpRepresentable {
    var version = 1
    var dumpValue: Any { "token \(version)" }
  }
  final class Handle: Equatable {
    static func == (lhs: Handle, rhs: Handle) -> Bool { lhs === rhs }
  }
  struct Corner: Equatable {
    var pair = (0, "a")
    static func == (lhs: Corner, rhs: Corner) -> Bool { lhs.pair == rhs.pair }
  }
  struct Work: Equatable {
    lazy var result = 1
    static func == (lhs: Work, rhs: Work) -> Bool {
      var (lhs, rhs) = (lhs, rhs)
      return lhs.result == rhs.result
    }
  }
  /// A value whose mirror shows a computed value.
  struct Gauge: Equatable, CustomReflectable {
    var level = 1
    var customMirror: Mirror {
      Mirror(self, children: ["shown": level * 10], displayStyle: .struct)
    }
  }

  struct State: Equatable {
    private struct Secret: Equatable { var number = 1 }

    var results = ["a", "b"]
    var labels: Set = ["x"]
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1, title: "a"), Row(id: 2, title: "b")]
    var path = StackState<Screen>([.detail(Detail(title: "a"))])
    var notes: [String: Int?] = ["a": 1]
    @PresentationState var sheet: Detail? = Detail(title: "a")
    var token = Token()
    var owner = Owner(id: 1, name: "A")
    var owners = [Owner(id: 1, name: "A")]
    var optionalOwner: Owner? = Owner(id: 1, name: "A")
    var mode = Mode.busy(count: 1, nil)
    var maybe: Mode?
    var nested: Int?? = 1
    var corner = Corner()
    var ratio = 1.0
    var handle: Handle?
    var gauge = Gauge()
    var long = ""
    let serial = 1
    private var secret = Secret()
    private var _cached = 1
    var work = Work()

    mutating func hide() { secret.number = 2 }
    mutating func cache() { _cached = 2 }

  }

  enum Action {
    case change((inout State) -> Void)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .change(let update): update(&state)
    }
    return .none
  }

  static func store(_ exhaustivity: Exhaustivity) -> TestStore<State, Action> {
    TestStore(exhaustivity, initialState: State()) { Cabinet() }
  }
}

private struct Drawer: Reducer {
  struct Content: Equatable {
    var items: [Int] = []
    var isFull = false
  }

  enum State: Equatable {
    case open(Content)
  }

  enum Action: Equatable { case fill }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state = .open(Content(items: [7], isFull: true))
    return .none
  }

  static func store(_ exhaustivity: Exhaustivity) -> TestStoreOf<Drawer> {
    TestStore(exhaustivity, initialState: .open(Content())) { Drawer() }
  }
}
