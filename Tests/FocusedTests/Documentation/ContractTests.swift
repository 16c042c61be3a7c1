import Foundation
import FocusedTestStore
import Testing
import XCTest

/// Uses every public signature that users rely on once, as users would. Compiling is most of the test.
struct ContractTests {
  struct Child: Reducer {
    struct State: Equatable, Identifiable {
      var id = 0
      var count = 0
    }
    enum Action: Equatable {
      case tap
      case close
      case delegate(Delegate)
      enum Delegate: Equatable { case saved(Int) }
    }
    @Dependency(\.dismiss) var dismiss
    @Dependency(\.isPresented) var isPresented

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .tap:
        state.count += 1
        return .send(.delegate(.saved(state.count)))
      case .close:
        return .run { _ in await self.dismiss() }
      case .delegate:
        return .none
      }
    }
  }

  struct Path: Reducer {
    enum State: Equatable { case detail(Child.State), other }
    enum Action: Equatable { case detail(Child.Action) }
    var body: some ReducerOf<Self> {
      Scope(state: { .detail($0) }, action: { .detail($0) }) { Child() }
    }
  }

  struct Parent: Reducer {
    struct State: Equatable {
      var child = Child.State()
      var optional: Child.State?
      @PresentationState var sheet: Child.State?
      var rows: IdentifiedArrayOf<Child.State> = []
      var path = StackState<Path.State>()
      var value = 0
      var saved: [Int] = []
      var changes = 0
    }
    enum Action: Equatable {
      case child(Child.Action)
      case optional(Child.Action)
      case sheet(PresentationAction<Child.Action>)
      case rows(IdentifiedAction<Int, Child.Action>)
      case path(StackAction<Path.State, Path.Action>)
      case showSheet
      case set(Int)
      case two(Int, String)
      case labeled(id: Int, name: String)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: { .child($0) }) { Child() }
      Reduce { state, action in
        switch action {
        case .child(.delegate(.saved(let value))):
          state.saved.append(value)
        case .showSheet:
          state.sheet = Child.State()
        case .set(let value):
          state.value = value
        default: break
        }
        return .none
      }
      .ifLet(\.optional, action: { .optional($0) }) { Child() }
      .ifLet(\.$sheet, action: { .sheet($0) }) { Child() }
      .forEach(\.rows, action: { .rows($0) }) { Child() }
      .forEach(\.path, action: { .path($0) }) { Path() }
      .onChange(of: { $0.value }) { old, new in
        Reduce { state, _ in
          state.changes += new - old
          return .none
        }
      }
      .dependency(\.date.now, Date(timeIntervalSince1970: 0))
      .transformDependency(\.self) { $0.uuid = .incrementing }
    }
  }

  struct Root: Reducer {
    enum State: Equatable { case signedOut, main(Child.State) }
    enum Action: Equatable { case main(Child.Action), signIn }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if action == .signIn { state = .main(Child.State()) }
        return .none
      }
      .ifCaseLet({ .main($0) }, action: { .main($0) }) { Child() }
    }
  }

  @Test func composition() async {
    let store = TestStore(.off, initialState: Parent.State()) { Parent() }
    await store.send(.child(.tap))
    await store.receive(case: { .child(.delegate(.saved($0))) }, 1) { $0.saved = [1] }
    await store.send(.showSheet)
    await store.send(.sheet(.presented(.close)))
    await store.receive(.sheet(.dismiss)) { $0.sheet = nil }
    await store.send(.path(.push(id: 0, state: .detail(Child.State()))))
    await store.send(.path(.element(id: 0, action: .detail(.tap)))) {
      $0.path[id: 0, case: { .detail($0) }]?.count = 1
    }
    #expect(store.state.path[id: 0, case: { .detail($0) }]?.count == 1)
    await store.send(.path(.element(id: 0, action: .detail(.close))))
    await store.receive(.path(.popFrom(id: 0)))
    #expect(store.state.path.isEmpty)
    await store.send(.set(3)) { $0.changes = 3 }
    await store.send(.labeled(id: 1, name: "a"))
    await store.send(.two(1, "a"))
    let root = TestStoreOf<Root>(.on, initialState: .signedOut) { Root() }
    await root.send(.signIn) { $0 = .main(Child.State()) }
    await root.send(.main(.tap)) { $0 = .main(Child.State(count: 1)) }
    await root.receive(.main(.delegate(.saved(1))))
    await root.finish()
  }

  @Test func casePaths() {
    typealias Action = Parent.Action
    let explicit = CasePath<Action, Int>(
      embed: { .set($0) }, extract: { if case .set(let value) = $0 { value } else { nil } })
    #expect(explicit.extract(from: .set(1)) == 1)
    #expect(CasePath(Action.set).extract(from: .set(2)) == 2)
    #expect(CasePath(Action.two).extract(from: .two(1, "a")).map { $0 == (1, "a") } == true)
    #expect(CasePath(Action.labeled).extract(from: .labeled(id: 1, name: "b"))?.1 == "b")
    let nested = CasePath<Action, Int> { .child(.delegate(.saved($0))) }
    #expect(nested.extract(from: nested.embed(3)) == 3)
    #expect(nested.extract(from: .child(.tap)) == nil)
  }

  enum ID { case a }

  @Test func effects() throws {
    typealias E = Effect<Int>
    let clock = ImmediateClock()
    let effect = E.merge(
      .send(1),
      .concatenate(.send(2), .run(priority: .high) { send in await send(3) }),
      .run { _ in
        throw CancellationError()
      } catch: { _, send in
        await send(9)
      },
      .run { @MainActor send in await send(4) },
      .cancel(id: ID.a),
      .send(5).delay(for: .seconds(1), clock: clock),
      .send(6).debounce(id: 1, for: .seconds(1), clock: clock),
      .send(7).throttle(id: 2, for: .seconds(1), clock: clock, latest: true),
      Effect<String>.send("8").map { Int($0) ?? 0 },
      .merge([E.none]), .concatenate([E.none])
    )
    .cancellable(id: ID.a, cancelInFlight: false)
    _ = effect
    #expect(
      try EffectRunner.run(.merge(.send(1), .run { send in await send(2) })) == [1, 2])
  }

  @Test func theStore() async {
    let store = TestStore(.off(showSkippedAssertions: false), initialState: Child.State()) {
      Child()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.dismiss = DismissEffect {}
    }
    store.timeout = .seconds(2)
    store.dependencies.uuid = .incrementing
    await store.assertNotReceived(case: { .delegate(.saved($0)) })
    let task = await store.send(.tap)
    await task.finish(timeout: .seconds(1))
    await task.cancel()
    #expect(task.isCancelled)
    await store.receive(.delegate(.saved(1)), timeout: .seconds(1))
    await store.send(.tap)
    await store.receive(where: { $0 == .delegate(.saved(2)) }, timeout: nil) { $0.count = 2 }
    await store.send(.tap)
    await store.receive(case: { .delegate($0) }, timeout: .seconds(1)) { $0.count = 3 }
    await store.send(.tap)
    await store.receive(case: CasePath { .delegate(.saved($0)) }, 4)
    await store.send(.tap)
    await store.receive(inOrder: .delegate(.saved(5)))
    await store.assertNotReceived(.delegate(.saved(6)))
    await store.assertNotReceived(where: { $0 == .tap })
    store.assert { $0.count = 5 }
    await store.settle()
    await store.send(.tap)
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
    store.withExhaustivity(.on) { store.assert { _ in } }
    await store.withExhaustivity(.off) { await store.send(.tap) }
    store.withDependencies {
      $0.uuid = .incrementing
    } operation: {
    }
    await store.withDependencies {
      $0.uuid = .incrementing
    } operation: {
      await store.send(.tap)
    }
    #expect(!store.isDismissed)
    #expect(store.history.map(\.action).first == .tap)
    store.exhaustivity = .on
    store.exhaustivity = .on(checking: [.stateChanges, .receivedActions, .inFlightEffects])
    await store.finish(timeout: .seconds(1))
  }

  @MainActor @Test func theLiveStoreAndTheDoubles() async {
    let store = Store(initialState: Parent.State()) {
      Parent()
    } withDependencies: { _ in
    }
    let interceptor = TestInterceptor<Parent.State, Parent.Action>()
    store.register(interceptor: interceptor)
    await store.send(.set(2)).finish()
    #expect(store.value == 2)
    #expect(store.state.value == 2)
    #expect(interceptor.dispatchedActions == [.set(2)])
    #expect(interceptor.stateChanges.first?.newState.value == 2)
    #expect(interceptor.stateChanges.first?.oldState.value == 0)
    #expect(interceptor.stateChanges.first?.action == .set(2))
    let child: Store<Child.State, Child.Action> = store.scope(
      state: \.child, action: { .child($0) })
    child.send(.tap)
    #expect(child.count == 1)
    let value = StateSelector<Parent.State, Int>(\.value)
    let double = StateSelector(value) { $0 * 2 }
    let sum = StateSelector(value, double) { $0 + $1 }
    #expect(store.select(sum) == 6)

    let mock = MockStore<Parent.State, Parent.Action>(initialState: Parent.State())
    mock.setState(Parent.State(value: 4))
    #expect(mock.store.select(sum) == 12)
    mock.overrideSelector(value, value: 1)
    #expect(mock.store.select(sum) == 3)
    mock.store.send(.showSheet)
    #expect(mock.actions == [.showSheet])
    #expect(mock.stateChanges.map(\.action) == [.showSheet])
  }

  struct Client: DependencyKey {
    var fetch: @Sendable (Int, String) async throws -> [Int]
    var save: @Sendable (Int) async throws -> Void
    static let liveValue = Client(fetch: { _, _ in [] }, save: { _ in })
    static let testValue = Client(
      fetch: unimplemented("Client.fetch", placeholder: []), save: unimplemented("Client.save"))
  }

  @Test func stubs() async throws {
    let fetch = Stub<(Int, String), [Int]>("Client.fetch")
    let save = Stub<Int, Void>("Client.save")
    let client = withDependencies {
      $0[Client.self].fetch = fetch.call
      $0[Client.self].save = save.call
    } operation: {
      Dependency(Client.self).wrappedValue
    }
    fetch.willReturn([1])
    #expect(try await client.fetch(1, "a") == [1])
    #expect(fetch.calls.count == 1)
    let effect = Effect<[Int]>.run { send in await send(try await client.fetch(2, "b")) }
    #expect(try await EffectRunner.run(effect, expecting: 1, timeout: .seconds(1)) == [[1]])
    struct Failure: Error {}
    save.willThrow(Failure())
    await #expect(throws: Failure.self) { try await client.save(1) }
  }

  @Test func clocksAndDumps() async throws {
    let clock = TestClock()
    await clock.advance(by: .seconds(1))
    await clock.advance(to: .init(offset: .seconds(2)))
    await clock.run()
    try await clock.checkSuspension()
    _ = UnimplementedClock<Duration>.self
    #expect(diff(1, 1) == nil)
    #expect(diff(1, 2)?.contains("− 1") == true)
  }
}
