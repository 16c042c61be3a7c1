import Foundation
import FocusedTestStore
import Testing

/// Assert closures use the store's dependencies without changing their next values.
struct S18_DependenciesInClosuresTests {
  private static func store(_ exhaustivity: Exhaustivity) -> TestStore<String, String> {
    TestStore(exhaustivity, initialState: "") {
      Reduce<String, String> { state, action in
        @Dependency(\.uuid) var uuid
        state = uuid().uuidString
        return action == "twice" ? .send("again") : .none
      }
    } withDependencies: {
      $0.uuid = .incrementing
    }
  }

  @Test func `A closure makes the ids that the reducer made`() async {
    for exhaustivity in [Exhaustivity.on, .off] {
      let store = Self.store(exhaustivity)
      @Dependency(\.uuid) var uuid
      await store.send("once") { $0 = uuid().uuidString }
      await store.send("twice") { $0 = uuid().uuidString }
      await store.receive("again") { $0 = uuid().uuidString }
      store.assert { $0 = $0.uppercased() }
      claimEqual(store.state, UUIDGenerator.incrementing.nth(2).uuidString)
      await claimOneIssue(naming: "The state is not as expected") {
        await store.send("once") { $0 = UUIDGenerator.incrementing.nth(0).uuidString }
        return #line - 1
      }
    }
  }
}

extension UUIDGenerator {
  fileprivate func nth(_ n: Int) -> UUID {
    for _ in 0..<n { _ = self() }
    return self()
  }
}
