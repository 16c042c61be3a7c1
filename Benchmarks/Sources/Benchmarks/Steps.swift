import FocusedTestStore
import Foundation

/// The two figures that must not depend on the actor and the test framework in which they are
/// measured.
package enum Steps {
  nonisolated(nonsending) package static func send(_ count: Int) async {
    let store = TestStore(.off, initialState: Small.State()) { Small() }
    for index in 0..<count { await store.send(.add(1)) { $0.count = index + 1 } }
  }

  nonisolated(nonsending) package static func sendAndReceive(_ count: Int) async {
    await sendAndReceive(count, .fetch)
  }

  nonisolated(nonsending) static func sendAndReceive(
    _ count: Int, _ action: Small.Action
  ) async {
    let store = TestStore(.off, initialState: Small.State()) { Small() }
    for _ in 0..<count {
      await store.send(action)
      await store.receive(.loaded(1))
    }
  }

  @MainActor static func sendOnMainActor(_ count: Int) async {
    await send(count)
  }

  @MainActor static func sendAndReceiveOnMainActor(
    _ count: Int, _ action: Small.Action = .fetch
  ) async {
    await sendAndReceive(count, action)
  }

  /// Prints both figures in yardsticks, measured in the caller's isolation.
  nonisolated(nonsending) package static func printFigures(in place: String) async {
    await printFigure("send", in: place, send)
    await printFigure("send and receive", in: place, sendAndReceive)
  }

  nonisolated(nonsending) private static func printFigure(
    _ name: String, in place: String, _ work: nonisolated(nonsending) (Int) async -> Void
  ) async {
    let count = 10_000
    await work(count / 10)
    var ratios: [Double] = []
    for _ in 0..<7 {
      let start = ContinuousClock.now
      yardstick1(count)
      let middle = ContinuousClock.now
      await work(count)
      ratios.append((ContinuousClock.now - middle) / (middle - start))
    }
    let spread = Spread(ratios)
    print(
      "\(name), in \(place): "
        + String(
          format: "%.2f (%.2f–%.2f) × Y1", spread.median, spread.minimum, spread.maximum))
  }
}

/// The same sends by a store and by a scoped store.
enum SendsByParts {
  static func toKeyPath(_ count: Int) async {
    let child = parent().scope(state: \.child, action: { .child($0) })
    for index in 0..<count { await child.send(.add(1)) { $0.count = index + 1 } }
  }

  static func toFieldOfParent(_ count: Int) async {
    let store = parent()
    for index in 0..<count { await store.send(.child(.add(1))) { $0.child.count = index + 1 } }
  }

  static func toCase(_ count: Int) async {
    let child = TestStore(.off, initialState: .small(Small.State())) { Either() }
      .scope(state: { .small($0) }, action: { .small($0) })
    for index in 0..<count { await child.send(.add(1)) { $0.count = index + 1 } }
  }

  static func toCaseOfParent(_ count: Int) async {
    let store = TestStore(.off, initialState: .small(Small.State())) { Either() }
    for index in 0..<count {
      await store.send(.small(.add(1))) {
        guard case .small(var small) = $0 else { return }
        small.count = index + 1
        $0 = .small(small)
      }
    }
  }

  private static func parent() -> TestStoreOf<Parent> {
    TestStore(.off, initialState: Parent.State()) { Parent() }
  }
}

/// Runs many stores, either each in a separate task or one after the other.
enum ManyStores {
  static func inParallel(_ count: Int) async {
    await withTaskGroup { group in
      for _ in 0..<count { group.addTask { await one() } }
    }
  }

  static func oneAfterTheOther(_ count: Int) async {
    for _ in 0..<count { await one() }
  }

  private static func one() async {
    await Steps.sendAndReceive(20)
  }
}
