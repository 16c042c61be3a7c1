import FocusedTestStore
import Testing

/// A bug, and a test that fails in few of the orders of its effects, or after few of the action sequences.
struct PlantedBug: Sendable, CustomTestStringConvertible {
  let description: String
  /// The run in which a search of 1,000 runs finds the bug.
  let run: Int
  /// The sentence in the exploration's issue about the order in which the test fails, if a test claims it.
  var sentence = ""
  /// The number of deviations that the bug needs, if a test claims it.
  var deviations = 1
  let test: @Sendable () async throws -> Void

  var testDescription: String { description }

  init(
    _ description: String, foundBy run: Int, failsWhen sentence: String = "", deviations: Int = 1,
    test: @escaping @Sendable () async throws -> Void
  ) {
    self.description = description
    self.run = run
    self.sentence = sentence
    self.deviations = deviations
    self.test = test
  }

  /// A bug that one order of the actions reveals.
  static func order(
    _ description: String, foundBy run: Int, of effects: @escaping @Sendable () -> [Effect<String>],
    _ isWrong: @escaping @Sendable (String) -> Bool
  ) -> Self {
    PlantedBug(description, foundBy: run) {
      let store = PlantedFeature.store { _, action in action == "-" ? .merge(effects()) : .none }
      await store.send("-")
      #expect(!isWrong(String(store.state.order.dropFirst())))
    }
  }

  /// A bug that a sequence of steps reveals.
  static func steps(
    _ description: String, foundBy run: Int, upTo limit: Int, among actions: [String],
    _ step: @escaping @Sendable (inout PlantedFeature.State, String) -> Effect<String>,
    _ isWrong: @escaping @Sendable (PlantedFeature.State) -> Bool
  ) -> Self {
    PlantedBug(description, foundBy: run) {
      let store = PlantedFeature.store(step)
      await store.explore(upTo: limit) { _ in
        actions
      } always: { state in
        #expect(!isWrong(state))
      }
    }
  }

  static let all = explained + orders + sharing + tasks + turns + sequences

  private static let orders: [Self] = [
    .order(
      "the last of three comes first", foundBy: 3, of: { [.sends("a"), .sends("b"), .sends("c")] }
    ) { $0 == "cab" },
    .order(
      "four the other way round", foundBy: 24,
      of: { [.sends("a"), .sends("b"), .sends("c"), .sends("d")] }
    ) { $0 == "dcba" },
    .order(
      "one of seven comes last", foundBy: 518,
      of: { "abcdefg".map { .sends(String($0)) } }
    ) { $0.hasSuffix("a") },
    .order(
      "three that send twice take turns backwards", foundBy: 206,
      of: { [.sends("ab"), .sends("cd"), .sends("ef")] }
    ) { $0 == "ecafdb" },
    .order(
      "the slowest of three is the fastest", foundBy: 3,
      of: { [.sends("a", after: 4), .sends("b", after: 10), .sends("c", after: 20)] }
    ) { $0.hasPrefix("c") },
  ]

  private static let sharing: [Self] = [
    PlantedBug("an update of an object is lost, and nothing is sent", foundBy: 4) {
      let balance = SharedValue(0)
      let deposit = Effect<String>.run { _ in
        let now = balance.now
        await Task.yield()
        balance.now = now + 1
        await Task.yield()
      }
      let late = Effect<String>.run { _ in
        for _ in 0..<6 { await Task.yield() }
        balance.now += 1
      }
      let store = PlantedFeature.store(starting: deposit, late)
      await store.send("-")
      #expect(balance.now == 2)
    },
    PlantedBug("what an actor has said is out of date", foundBy: 3) {
      actor Account {
        var balance = 0
        func set(_ balance: Int) { self.balance = balance }
      }
      let account = Account()
      func deposit(after yields: Int) -> Effect<String> {
        .run { _ in
          for _ in 0..<yields { await Task.yield() }
          let balance = await account.balance
          await account.set(balance + 1)
        }
      }
      let store = PlantedFeature.store(starting: deposit(after: 0), deposit(after: 9))
      await store.send("-")
      #expect(await account.balance == 2)
    },
  ]

