import TestEvents
import FocusedTestStore
import Testing

/// Compares asserted behaviors with the truth: a mutant breaks each, and the test that asserts it must fail.
struct BrokenBehaviorTests {
  typealias Row = Garden.Row

  /// A focused test, which runs with and without mutants.
  struct Sample: CustomTestStringConvertible {
    let name: String
    /// Behaviors that are asserted, although the ledger doesn't count them as asserted.
    let missing: Set<String>
    let run: @Sendable (TestStoreOf<Garden>) async -> Void

    init(
      _ name: String, missing: Set<String> = [],
      run: @escaping @Sendable (TestStoreOf<Garden>) async -> Void
    ) {
      self.name = name
      self.missing = missing
      self.run = run
    }

    var testDescription: String { name }
  }

  @Test(arguments: samples)
  func `what is asserted fails when it is broken`(_ sample: Sample) async throws {
    let (falselyAsserted, missing) = try await compare(sample)
    claimEqual(falselyAsserted, [])
    claimEqual(missing, sample.missing)
  }

  /// Compares the ledger of a test with the results of the test when each behavior is missing.
  private func compare(
    _ sample: Sample
  ) async throws -> (falselyAsserted: Set<String>, missing: Set<String>) {
    let facts = await LedgerWriter.collecting { await run(sample) }
    let marks = Dictionary(facts.map { ($0.behavior, $0.mark) }, uniquingKeysWith: max)
    var falselyAsserted: Set<String> = []
    var missing: Set<String> = []
    for (behavior, mark) in marks where behavior.outcome != .nothing {
      let broken = "\(behavior.action) → \(behavior.outcome)"
      let mutation = try await mutating(behavior.feature, behavior.action, behavior.outcome) {
        await run(sample)
      }
      if mark == .asserted, !mutation.isKilled { falselyAsserted.insert(broken) }
      if mark != .asserted, mutation.isKilled { missing.insert("\(broken): \(mark)") }
    }
    return (falselyAsserted, missing)
  }

  private func run(_ sample: Sample) async {
    await Garden.$clock.withValue(TestClock()) {
      await sample.run(TestStore(.off, initialState: Garden.State()) { Garden() })
    }
  }

  // MARK: - Samples

  private static let samples: [Sample] = [
    Sample("an assigned field") { await $0.send(.both) { $0.age = 2 } },
    Sample("a closure in a variable", missing: ["both → age: read"]) { store in
      let update: @Sendable (inout Garden.State) -> Void = { $0.age = 2 }
      await store.send(.both, assert: update)
    },
    Sample("a branch that is not taken", missing: ["both → age: read"]) { store in
      await store.send(.both) {
        if $0.isOn { $0.name = "b" } else { $0.age = 2 }
      }
    },
    Sample("a printed field") { store in
      await store.send(.both) { state in
        log(state.age)
        log("\(state.name)")
      }
    },
    Sample("the whole state") { store in
      await store.send(.both) { $0 = Garden.State(age: 2, name: "b") }
    },
    Sample("a child by a part of it") { await $0.send(.open) { $0.child?.title = "new" } },
    Sample("a child that is there") { store in
      await store.send(.open) { XCTAssertTrue($0.child != nil) }
      await store.send(.renameChild) { XCTAssertTrue($0.child != nil) }
    },
    Sample("a child in full") { store in
      await store.send(.open)
      await store.send(.renameChild) { $0.child = Garden.Child(title: "renamed", isBusy: true) }
    },
    Sample("a child's field") { store in
      await store.send(.open)
      await store.send(.renameChild) { $0.child?.title = "renamed" }
    },
    Sample("a child's method", missing: ["renameChild → child.isBusy: read"]) { store in
      await store.send(.open)
      await store.send(.renameChild) { $0.child?.work() }
    },
    Sample("a child in a function", missing: ["renameChild → child.title: read"]) { store in
      await store.send(.open)
      await store.send(.renameChild) { checkTitle(&$0.child) }
    },
    Sample("how many elements there are") { store in
      await store.send(.addRow) { XCTAssertTrue($0.rows.count == 3) }
      await store.send(.markRow(1)) { XCTAssertTrue($0.rows.count == 3) }
      await store.send(.removeRow(1)) { XCTAssertTrue(!$0.rows.isEmpty && $0.rows.count == 2) }
    },
    Sample("an element that has come") { store in
      await store.send(.addRow) { $0.rows[id: 9] = Row(id: 9) }
      await store.send(.addItem) { $0.list = [1, 2, 3] }
    },
    Sample("an element that was there before") { store in
      await store.send(.addRow) { $0.rows[id: 1] = Row(id: 1) }
      await store.send(.addItem) { $0.list[0] = 1 }
    },
    Sample("another element") { store in
      await store.send(.markRow(1)) { $0.rows[id: 2]?.isDone = false }
      await store.send(.markRow(2)) { XCTAssertTrue($0.rows.first?.isDone == true) }
    },
    Sample("elements in a loop") { store in
      await store.send(.addRow) { for id in $0.rows.ids { $0.rows[id: id]?.isDone = false } }
      await store.send(.addItem) { for index in $0.list.indices { $0.list[index] = index + 1 } }
    },
    Sample("an element's field") { store in
      await store.send(.markRow(1)) { $0.rows[id: 1]?.isDone = true }
    },
    Sample("what elements have in common") { store in
      await store.send(.markRow(1)) { XCTAssertTrue($0.rows.map(\.id) == [1, 2]) }
    },
    Sample("an entry that has come") { await $0.send(.addName) { $0.names["b"] = 2 } },
    Sample("an entry that was there before") { await $0.send(.addName) { $0.names["a"] = 1 } },
    Sample("a member") { await $0.send(.addTag) { $0.tags.insert("new") } },
    Sample("a change that is described") { store in
      await store.send(.both) { $0.age += 1 }
      await store.send(.addItem) { $0.list.append(3) }
    },
    Sample("a case") { await $0.send(.choose) { $0.choice = .one(4) } },
    Sample("a later assertion") { store in
      await store.send(.both)
      await store.send(.open)
      store.assert { $0.age = 2 }
    },
    Sample("an exhaustive step") { store in
      await store.withExhaustivity(.on) {
        _ = await store.send(.both) {
          $0.age = 2
          checkName(&$0)
        }
      }
    },
    Sample("an effect that has finished") { store in
      await store.send(.track)
      await store.finish()
    },
    Sample("an effect whose task has finished") { store in
      let task = await store.send(.track)
      await task.finish()
    },
    Sample("an effect that is skipped", missing: ["poll → starts CancelID.poll: exercised"]) {
      store in
      await store.send(.poll)
      await store.skipInFlightEffects()
    },
    Sample("a received action") { store in
      await store.send(.load)
      await store.receive(.loaded(3)) { $0.age = 3 }
    },
    Sample("a cancelled effect") { store in
      await store.send(.poll)
      await store.send(.stop)
      await store.finish()
    },
    Sample("an effect that is started afresh") { store in
      await store.send(.search("a"))
      await store.send(.search("b"))
      await Garden.clock.advance(by: .seconds(1))
      await store.receive(.found("b"))
      await store.finish()
    },
    Sample(
      "skipped actions",
      missing: ["load → sends .loaded: exercised", "load → starts effect: exercised"]
    ) { store in
      await store.send(.load)
      await store.skipReceivedActions()
    },
    Sample("a later assertion in the same line") { store in
      await store.send(.both)
      store.assert { $0.age = 2 }; store.assert { $0.name = "b" }
    },
    Sample("a tuple") { await $0.send(.pair) { $0.pair.first = 5 } },
  ]
}

