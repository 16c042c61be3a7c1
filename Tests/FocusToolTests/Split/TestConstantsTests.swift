import FocusedTestStore
import SourceReading
import Testing
@testable import focus

/// New tests name the constants of the original, where a trace has their values.
@Suite(.schedules(1)) struct TestConstantsTests {
  @Test func `a state names the constants that the test names`() async throws {
    let plan = try await plan()
    let starts = Set(plan.bodies.filter { $0.hasSuffix("{ $0.minutes = 1 }") }.map(creation))
    #expect(
      starts == [
        #"Session.State.signedOut(SignIn.State(name: "Pierre"))"#,
        ".main(Home.State(user: .pierre, minutes: 0))",
      ])
  }

  @Test func `where a name does not compile, the value is tried, too`() async throws {
    var plan = try await plan()
    let named = plan.subjects
    plan.addWaysWithoutConstants()
    for (subject, old) in zip(plan.subjects, named) {
      // Candidates that use a name precede those that use a value.
      #expect(subject.candidates.starts(with: old.candidates))
    }
    let starts = Set(plan.bodies.filter { $0.hasSuffix("{ $0.minutes = 1 }") }.map(creation))
    #expect(starts.contains(#".main(Home.State(user: User(name: "Pierre"), minutes: 0))"#))
  }

  @Test func `the helper starts from the state that most tests start from`() async throws {
    let plan = try await plan()
    let ways = plan.subjects.flatMap(\.candidates)
    let main = try #require(ways.first { $0.start != nil })
    let first = try #require(ways.first { $0.start == nil && $0.units.count == 1 })
    let written = PatchedFile([
      try SplitFixtures.draft(
        of: plan.template.test,
        [main, main, first].enumerated().map { FocusedTest(name: "t\($0)", candidate: $1) })
    ]).diff.text
    #expect(
      written.contains(
        """
        +  private func constantsStore(
        +    _ state: Session.State = .main(Home.State(user: .pierre, minutes: 0))
        +  ) -> TestStoreOf<Session> {
        +    TestStore(.off, initialState: state) {

        """), "\(written)")
    #expect(
      written.contains(
        """
        +  func t0() async {
        +    let main = constantsStore().scope(state: { .main($0) }, action: { .main($0) })
        +    await main.send(.minutePassed) { $0.minutes = 1 }
        +  }

        """), "\(written)")
    #expect(
      written.contains(
        #"constantsStore(Session.State.signedOut(SignIn.State(name: "Pierre")))"#), "\(written)")
  }

  @Test func `a helper whose tests all start from one state has no parameter`() async throws {
    let plan = try await plan()
    let main = try #require(plan.subjects.flatMap(\.candidates).first { $0.start != nil })
    let tests = ["a", "b"].map { FocusedTest(name: $0, candidate: main) }
    let written = PatchedFile([try SplitFixtures.draft(of: plan.template.test, tests)]).diff.text
    #expect(
      written.contains(
        """
        +  private func constantsStore() -> TestStoreOf<Session> {
        +    TestStore(.off, initialState: .main(Home.State(user: .pierre, minutes: 0))) {

        """), "\(written)")
  }

  private func plan() async throws -> SplitPlan {
    let initializers = try Initializers([SplitFixtures.source()])
    return SplitPlan(
      try await traced("testConstants", initializers: initializers) {
        await $0.testConstants()
      })
  }

  /// The initial state of the store in a test's body.
  private func creation(in body: String) -> String {
    let source = SwiftSource(body)
    let value = source.tokens.indices.first { source.text($0) == "(" }
      .flatMap { source.inside($0) }.flatMap { source.value(of: "initialState", in: $0) }
    return value.map { source.text($0) } ?? ""
  }
}
