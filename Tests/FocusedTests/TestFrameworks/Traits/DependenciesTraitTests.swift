import FocusedTestStore
import Foundation
import Testing

@Suite(.dependencies { $0.uuid = .incrementing }) struct DependenciesTraitTests {
  @Dependency(\.uuid) private var uuid

  @Test(arguments: [1, 2]) func `each case of a test has values of its own`(argument: Int) {
    claimEqual(uuid(), UUID(0))
    claimEqual(uuid(), UUID(1))
  }

  @Test(.dependencies { $0.uuid = .constant(await Self.slowID()) })
  func `a trait may wait for what it sets`() {
    claimEqual(uuid(), UUID(8))
  }

  @Test(.dependencies { $0.date.now = Date(timeIntervalSince1970: 5) })
  func `a store has them, unless its own say otherwise`() async {
    let store = TestStore(initialState: Stamp.State()) { Stamp() }
    await store.send(()) {
      $0.id = UUID(0)
      $0.date = Date(timeIntervalSince1970: 5)
    }
    let other = TestStore(initialState: Stamp.State()) {
      Stamp()
    } withDependencies: {
      $0.uuid = .constant(UUID(3))
    }
    await other.send(()) {
      $0.id = UUID(3)
      $0.date = Date(timeIntervalSince1970: 5)
    }
  }

  private static func slowID() async -> UUID {
    await Task.yield()
    return UUID(8)
  }

  private struct Stamp: Reducer {
    struct State: Equatable {
      var id: UUID?
      var date: Date?
    }

    @Dependency(\.uuid) var uuid
    @Dependency(\.date.now) var now

    func reduce(into state: inout State, action: Void) -> Effect<Void> {
      state.id = uuid()
      state.date = now
      return .none
    }
  }
}
