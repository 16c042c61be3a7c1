import FocusedTestStore
import Foundation
import Testing

/// The dependencies of a store's feature, changed temporarily.
struct StoreDependenciesTests {
  private struct Failure: Error {}

  @Test func `others hold for an operation, and those before hold after it`() async {
    let store = TestStore(.off, initialState: [Double]()) {
      Reduce<[Double], Void> { state, _ in
        @Dependency(\.date.now) var now
        state.append(now.timeIntervalSince1970)
        return .none
      }
    } withDependencies: {
      $0.date.now = Date(timeIntervalSince1970: 1)
    }
    await store.withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 2)
    } operation: {
      await store.send(())
    }
    await store.send(())
    #expect(throws: Failure.self) {
      try store.withDependencies {
        $0.date.now = Date(timeIntervalSince1970: 3)
      } operation: {
        throw Failure()
      }
    }
    await store.send(())
    claimEqual(store.state, [2, 1, 1])
  }

  @Test func `an effect has the priority that it asks for`() throws {
    let urgent = Effect<UInt8?>.run(priority: .high) { send in
      await send(Task.basePriority?.rawValue)
    }
    #expect(try EffectRunner.run(urgent) == [TaskPriority.high.rawValue])
  }
}
