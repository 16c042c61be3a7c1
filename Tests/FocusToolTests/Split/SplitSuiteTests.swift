import BehaviorLedger
import FocusedTestStore
import Testing
import focus
@testable import TestFixtures

/// What is written around the tests: the helper that makes their store.
struct SplitSuiteTests {
  @Test func `a store of a helper with arguments gets a helper of its own`() async throws {
    let plan = try await SplitPlan(
      SplitFixtures.traced("testStoreFromHelper") { await $0.testStoreFromHelper() })
    try expectNoDifference(
      suite(plan, startingFromState: true),
      """
      struct FocusedTests {
        func a() async {
          let years = 40
          let store = makeStore()

          await store.send(.changeAge(years)) {
            $0.age = years
          }
        }

        func b() async {
          let store = makeStore(Profile.State(age: 40))

          await store.send(.changeMood(1)) {
            $0.mood = 1
          }
        }

        private func makeProfile(_ state: Profile.State) -> TestStoreOf<Profile> {
          TestStore(.off, initialState: state) { Profile() }
        }

        private func makeStore(_ state: Profile.State = Profile.State(age: 1)) -> TestStoreOf<Profile> {
          makeProfile(state)
        }
      }

      """)
  }

  @Test func `what three tests declare is a property`() async throws {
    let plan = try await SplitPlan(
      SplitFixtures.traced("testStoreFromHelper") { await $0.testStoreFromHelper() })
    let candidate = try #require(plan.subjects[0].candidates.first)
    func text(_ names: [String]) -> String {
      plan.template.file(
        suite: "Tests", names.map { FocusedTest(name: $0, candidate: candidate) }
      ).text
    }
    #expect(text(["a", "b", "c"]).contains("  private let years = 40\n"))
    #expect(!text(["a", "b", "c"]).contains("    let years = 40\n"))
    #expect(!text(["a", "b"]).contains("private let years"))
    #expect(text(["a", "b"]).contains("    let years = 40\n"))
  }

  @Test func `a store of a helper without arguments is made as before, and is focused`()
    async throws
  {
    let plan = try await SplitPlan(
      SplitFixtures.traced("testStoreFromPlainHelper") { await $0.testStoreFromPlainHelper() })
    try expectNoDifference(
      suite(plan),
      """
      struct FocusedTests {
        func a() async {
          let store = makePlainProfile()

          await store.send(.changeAge(40)) {
            $0.age = 40
          }
        }

        private func makePlainProfile() -> TestStoreOf<Profile> {
          TestStore(.off, initialState: Profile.State()) { Profile() }
        }
      }

      """)
  }

  @Test func `a store that another file makes is focused by the helper`() async throws {
    let plan = try await SplitPlan(
      SplitFixtures.traced("testStoreFromAnotherFile") { await $0.testStoreFromAnotherFile() })
    try expectNoDifference(
      suite(plan),
      """
      struct FocusedTests {
        func a() async {
          let store = makeStore()

          await store.send(.changeAge(40)) {
            $0.age = 40
          }
        }

        private func makeStore() -> TestStoreOf<Profile> {
          let store = makeProfileElsewhere(age: 1)
          store.exhaustivity = .off
          return store
        }
      }

      """)
  }

  @Test(.schedules(1)) func `what surrounds the making of a store stays around it`() async throws {
    let plan = try await SplitPlan(
      SplitFixtures.traced("testStoreInAnotherCall") { await $0.testStoreInAnotherCall() })
    try expectNoDifference(
      suite(plan),
      """
      struct FocusedTests {
        private let clock = TestClock()

        func a() async {
          let store = makeStore()

          await store.send(.advanceAgeAndMoodAfterDelay)
          await clock.advance(by: .seconds(1))
          await store.receive(.changeAge(34))
        }

        func b() async {
          let store = makeStore()

          await store.send(.advanceAgeAndMoodAfterDelay)
          await clock.advance(by: .seconds(1))
          store.assert { $0.age = 34 }
        }

        func c() async {
          let store = makeStore()

          await store.send(.advanceAgeAndMoodAfterDelay)
          await clock.advance(by: .seconds(1))
          await store.receive(.changeMood(1))
        }

        func d() async {
          let store = makeStore()

          await store.send(.advanceAgeAndMoodAfterDelay)
          await clock.advance(by: .seconds(1))
          store.assert { $0.mood = 1 }
        }

        private func makeStore() -> TestStoreOf<Profile> {
          withDependencies {
            $0.continuousClock = clock
          } operation: {
            TestStore(.off, initialState: Profile.State()) { Profile() }
          }
        }
      }

      """)
  }

  @Test(.schedules(1)) func `a declaration that hides a member of the suite is no member itself`()
    async throws
  {
    let text = try suite(
      SplitPlan(
        await SplitFixtures.traced("testLocalNamedAsMember") { await $0.testLocalNamedAsMember() }))
    #expect(text.ranges(of: "  private let clockOfSuite = TestClock()\n").count == 1)
    #expect(text.ranges(of: "    let clockOfSuite = TestClock()\n").count == 4)
  }

  /// The suite without its imports, of a test for each subject: the shortest that has all it needs.
  private func suite(_ plan: SplitPlan, startingFromState: Bool = false) throws -> String {
    let subjects = plan.subjects.filter { !$0.isCovered }
    let tests = try zip(["a", "b", "c", "d"], subjects).map { name, subject in
      let candidate = try #require(
        subject.candidates.filter { way in
          (way.start != .beginning) == (startingFromState && name == "b")
            && !way.units.contains {
              if case .receive = plan.template.test.units[$0].kind { true } else { false }
            }
        }.enumerated().max { ($0.1.units.count, -$0.0) < ($1.1.units.count, -$1.0) }?.1)
      return FocusedTest(name: name, candidate: candidate)
    }
    let text = plan.template.file(suite: "FocusedTests", tests).text
    return String(text[try #require(text.range(of: "struct FocusedTests")).lowerBound...])
  }
}

extension SplitFixtures {
  func makeProfileElsewhere(age: Int) -> TestStoreOf<Profile> {
    TestStore(initialState: Profile.State(age: age)) { Profile() }
  }
}
