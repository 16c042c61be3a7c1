import TestEvents
import FocusedTestStore
import Foundation
import Testing

/// The switches that `focus mutate --source` adds to the source of features, called by hand.
struct SourceMutantTests {
  @Test func `the switch of mutants is found by its name`() {
    #expect(
      SourceMutants.switchName == String(reflecting: SourceMutantSwitch.self),
      "The class has another name. Correct SourceMutants.switchName in Core.")
    #expect(NSClassFromString(SourceMutants.switchName) == SourceMutantSwitch.self)
  }

  @Test func `nothing is mutated without a run`() {
    #expect(!_isMutated(1) && _mutated(2, true, as: false) && !_mutated(3, false, as: true))
  }

  @Test func `a run without mutants says what a test comes to, each place once`() async throws {
    let run = try await running(nil) {
      for _ in 0..<3 { #expect(!_isMutated(1)) }
      #expect(_mutated(2, true, as: false))
      let store = Self.store
      await store.send(4) { $0 = 4 }
    }
    claimEqual(run.events.compactMap(\.mutant), [1, 2, 5])
    let reached = run.events.filter { $0.mutant != nil }
    #expect(reached.allSatisfy { $0.kind == .reached && $0.test == run.test })
  }

  @Test func `a mutant is on in its test, in reducers and effects too, and says so once`()
    async throws
  {
    let run = try await running(5) {
      let store = Self.store
      await store.send(4)
      await store.send(4)
      store.assert { $0 = 0 }
      #expect(!_isMutated(4) && _isMutated(5) && !_isMutated(6))
    }
    claimEqual(run.events.map(\.kind), [.began, .applied])
    let other = try await running(5, in: "another test") { #expect(!_isMutated(5)) }
    claimEqual(other.events, [])
  }

  @Test func `a condition has the value of its fault`() async throws {
    func values() -> [Bool] {
      [_mutated(3, true, as: false), _mutated(3, 1 < 1, as: 1 <= 1), _mutated(4, true, as: false)]
    }
    _ = try await running(3) { #expect(values() == [false, true, true]) }
    #expect(values() == [true, false, true])
  }

  private static var store: TestStore<Int, Int> {
    TestStore(.off, initialState: 0) {
      Reduce { state, action in
        if !_isMutated(5) { state = action }
        return .none
      }
    }
  }

  /// Runs an operation in the running test with a source mutant applied.
  private func running(
    _ mutant: Int?, in test: String? = nil,
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async throws -> (events: [MutantEvent], test: String) {
    let name = try #require(Test.current).nameInPlans
    let log = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: log) }
    let mutants = mutant.map { [test ?? name: MutantSubject.source(sourceMutant($0))] }
    try await MutantRun(MutantPlan(log: log, mutants: mutants ?? [:]))
      .use(operation)
    return (MutantEvent.all(inLog: log), name)
  }
}
