import TestEvents
import FocusedTestStore
import Foundation
import Testing
import focus
@testable import TestFixtures

/// Tests to split. No framework runs them: other tests trace them, and read their source from this file.
struct SplitFixtures {
  // Unsafe, so that the fixtures stay `Sendable`. One test at a time uses a value of them.
  private nonisolated(unsafe) let storeOfSuite = TestStore(initialState: Profile.State()) {
    Profile()
  }

  func testLoop() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.changeAge(40)) { $0.age = 40 }
    for mood in 1...3 {
      await store.send(.changeMood(mood)) { $0.mood = mood }
    }
  }

  func testHelper() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.changeAge(40)) { $0.age = 40 }
    await becomeHappy(store)
  }

  func testOnlyHelpers() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await becomeHappy(store)
  }

  func testSeveralStores() async {
    let first = TestStore(initialState: Profile.State()) { Profile() }
    await first.send(.changeAge(40)) { $0.age = 40 }
    let second = TestStore(initialState: Profile.State()) { Profile() }
    await second.send(.changeAge(41)) { $0.age = 41 }
  }

  func testFocused() async {
    let store = TestStore(.off, initialState: Profile.State()) { Profile() }
    await store.send(.changeIdentity(name: "Marie", surname: "Curie")) { $0.name = "Marie" }
  }

  func testNoStore() async {}

  func testVariables() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    let age = 40
    let action = Profile.Action.changeAge(age)
    let unrelated = 1
    _ = unrelated
    await store.send(action) { $0.age = age }
  }

  func testChanges() async {
    let store = TestStore(initialState: Profile.State(age: 1)) { Profile() }
    await store.send(
      .changeIdentity(name: "Marie", surname: "Curie"),
      assert: { state in
        let name = "Marie"
        state.name = name
        state.surname += "Curie"
      })
  }

  func testBranch() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    if store.state.age == 33 {
      await store.send(.changeAge(40)) { $0.age = 40 }
    }
    await store.send(.changeMood(1)) { $0.mood = 1 }
  }

  func testStoreFromHelper() async {
    let years = 40
    let store = makeProfile(Profile.State(age: 1))
    await store.send(.changeAge(years)) { $0.age = years }
    await store.send(.changeMood(1)) { $0.mood = 1 }
  }

  func testStoreFromPlainHelper() async {
    let store = makePlainProfile()
    await store.send(.changeAge(40)) { $0.age = 40 }
  }

  func testStoreOfStatedType() async {
    let store: TestStoreOf<Profile> = makePlainProfile()
    await store.send(.changeAge(40)) { $0.age = 40 }
  }

  func testStoreFromAnotherFile() async {
    let store = makeProfileElsewhere(age: 1)
    await store.send(.changeAge(40)) { $0.age = 40 }
  }

  func testStoreInAnotherCall() async {
    let clock = TestClock()
    let store = withDependencies {
      $0.continuousClock = clock
    } operation: {
      TestStore(.on, initialState: Profile.State()) { Profile() }
    }
    await store.send(.advanceAgeAndMoodAfterDelay)
    await clock.advance(by: .seconds(1))
    await store.receive(.changeAge(34)) { $0.age = 34 }
    await store.receive(.changeMood(1)) { $0.mood = 1 }
  }

  func testAnswers() async {
    let find = Stub<String, [String]>("SearchClient.find")
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient.find = find.call
    }
    await store.send(.changeQuery("s")) { $0.query = "s" }
    await find.succeed(with: ["sun"])
    await store.receive(.found(["sun"], for: "s")) { $0.results = ["sun"] }
    await store.send(.changeQuery("sw")) { $0.query = "sw" }
    await find.succeed(with: ["swan"])
    await store.receive(.found(["swan"], for: "sw")) { $0.results = ["swan"] }
    #expect(find.calls == ["s", "sw"])
  }

  func testCancellation() async {
    let clock = TestClock()
    let store = TestStore(initialState: Banner.State()) {
      Banner()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.show("A")) { $0.text = "A" }
    await clock.advance(by: .seconds(2))
    await store.send(.show("B")) { $0.text = "B" }
    await clock.advance(by: .seconds(2))
    await clock.advance(by: .seconds(1))
    await store.receive(.expired) { $0.text = nil }
  }

  func testSheet() async {
    let store = TestStore(initialState: Sheet.State(sheet: Sheet.Form())) { Sheet() }
    await store.send(.saveTapped) { $0.sheet?.isSaving = true }
    await store.receive(.saved) { $0.sheet?.isSaving = false }
    await store.receive(.closed) { $0.sheet = nil }
  }

  func testParts() async {
    let store = TestStore(initialState: Session.State.signedOut(SignIn.State())) { Session() }
    let signIn = store.scope(state: { .signedOut($0) }, action: { .signedOut($0) })
    await signIn.send(.nameChanged("Pierre")) { $0.name = "Pierre" }
    await store.send(.signedOut(.nameChanged("Marie"))) {
      $0 = .signedOut(SignIn.State(name: "Marie"))
    }
  }

  func testSeveralParts() async {
    let store = TestStore(initialState: Session.State.signedOut(SignIn.State())) {
      Session()
    } withDependencies: {
      $0.account.signIn = { User(name: $0) }
    }
    let signedOut = store.scope(state: { .signedOut($0) }, action: { .signedOut($0) })
    await signedOut.send(.nameChanged("Pierre")) { $0.name = "Pierre" }
    await signedOut.send(.signInTapped)
    await store.receive(.signedOut(.delegate(.signedIn(User(name: "Pierre"))))) {
      $0 = .main(Home.State(user: User(name: "Pierre")))
    }
    let main = store.scope(state: { .main($0) }, action: { .main($0) })
    await main.send(.minutePassed) { $0.minutes = 1 }
  }

  func testConstants() async {
    let store = TestStore(initialState: Session.State.signedOut(SignIn.State(name: "Pierre"))) {
      Session()
    } withDependencies: {
      $0.account.signIn = { _ in .pierre }
    }
    await store.send(.signedOut(.signInTapped))
    await store.receive(.signedOut(.delegate(.signedIn(.pierre)))) {
      $0 = .main(Home.State(user: .pierre))
    }
    let main = store.scope(state: { .main($0) }, action: { .main($0) })
    await main.send(.minutePassed) { $0.minutes = 1 }
  }

  // MARK: - Checks
  // Checks what it asserts.
  func testCheck() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.changeAge(40)) { $0.age = 40 }
    await store.send(.changeMood(1)) { $0.mood = 1 }
    #expect(store.state.age == 40)
  }

  func testPages() async {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.searchClient.find = { $0 == "s" ? ["sun"] : ["sun", "swan"] }
    }
    await store.send(.changeQuery("s")) { $0.query = "s" }
    await store.receive(.found(["sun"], for: "s")) { $0.results = ["sun"] }
    await store.send(.changeQuery("sw")) { $0.query = "sw" }
    await store.receive(.found(["sun", "swan"], for: "sw")) { $0.results.append("swan") }
  }

  func testTicks() async {
    let store = TestStore(initialState: Ticker.State()) { Ticker() }
    await store.send(.tick) {
      $0.ticks = 1
      #expect($0.remaining == 2)
    }
    await store.send(.tick) {
      $0.ticks = 2
      #expect($0.ticks > 1)
    }
  }

  func testLateExpectation() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.changeAge(40)) { $0.age = 40 }
    await store.send(.changeMood(1)) {
      $0.mood = 1
      #expect($0.mood > 0)
      #expect($0.age == 40)
    }
  }

  func testIdleSend() async {
    let store = TestStore(initialState: Switches.State()) { Switches() }
    await store.send(.turnOn(1)) { $0.rows[id: 1]?.isOn = true }
    await store.send(.turnOn(1))
    await store.send(.turnOn(2)) { $0.rows[id: 2]?.isOn = true }
  }

  func testNothingComes() async {
    let store = TestStore(initialState: Switches.State(rows: [])) { Switches() }
    await store.send(.turnOn(1))
  }

  func testBlockAndEnd() async {
    let store = TestStore(initialState: Sheet.State(sheet: Sheet.Form())) { Sheet() }
    await store.send(.saveTapped) { $0.sheet?.isSaving = true }
    if store.state.sheet?.isSaving == true {
      #expect(store.state.sheet != nil)
    }
    await store.receive(.saved) { $0.sheet?.isSaving = false }
    await store.receive(.closed) { $0.sheet = nil }
    await store.finish()
  }

  func testAllRows() async {
    let store = TestStore(initialState: Switches.State()) { Switches() }
    await store.send(.turnAllOn) {
      $0.rows[id: 1]?.isOn = true
      $0.rows[id: 2]?.isOn = true
    }
  }

  func testLaterValue() async {
    let store = TestStore(initialState: Ticker.State()) { Ticker() }
    await store.send(.tick) { $0.ticks = 1 }
    store.exhaustivity = .off
    await store.send(.tick)
    await store.send(.look) { $0.ticks = 2 }
  }

  func testAllAreCancelled() async {
    let store = TestStore(initialState: Downloads.State()) {
      Downloads()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    await store.send(.start(1))
    await store.send(.start(2))
    await store.send(.cancelAll)
  }

  func testDrafts() async {
    let store = TestStore(initialState: Drawer.State(sheet: Drawer.Form())) { Drawer() }
    await store.send(.sheet(.presented(.titleChanged("A")))) { $0.sheet?.title = "A" }
    await store.send(.sheet(.presented(.saveTapped))) { $0.sheet?.isSaving = true }
    await store.send(.sheet(.presented(.titleChanged("B")))) {
      $0.sheet?.title = "B"
      $0.sheet?.isSaving = false
    }
    await store.send(.sheet(.presented(.saveTapped))) { $0.sheet?.isSaving = true }
    await store.send(.sheet(.presented(.titleChanged("C")))) {
      $0.sheet?.title = "C"
      $0.sheet?.isSaving = false
    }
  }

  func testTwoFieldsLater() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.changeAge(40)) { $0.age = 40 }
    await store.send(.changeIdentity(name: "Marie", surname: "Curie")) {
      $0.name = "Marie"
      $0.surname = "Curie"
    }
  }

  func testFunction() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    func cheer(_ mood: Int) async {
      await store.send(.changeMood(mood)) { $0.mood = mood }
    }
    await cheer(1)
    await store.send(.changeAge(40)) { $0.age = 40 }
  }

  func testFunctionTwice() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    func cheer(_ mood: Int) async {
      await store.send(.changeMood(mood)) { $0.mood = mood }
    }
    await cheer(1)
    await cheer(2)
    await store.send(.changeAge(40)) { $0.age = 40 }
  }

  func testFinished() async {
    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.changeAge(40)) { $0.age = 40 }.finish()
    await store.send(.changeMood(1)) { $0.mood = 1 }.finish(timeout: .seconds(1))
    await store.finish()
  }

  func testUnwrapped() async throws {
    let title = "Emma"
    let store = TestStore(initialState: Drawer.State(sheet: Drawer.Form())) { Drawer() }
    await store.send(.sheet(.presented(.titleChanged(title)))) {
      try unwrap(&$0.sheet) { $0.title = title }
    }
    await store.send(.sheet(.presented(.saveTapped))) { state in
      try unwrap(&state.sheet) { sheet in sheet.isSaving = true }
    }
  }

  @MainActor func testCounts() async {
    var isDismissed = false
    let store = TestStore(initialState: Profile.State()) {
      Profile()
    } withDependencies: {
      $0.dismiss = DismissEffect { @MainActor in isDismissed = true }
    }
    await store.send(.changeAge(40)) { $0.age = 40 }
    var age = store.state.age
    #expect(age == 40)
    await store.send(.changeAge(41)) { $0.age = 41 }
    age = store.state.age
    #expect(age == 41)
    #expect(!isDismissed)
  }

  func testReadVariable() async {
    let age = 40
    var state = Profile.State()
    state.age = age
    let store = TestStore(
      initialState: state
    ) {
      Profile()
    }
    await store.send(.changeAge(state.age + 1)) { $0.age = state.age + 1 }
  }

  static func test2Lines() async {
    let store = TestStore(
      initialState: Profile.State()
    ) {
      Profile()
    }
    await store.send(.changeMood(1)) { $0.mood = 1 }
  }

  func testWrittenVariable() async {
    var state = Profile.State()
    state.age = 40
    let store = TestStore(
      initialState: state
    ) {
      Profile()
    }
    state.age += 1
    await store.send(.changeAge(state.age)) { $0.age = 41 }
  }

  func testLocalFeature() async throws {
    struct Switch: Reducer {
      struct State: Equatable { var isOn = false }
      enum Action { case toggle }
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        state.isOn.toggle()
        return .none
      }
    }

    let store = TestStore(initialState: Switch.State()) { Switch() }
    await store.send(.toggle) {  // on
      $0.isOn = true
    }
    let count = try #require(store.state.isOn ? 1 : nil)
    #expect(count == 1)
    let task = await store.send(.toggle, assert: { $0.isOn = false })
    await task.finish()
  }

  func testLocalClass() async {
    /**
     Counts.
     */
    @MainActor final class Counter {
      var count = 0
    }

    let store = TestStore(initialState: Profile.State()) { Profile() }
    await store.send(.changeMood(1)) { $0.mood = 1 }
  }

  func testLocalStack() async {
    struct Switch: Reducer {
      struct State: Equatable { var isOn = false }
      enum Action { case toggle }
      func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
    }
    struct Parent: Reducer {
      struct State: Equatable { var children = StackState<Switch.State>() }
      enum Action { case children(StackAction<Switch.State, Switch.Action>), push }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          if case .push = action { state.children.append(Switch.State()) }
          return .none
        }
        .forEach(\.children, action: { .children($0) }) { Switch() }
      }
    }

    let store = TestStore(initialState: Parent.State()) { Parent() }
    await store.send(.push) { $0.children.append(Switch.State()) }
    await store.send(.push) { $0.children.append(Switch.State()) }
    await store.send(.push) { $0.children.append(Switch.State()) }
    await store.send(.children(.popFrom(id: 1))) { $0.children.removeLast(2) }
  }

  func testStoreOfSuite() async {
    await storeOfSuite.send(.changeAge(40)) { $0.age = 40 }
    await storeOfSuite.send(.changeMood(1)) { $0.mood = 1 }
  }

  func testStoreInBlock() async {
    do {
      let store = TestStore(initialState: Profile.State()) { Profile() }
      await store.send(.changeAge(40)) { $0.age = 40 }
    }
  }

  func testStoreInTuple() async {
    let (store, age) = (TestStore(initialState: Profile.State()) { Profile() }, 40)
    await store.send(.changeAge(age)) { $0.age = age }
    await store.send(.changeMood(1)) { $0.mood = 1 }
  }

  func testPair() async {
    let (numbers, continuation) = AsyncStream<Int>.makeStream()
    let store = TestStore(initialState: Profile.State()) {
      Reduce<Profile.State, Profile.Action> { state, action in
        guard case .changeAge(let age) = action else {
          return .run { send in for await age in numbers { await send(.changeAge(age)) } }
        }
        state.age = age
        return .none
      }
    }
    await store.send(.watchMood)
    continuation.yield(40)
    await store.receive(.changeAge(40)) { $0.age = 40 }
    continuation.finish()
  }

  func testSameAge() async {
    let (ages, continuation) = AsyncStream<Int>.makeStream()
    let store = TestStore(initialState: Profile.State()) {
      Reduce<Profile.State, Profile.Action> { state, action in
        guard case .changeAge(let age) = action else {
          return .run { send in for await age in ages { await send(.changeAge(age)) } }
        }
        state.age = age
        return .none
      }
    }
    await store.send(.watchMood)
    continuation.yield(33)
    await store.receive(.changeAge(33))
    continuation.yield(40)
    await store.receive(.changeAge(40)) { $0.age = 40 }
    continuation.finish()
  }

  private func makeProfile(_ state: Profile.State) -> TestStoreOf<Profile> {
    TestStore(initialState: state) { Profile() }
  }

  private func makePlainProfile() -> TestStoreOf<Profile> {
    TestStore(initialState: Profile.State()) { Profile() }
  }

  private func becomeHappy(_ store: TestStoreOf<Profile>) async {
    await store.send(.changeMood(1)) { $0.mood = 1 }
  }
}

private func unwrap<T>(_ value: inout T?, update: (inout T) throws -> Void) throws {
  var copy = try #require(value)
  try update(&copy)
  value = copy
}

extension User {
  fileprivate static let pierre = User(name: "Pierre")
}
