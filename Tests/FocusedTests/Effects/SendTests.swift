import Dispatch
import FocusedTestStore
import Testing

struct SendTests {
  @Test func `An action can be sent from any isolation`() async {
    let store = Probe.store(
      effect: .concatenate(
        .run { @MainActor send in
          MainActor.assertIsolated()
          await send(.got(1))
          MainActor.assertIsolated()
        },
        .run { send in await Task { await send(.got(2)) }.value },
        .run { send in await Task.detached { await send(.got(3)) }.value },
        .run { send in await Sender().send(4, with: send) },
        .run { send in
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
              Task {
                await send(.got(5))
                continuation.resume()
              }
            }
          }
        }))
    await store.send(.tap)
    await store.receive(.got(5), timeout: .seconds(3600)) { $0.values = [1, 2, 3, 4, 5] }
    await store.finish(timeout: .seconds(3600))
  }

  @Test func `A cancelled task sends nothing`() async {
    let store = Probe.store(onTap: { send in
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        await send(.got(1))
      }
      task.cancel()
      await task.value
      await send(.got(2))
    })
    await store.send(.tap)
    await store.receive(.got(2), timeout: .seconds(3600)) { $0.values = [2] }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `An action that a reducer sends at once is reduced after the reducer's own`() async {
    let sends = Collected<Send<Probe.Action>>()
    let store = Probe.store(effects: { action in
      switch action {
      case .tap: return .run { sends.append($0) }
      case .rename:
        for send in sends.values { Task.immediate { await send(.got(1)) } }
        return .send(.got(2))
      default: return .none
      }
    })
    await store.send(.tap)
    await store.send(.rename("Blob")) { $0.name = "Blob" }
    await store.receive(.got(1), timeout: .seconds(3600)) { $0.values = [2, 1] }
  }

  private actor Sender {
    func send(_ value: Int, with send: Send<Probe.Action>) async { await send(.got(value)) }
  }
}
