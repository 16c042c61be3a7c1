import FocusedTestStore
import Testing

/// Closures that write to a missing element, or add an element that already exists. `VerdictTests` tests their
/// combinations.
struct MissedMutationTests {
  // MARK: - Adding

  @Test func `a row that the step added is compared with the one that the closure adds`() async {
    let before = List(rows: [Row(id: 1)])
    let after = List(rows: [Row(id: 1), Row(id: 2, title: "Two")])
    for mode in modes {
      await holds(mode, before, after) { $0.rows.append(Row(id: 2, title: "Two")) }
      await holds(mode, before, after) { $0.rows.insert(Row(id: 2, title: "Two"), at: 1) }
      await holds(mode, before, after) { $0.rows.append(contentsOf: [Row(id: 2, title: "Two")]) }
      await fails(mode, before, after, naming: "Other") {
        $0.rows.append(Row(id: 2, title: "Other"))
      }
      await fails(mode, before, after, naming: "Other") {
        $0.rows.insert(Row(id: 2, title: "Other"), at: 1)
      }
      await fails(mode, before, after, naming: "Other") {
        $0.rows.append(contentsOf: [Row(id: 2, title: "Other")])
      }
    }
  }

  // MARK: - Changing

  @Test func `a chain that finds nothing is an issue, whatever else is right`() async {
    let before = List(rows: [Row(id: 1), Row(id: 2)])
    let after = before.with { $0.count = 1 }
    let messages = await List.messages(before, after) {
      $0.count = 1
      $0.rows[id: 7]?.title = "Seven"
    }
    expectText(messages)
    await fails(.off, before, after, naming: "with the id 7") {
      $0.count += 1
      $0.rows[id: 7]?.title += "Seven"
    }
    await fails(.off, before, after, naming: "with the id 7") {
      $0.count = 1
      $0.path[id: 7]?.title = "Seven"
    }
    await fails(.off, before, after, naming: "MissedMutationTests.Row that is presented") {
      $0.count = 1
      $0.sheet?.title = "Seven"
    }
    await fails(.off, before, after, naming: "MissedMutationTests.Screen with the id 7") {
      $0.count = 1
      $0.screens[id: 7, case: { .row($0) }]?.title = "Seven"
    }
    await fails(.off, before, after, naming: "MissedMutationTests.Screen that is presented") {
      $0.count = 1
      $0.$screen[case: { .row($0) }]?.title = "Seven"
    }
    // On the state before the step, an optional chain acts as in production.
    await holds(.on, before, after) {
      $0.count = 1
      $0.rows[id: 7]?.title = "Seven"
      $0.path[id: 7]?.title = "Seven"
      $0.sheet?.title = "Seven"
      $0.screens[id: 7, case: { .row($0) }]?.title = "Seven"
      $0.$screen[case: { .row($0) }]?.title = "Seven"
    }
  }

  @Test func `a write in vain is forgiven if the closure removes the element`() async {
    let before = List(rows: [Row(id: 1)])
    let after = before.with { $0.count = 1 }
    await holds(.off, before, after) {
      $0.count = 1
      $0.rows[id: 7]?.title = "Seven"
      $0.rows.remove(id: 7)
      $0.rows[id: 8]?.title = "Eight"
      $0.rows[id: 8] = nil
      $0.path[id: 7]?.title = "Seven"
      $0.path[id: 7] = nil
      $0.path[id: 8]?.title = "Eight"
      $0.path.pop(from: 8)
      $0.sheet?.title = "Seven"
      $0.sheet = nil
      $0.screens[id: 7, case: { .row($0) }]?.title = "Seven"
      $0.screens[id: 7, case: { .row($0) }] = nil
      $0.$screen[case: { .row($0) }]?.title = "Seven"
      $0.$screen[case: { .row($0) }] = nil
    }
    await fails(.off, before, after, naming: "with the id 7") {
      $0.count = 1
      $0.rows[id: 7]?.title = "Seven"
      $0.rows.remove(id: 8)
    }
  }

  @Test func `removing what the closure itself added forgives an earlier missed mutation`() async {
    let after = List(count: 1, rows: [Row(id: 1)])
    await holds(.off, List(rows: [Row(id: 1)]), after) {
      $0.count = 1
      $0.rows[id: 7]?.title = "Seven"
      $0.rows.append(Row(id: 7))
      $0.rows.remove(id: 7)
      $0.path[id: 7]?.title = "Seven"
      $0.path[id: 7] = Row(id: 7)
      $0.path[id: 7] = nil
      $0.path[id: 8]?.title = "Eight"
      $0.path[id: 8] = Row(id: 8)
      $0.path.pop(from: 8)
      $0.sheet?.title = "Seven"
      $0.sheet = Row(id: 7)
      $0.sheet = nil
      $0.$screen[case: { .row($0) }]?.title = "Seven"
      $0.screen = .row(Row(id: 7))
      $0.$screen[case: { .row($0) }] = nil
    }
    await fails(.off, List(rows: [Row(id: 1)]), after, naming: "with the id 7") {
      $0.count = 1
      $0.rows[id: 7]?.title = "Seven"
      $0.rows.append(Row(id: 8))
      $0.rows.remove(id: 8)
    }
  }