private func checkName(_ state: inout Garden.State) { state.name = "b" }
private func checkTitle(_ child: inout Garden.Child?) { child?.title = "renamed" }
private func log(_ value: Any) {}

// An expectation whose failure can be captured. The ledger knows its name.

private func XCTAssertTrue(_ condition: Bool, line: UInt = #line) {
  if condition { return }
  Issues.report(
    "Expected it to be true",
    at: CallSite(fileID: #fileID, filePath: #filePath, line: line, column: 1))
}

/// A feature with a behavior of each kind.
struct Garden: Reducer {
  struct Child: Equatable {
    var title = ""
    var isBusy = false

    mutating func work() { isBusy = true }
  }

  struct Row: Equatable, Identifiable {
    var id: Int
    var isDone = false
  }

  enum Choice: Equatable { case none, one(Int) }

  struct Pair: Equatable {
    var first = 0
    var second = 0
  }

  struct State: Equatable {
    var age = 1
    var name = "a"
    var isOn = false
    var child: Child?
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    var list = [1, 2]
    var names = ["a": 1]
    var tags: Set = ["old"]
    var choice = Choice.none
    var pair = Pair()
  }

  enum Action: Equatable {
    case both, open, renameChild, addRow, markRow(Int), removeRow(Int), addItem, addName,
      addTag
    case choose, pair
    case load, loaded(Int), track, poll, stop, search(String), found(String)
  }

  enum CancelID { case poll, search }

  @TaskLocal static var clock = TestClock<Duration>()

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .both:
      state.age = 2
      state.name = "b"
    case .open: state.child = Child(title: "new")
    case .renameChild:
      state.child?.title = "renamed"
      state.child?.isBusy = true
    case .addRow: state.rows.append(Row(id: 9))
    case .markRow(let id): state.rows[id: id]?.isDone = true
    case .removeRow(let id): state.rows[id: id] = nil
    case .addItem: state.list.append(3)
    case .addName: state.names["b"] = 2
    case .addTag: state.tags.insert("new")
    case .choose: state.choice = .one(4)
    case .pair: state.pair = Pair(first: 5, second: 6)
    case .load: return .run { send in await send(.loaded(3)) }
    case .loaded(let age): state.age = age
    case .track: return .run { _ in }
    case .poll: return .run { _ in try await Task.never() }.cancellable(id: CancelID.poll)
    case .stop: return .cancel(id: CancelID.poll)
    case .search(let text):
      let clock = Self.clock
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.found(text))
      }
      .cancellable(id: CancelID.search, cancelInFlight: true)
    case .found(let text): state.name = text
    }
    return .none
  }
}