  private static let tasks: [Self] = [
    PlantedBug("child tasks come the other way round", foundBy: 19) {
      let store = PlantedFeature.store(
        starting: .run { send in
          await withTaskGroup { group in
            for action in ["a", "b", "c"] { group.addTask { await send(action) } }
          }
        })
      await store.send("-")
      #expect(store.state.order != "-cba")
    },
    PlantedBug("a cancellation comes before two of three", foundBy: 4) {
      let store = PlantedFeature.store { _, action in
        switch action {
        case "-":
          .merge(
            .merge(.sends("a"), .sends("b"), .sends("c")).cancellable(id: "all"),
            .sends("x", after: 2))
        case "x": .cancel(id: "all")
        default: .none
        }
      }
      await store.send("-")
      #expect(store.state.order.count > 3)
    },
  ]

  private static let turns: [Self] = [
    PlantedBug("two stubs are answered in turn", foundBy: 4) {
      let (one, other) = (Stub<Void, Int>("one"), Stub<Void, Int>("other"))
      one.willReturn(1)
      other.willReturn(2)
      func ask(_ stub: Stub<Void, Int>) -> Effect<String> {
        .run { send in
          let first = try await stub.call()
          await send("\(first)")
          await send("\(first)")
        }
      }
      let store = PlantedFeature.store(starting: ask(one), ask(other))
      await store.send("-")
      #expect(store.state.order != "-1221")
    },
    PlantedBug("a step comes between two actions of an effect", foundBy: 47) {
      let store = PlantedFeature.store { _, action in
        guard action == "-" else { return .none }
        return .run { send in
          await send("a")
          await Task.yield()
          await send("b")
        }
      }
      await store.explore(upTo: 3) { _ in
        ["-", "x"]
      } always: { state in
        #expect(!state.order.contains("axb"))
      }
    },
    PlantedBug("a call fails after another one has succeeded", foundBy: 87) {
      let save = Stub<String, Int>("save")
      save.mayAnswer(.success(1), .failure(Offline()))
      let store = PlantedFeature.store { _, action in
        guard action == "a" || action == "b" else { return .none }
        return .run { send in
          do {
            _ = try await save.call(action)
            await send("+")
          } catch { await send("!") }
        }
      }
      await store.explore(upTo: 4) { _ in
        ["a", "b"]
      } always: { state in
        #expect(!state.order.contains("ab+!"))
      }
    },
  ]

  private static let sequences: [Self] = [
    .steps(
      "three steps", foundBy: 33, upTo: 5, among: ["a", "b", "c"], { _, _ in .none },
      { $0.order == "cab" }),
    PlantedBug("a fake counts what the state does not show", foundBy: 16) {
      let count = SharedValue(0)
      let store = PlantedFeature.store { state, action in
        state.log = [action]
        if action == "a" { count.now += 1 }
        return .none
      }
      await store.explore(upTo: 8) { _ in
        ["a", "b"]
      } always: { _ in
        #expect(count.now < 4)
      }
    },
    .steps(
      "eight steps of four", foundBy: 35, upTo: 12, among: ["a", "b", "c", "d"],
      { state, action in
        state.log = []
        // Each right step advances by one place, and a wrong step returns to the start.
        let path = ["b", "a", "d", "c", "a", "a", "d", "b"]
        let place = state["place"]
        state["place"] = place < 8 && path[place] == action ? place + 1 : 0
        return .none
      }, { $0["place"] == 8 }),
    PlantedBug("time passes twice before a step", foundBy: 30) {
      let clock = TestClock()
      let store = PlantedFeature.store { _, action in
        guard action == "a" else { return .none }
        return .run { send in
          for _ in 0..<2 {
            try await clock.sleep(for: .seconds(1))
            await send("t")
          }
        }
      }
      await store.explore(upTo: 6) { _ in
        ["a", "b"]
      } always: { state in
        #expect(!state.order.contains("attb"))
      }
    },
  ]
}
