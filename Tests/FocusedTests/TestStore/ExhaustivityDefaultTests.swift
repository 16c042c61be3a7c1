import FocusedTestStore
import Testing

/// The exhaustivity of a store without an argument.
struct ExhaustivityDefaultTests {
  @Test func `without a trait a store is exhaustive`() async {
    claimEqual(Exhaustivity.current, .on)
    #expect(await Self.issuesOfAnUnassertedChange().count == 1)
  }

  @Test(.exhaustivity(.off)) func `a test's trait turns it off`() async {
    #expect(await Self.issuesOfAnUnassertedChange().isEmpty)
  }

  @Test(.exhaustivity(.off)) func `an exhaustivity that is passed wins over the trait`() async {
    #expect(await Self.issuesOfAnUnassertedChange(in: Self.store(.on)).count == 1)
  }

  @Test(.exhaustivity(.off)) func `child tasks have it, detached ones do not`() async {
    #expect(await Task { Exhaustivity.current }.value == .off)
    #expect(await Task.detached { Exhaustivity.current }.value == .on)
  }

  @Suite(.exhaustivity(.off)) struct OfASuite {
    let made = ExhaustivityDefaultTests.store()

    @Test func `each test has the suite's`() async {
      #expect(await ExhaustivityDefaultTests.issuesOfAnUnassertedChange().isEmpty)
    }

    @Test func `stored properties of the suite have it`() {
      claimEqual(made.exhaustivity, .off)
    }

    @Test(.exhaustivity(.on)) func `a test's trait wins over the suite's`() async {
      #expect(await ExhaustivityDefaultTests.issuesOfAnUnassertedChange().count == 1)
    }

    @MainActor static let shared = ExhaustivityDefaultTests.store()

    @Test @MainActor func `a store in a static property has the first user's`() {
      claimEqual(Self.shared.exhaustivity, .off)
    }

    struct Nested {
      @Test func `the tests of a nested suite have it`() {
        claimEqual(Exhaustivity.current, .off)
      }
    }
  }

  @Test func `a scope holds for the stores created in it`() async {
    let inside = withExhaustivity(.off) { Self.store() }
    let insideAsync = await withExhaustivity(.off) {
      await Task.yield()
      return Self.store()
    }
    claimEqual(inside.exhaustivity, .off)
    claimEqual(insideAsync.exhaustivity, .off)
    claimEqual(Self.store().exhaustivity, .on)
  }

  @Test func `the result of a scope needs no use`() async {
    let store = Self.store(.off)
    withExhaustivity(.on) { store.exhaustivity }
    await withExhaustivity(.on) { await store.send(1) }
  }

  @Test func `the issues of a scope with one call are captured`() async {
    let store = Self.store(.off)
    let issues = await withCapturedIssues {
      await store.withExhaustivity(.on) { await store.send(1) }
    }
    claimEqual(issues.count, 1)
    let issuesOfDependencies = await withCapturedIssues {
      await store.withDependencies {
        $0.uuid = .incrementing
      } operation: {
        await store.send(1) { $0 = 7 }
      }
    }
    claimEqual(issuesOfDependencies.count, 1)
  }

  @Test func `a scope leaves the stores that exist as they are`() async {
    let store = Self.store()
    let issues = await withExhaustivity(.off) {
      await Self.issuesOfAnUnassertedChange(in: store)
    }
    claimEqual(issues.count, 1)
  }

  @Test func `a scope ends when its operation throws`() async {
    struct Failed: Error {}
    #expect(throws: Failed.self) { try withExhaustivity(.off) { throw Failed() } }
    await #expect(throws: Failed.self) {
      try await withExhaustivity(.off) { () async throws in
        await Task.yield()
        throw Failed()
      }
    }
    claimEqual(Exhaustivity.current, .on)
  }
}

// MARK: - Fixtures

extension ExhaustivityDefaultTests {
  static func store() -> TestStore<Int, Int> {
    TestStore(initialState: 0) { add }
  }

  static func store(_ exhaustivity: Exhaustivity) -> TestStore<Int, Int> {
    TestStore(exhaustivity, initialState: 0) { add }
  }

  static var add: Reduce<Int, Int> {
    Reduce { state, action in
      state += action
      return .none
    }
  }

  nonisolated(nonsending) static func issuesOfAnUnassertedChange(
    in store: TestStore<Int, Int> = store()
  ) async -> [ReportedIssue] {
    await withCapturedIssues { await store.send(1) }
  }
}