  @Test func `a removal voids no write to another list with equal elements`() async {
    let rows: [Row] = [Row(id: 1)]
    for rows in [[], rows] {
      let before = List(
        rows: IdentifiedArray(uniqueElements: rows), done: IdentifiedArray(uniqueElements: rows),
        path: StackState(rows), otherPath: StackState(rows))
      let after = before.with { $0.count = 1 }
      await fails(.off, before, after, naming: "the MissedMutationTests.Row with the id 7") {
        $0.count = 1
        $0.rows[id: 7] = nil
        $0.done[id: 7]?.title = "Done"
      }
      await fails(.off, before, after, naming: "the MissedMutationTests.Row with the id 7") {
        $0.count = 1
        $0.done[id: 7]?.title = "Done"
        $0.rows.remove(id: 7)
      }
      await fails(.off, before, after, naming: "the MissedMutationTests.Row with the id 7") {
        $0.count = 1
        $0.path.pop(from: 7)
        $0.otherPath[id: 7]?.title = "Seven"
      }
      await fails(.off, before, after, naming: "the MissedMutationTests.Row that is presented") {
        $0.count = 1
        $0.sheet?.title = "Seven"
        $0.otherSheet = nil
      }
      await holds(.off, before, after) {
        $0.count = 1
        $0.rows[id: 7] = nil
        $0.rows[id: 7]?.title = "Seven"
        $0.done[id: 7]?.title = "Done"
        $0.done.remove(id: 7)
        $0.otherSheet = nil
        $0.otherSheet?.title = "Seven"
      }
    }
  }

  @Test func `a write in vain makes no state differ`() async {
    let rows = [Row(id: 1)]
    let before = List(rows: IdentifiedArray(uniqueElements: rows), path: StackState(rows))
    await holds(.off, before, before.with { $0.count = 1 }) {
      $0.count = 1
      let start = $0
      $0.path[id: 7]?.title = "Seven"
      $0.path[id: 7] = nil
      $0.rows[id: 7]?.title = "Seven"
      $0.rows[id: 7] = nil
      #expect($0 == start)
    }
  }

  @Test func `a read of a missing element is no write`() async {
    let before = List(rows: [Row(id: 1)])
    let after = before.with { $0.rows[id: 1]?.title = "A" }
    for mode in modes {
      await holds(mode, before, after) {
        $0.rows[id: 1]?.title = "A"
        if $0.rows[id: 7]?.title == "Seven" || $0.path[id: 7] != nil { $0.count = 7 }
        #expect($0.rows[id: 7]?.title == nil)
      }
    }
  }

  @Test func `assert tells it of the state now`() {
    for mode in modes {
      let store = List.store(mode, List(rows: [Row(id: 1)]), List())
      let issues = withCapturedIssues {
        store.assert { $0.rows[id: 7]?.title = "Seven" }
        store.assert { $0.rows.append(Row(id: 1, title: "Other")) }
        store.assert { $0.rows.append(contentsOf: [Row(id: 1, title: "Other")]) }
        store.assert { $0.rows.append(Row(id: 1)) }
      }
      #expect(issues.count == 3)
    }
  }

  @Test func `outside of assert closures nothing is noted`() {
    var list = List(rows: [Row(id: 1)])
    let issues = withCapturedIssues {
      list.rows.append(Row(id: 1, title: "Other"))
      list.rows[id: 7]?.title = "Seven"
      list.sheet?.title = "Seven"
    }
    #expect(issues.isEmpty)
    claimEqual(list, List(rows: [Row(id: 1)]))
  }

  // MARK: - Judging

  private let modes: [Exhaustivity] = [.off, .on]

  private func holds(
    _ mode: Exhaustivity, _ before: List, _ after: List,
    _ update: @escaping (inout List) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let messages = await List.messages(before, after, in: mode, update)
    #expect(messages == [], "\(mode)", sourceLocation: sourceLocation)
  }

  private func fails(
    _ mode: Exhaustivity, _ before: List, _ after: List, naming word: String,
    _ update: @escaping (inout List) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let messages = await List.messages(before, after, in: mode, update)
    #expect(
      messages.count == 1 && messages.allSatisfy { $0.contains(word) }, "\(mode): \(messages)",
      sourceLocation: sourceLocation)
  }
}

extension MissedMutationTests {
  struct Row: Equatable, Identifiable {
    var id: Int
    var title = ""
  }

  enum Screen: Equatable {
    case row(Row)
    case none
  }

  struct List: ReplacedState {
    var count = 0
    var rows: IdentifiedArrayOf<Row> = []
    var done: IdentifiedArrayOf<Row> = []
    var path = StackState<Row>()
    var otherPath = StackState<Row>()
    @PresentationState var sheet: Row?
    @PresentationState var otherSheet: Row?
    var screens = StackState<Screen>()
    @PresentationState var screen: Screen?
  }
}
