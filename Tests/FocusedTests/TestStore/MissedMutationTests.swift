import FocusedTestStore
import Testing

/// Closures that write to a missing element. `VerdictTests` tests combinations with other edits, in each mode.
struct MissedMutationTests {
  @Test func `a chain that finds nothing is an issue, whatever else is right`() async {
    let before = List(rows: [TitledRow(id: 1), TitledRow(id: 2)])
    let after = before.with { $0.count = 1 }
    let messages = await List.messages(before, after) {
      $0.count = 1
      $0.rows[id: 7]?.title = "Seven"
    }
    expectText(messages)
    await fails(.off, before, after, naming: "MissedMutationTests.Screen with the id 7") {
      $0.count = 1
      $0.screens[id: 7, case: { .row($0) }]?.title = "Seven"
    }
    await fails(.off, before, after, naming: "MissedMutationTests.Screen that is presented") {
      $0.count = 1
      $0.$screen[case: { .row($0) }]?.title = "Seven"
    }
  }

  @Test func `a removal voids no write to another list with equal elements`() async {
    let rows: [TitledRow] = [TitledRow(id: 1)]
    for rows in [[], rows] {
      let before = List(
        rows: IdentifiedArray(uniqueElements: rows), done: IdentifiedArray(uniqueElements: rows),
        path: StackState(rows), otherPath: StackState(rows))
      let after = before.with { $0.count = 1 }
      await fails(.off, before, after, naming: "the TitledRow with the id 7") {
        $0.count = 1
        $0.rows[id: 7] = nil
        $0.done[id: 7]?.title = "Done"
      }
      await fails(.off, before, after, naming: "the TitledRow with the id 7") {
        $0.count = 1
        $0.done[id: 7]?.title = "Done"
        $0.rows.remove(id: 7)
      }
      await fails(.off, before, after, naming: "the TitledRow with the id 7") {
        $0.count = 1
        $0.path.pop(from: 7)
        $0.otherPath[id: 7]?.title = "Seven"
      }
      await fails(.off, before, after, naming: "the TitledRow that is presented") {
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
    let rows = [TitledRow(id: 1)]
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
    let before = List(rows: [TitledRow(id: 1)])
    let after = before.with { $0.rows[id: 1]?.title = "A" }
    for mode in modes {
      await holds(mode, before, after) {
        $0.rows[id: 1]?.title = "A"
        if $0.rows[id: 7]?.title == "Seven" || $0.path[id: 7] != nil { $0.count = 7 }
        #expect($0.rows[id: 7]?.title == nil)
      }
    }
  }

  @Test func `outside of assert closures nothing is noted`() {
    var list = List(rows: [TitledRow(id: 1)])
    let issues = withCapturedIssues {
      list.rows.append(TitledRow(id: 1, title: "Other"))
      list.rows[id: 7]?.title = "Seven"
      list.sheet?.title = "Seven"
    }
    #expect(issues.isEmpty)
    claimEqual(list, List(rows: [TitledRow(id: 1)]))
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
  enum Screen: Equatable {
    case row(TitledRow)
    case none
  }

  struct List: ReplacedState {
    var count = 0
    var rows: IdentifiedArrayOf<TitledRow> = []
    var done: IdentifiedArrayOf<TitledRow> = []
    var path = StackState<TitledRow>()
    var otherPath = StackState<TitledRow>()
    @PresentationState var sheet: TitledRow?
    @PresentationState var otherSheet: TitledRow?
    var screens = StackState<Screen>()
    @PresentationState var screen: Screen?
  }
}
