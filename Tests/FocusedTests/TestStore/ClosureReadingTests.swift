import Core
import FocusedTestStore
import Testing

/// The hard cases of S14: the verdicts on closures in `.off`. Each case runs with `send` and with `receive`.
/// `VerdictTests` tests random closures, and `S14_ValuesOrAChangeTests` one of each documented form.
struct ClosureReadingTests {
  // MARK: - Values

  @Test func whatTheStateBeforeLacksIsNotLookedUpInIt() async {
    await fails(Board(), Board(rows: [1]), at: ["rows[0]"]) { $0.rows[0] = 2 }
    await fails(Board(), Board(rows: [1], child: .init()), at: ["child.count"]) {
      $0.child!.count = $0.rows[0] + 4
    }
    await fails(Board(selected: -1), Board(rows: [1], selected: 0), at: ["rows[0]"]) {
      $0.rows[$0.selected] = 2
    }
  }

  // MARK: - Changes

  @Test func theElementsOfAnOptionalListAreThoseOfTheList() async {
    struct Page: ReplacedState {
      var numbers: [Int]? = [1, 2]
      var rows: IdentifiedArrayOf<TitledRow>? = [TitledRow(id: 1)]
    }
    let steps: [(inout Page) -> Void] = [
      { $0.numbers?[0] += 1 }, { $0.numbers?.append(3) }, { $0.numbers?.swapAt(0, 1) },
      // Applied to its own result, this closure would trap.
      { $0.numbers?.removeFirst() }, { $0.rows?[id: 1]?.title += "a" },
    ]
    for step in steps { #expect(await Page.messages(Page(), Page().with(step), step) == []) }
    let wrong = await Page.messages(Page(), Page().with(steps[0])) { $0.numbers?[0] += 2 }
    #expect(wrong.count == 1)
    #expect(wrong.first?.contains("− numbers[0]: 3\n+ numbers[0]: 2") == true, "\(wrong)")
  }

  @Test func aPartOfWhatTheStepRemovedIsMissed() async {
    let update: Update = {
      $0.x += 1
      $0.child?.count += 4
    }
    await holds(Board(child: .init()), Board(x: 1, child: .init(count: 4)), update)
    await fails(Board(child: .init()), Board(x: 1), at: ["child"], update)
  }

  @Test func aSwapStatesNothingAboutOtherPositions() async {
    let swap: Update = { $0.rows.swapAt(0, 1) }
    let issues = await Board.verdicts(Board(rows: [4, 1]), Board(rows: [1, 5, 3]), swap)
    expectText(issues[0])
    // Applied to the actual state, the closure changes each position. Applied to the state before, it changes only two.
    await fails(Board(rows: [1, 2, 3]), Board(rows: [3, 2, 1, 4]), at: ["rows"]) {
      $0.rows.reverse()
    }
  }

  @Test func aNumberNearTheEndOfItsRangeIsChangedWithoutATrap() async {
    await holds(Board(lives: 2), Board(lives: 1)) { $0.lives -= 1 }
    await fails(Board(lives: 1), Board(lives: 1), at: ["lives"]) { $0.lives -= 1 }
  }

  @Test func aClosureThatRemovesAndAddsElementsRunsOnceMore() async {
    let store = Board.store(Board(rows: [1, 2]))
    var runs = 0
    await store.send(.become(Board(rows: [2, 3]))) {
      runs += 1
      $0.rows.removeFirst()
      $0.rows.append(3)
    }
    claimEqual(runs, 4)
  }

  // MARK: - What closures report

  @Test func anExpectationInAClosureIsOfTheActualState() async {
    let before = Board()
    let after = Board(x: 1, text: "A")
    await holds(before, after) {
      $0.x += 1
      #expect($0.text == "A")
    }
  }

  @Test func anExpectationThatFailsIsRecordedOnce() async {
    for update in [{ $0.x += 1 }, { $0.x = 1 }, { $0.x = 9 }] as [(inout Board) -> Void] {
      let count = Lock(0)
      await withKnownIssue {
        let store = Board.store(Board())
        _ = await withCapturedIssues {
          await store.send(.become(Board(x: 1))) {
            update(&$0)
            #expect($0.text == "A")
          }
        }
      } matching: { _ in
        count.withLock { $0 += 1 }
        return true
      }
      #expect(count.withLock { $0 } == 1)
    }
  }

  @Test func anErrorIsReportedOnceAndForgivenOfTheSecondRun() async {
    struct Torn: Error {}
    await fails(Board(), Board(x: 1), naming: "Torn") { _ in throw Torn() }
    // The closure throws only if it is applied to its own result, not to a state of the step.
    await holds(Board(), Board(x: 1)) {
      if $0.x > 1 { throw Torn() }
      $0.x += 1
    }
    await fails(Board(), Board(x: 1), at: ["x"]) {
      if $0.x > 1 { throw Torn() }
      $0.x += 2
    }
    await fails(Board(), Board(x: 1), naming: "Torn") {
      if $0.x == 0 { throw Torn() }
      $0.x += 1
    }
  }

  @Test func whatAClosureMisusesIsReportedOnce() async {
    await fails(Board(), Board(x: 1), naming: "Unset") {
      $0.x += Dependency(Unset.self).wrappedValue
    }
  }

  private enum Unset: DependencyKey {
    static let liveValue = 1
  }

  // MARK: - Judging

  private typealias Update = (inout Board) throws -> Void

  private func holds(
    _ before: Board, _ after: Board, _ update: @escaping Update,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    for issues in await Board.verdicts(before, after, update) {
      #expect(issues == [], sourceLocation: sourceLocation)
    }
  }

  /// Expects one issue that shows exactly these fields.
  private func fails(
    _ before: Board, _ after: Board, at fields: [String], _ update: @escaping Update,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    for issues in await Board.verdicts(before, after, update) {
      #expect(issues.count == 1, sourceLocation: sourceLocation)
      #expect(issues.first.map(Board.fields(of:)) == fields, sourceLocation: sourceLocation)
    }
  }

  private func fails(
    _ before: Board, _ after: Board, naming word: String, _ update: @escaping Update,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    for issues in await Board.verdicts(before, after, update) {
      #expect(issues.count == 1, sourceLocation: sourceLocation)
      #expect(issues.allSatisfy { $0.contains(word) }, sourceLocation: sourceLocation)
    }
  }
}
