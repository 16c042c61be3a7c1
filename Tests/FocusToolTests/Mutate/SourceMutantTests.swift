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
    #expect(!_isMutated(1) && _mutated(2, condition: true) && _mutated(5, term: true, as: false))
    #expect(_mutated(6, 1, .less, 2) && !_mutated(6, 2, .less, 2) && _mutated(7, number: 3) == 3)
  }

  @Test func `a run without mutants says what a test comes to, each place once`() async throws {
    let run = try await running(nil) {
      for _ in 0..<3 { #expect(!_isMutated(1)) }
      #expect(_mutated(2, condition: true))
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

  @Test(arguments: 0...3)
  func `a condition is negated, always met or never met`(way: Int) async throws {
    _ = try await running(way == 3 ? nil : 10 + way) {
      let values = [true, false].map { _mutated(10, condition: $0) }
      #expect(values == [[false, true], [true, true], [false, false], [true, false]][way])
    }
  }

  @Test func `a border moves to the other side`() async throws {
    func values() -> [Bool] {
      [_MutatedRelation.less, .lessOrEqual, .more, .moreOrEqual].flatMap { relation in
        [1, 2, 3].map { _mutated(3, $0, relation, 2) }
      }
    }
    _ = try await running(3) {
      #expect(
        values() == [
          true, true, false, true, false, false, false, true, true, false, false, true,
        ])
      #expect(_mutated(3, number: 2.5) == 3.5 && _mutated(3, term: false, as: true))
    }
    #expect(
      values() == [true, false, false, true, true, false, false, false, true, false, true, true])
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
