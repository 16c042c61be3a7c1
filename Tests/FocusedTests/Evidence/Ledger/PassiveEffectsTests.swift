@_spi(FocusedTCA) import Core
import FocusedTestStore
import Testing

/// The starts of effects without a task of their own. Such an effect counts as soon as something shows that it has started.
struct PassiveEffectsTests {
  private static let start = "Probe · .tap → starts effect: "

  @Test func `an effect that only waits is no behavior`() async {
    #expect(await starts(of: waiting).isEmpty)
  }

  @Test func `an effect that starts a task is a behavior`() async {
    #expect(await starts(of: work { _, end in Task { end() } }).count == 1)
  }

  @Test func `an effect that sends an action is a behavior, also if it sends later`() async {
    #expect(await starts(of: work { send, _ in send.now(.got(1)) }).count == 1)
    let later = Collected<Send<Probe.Action>>()
    let table = await ledger {
      let store = Probe.store(effect: work { send, _ in later.append(send) })
      await store.send(.tap)
      later.values.first?.now(.got(1))
      await store.settle()
    }
    #expect(table.contains(Self.start + "exercised"))
  }

  @Test func `an effect that ends another one is a behavior, unless that one only waits`() async {
    for (isWaiting, count) in [(true, 0), (false, 1)] {
      let ends = Collected<@Sendable () -> Void>()
      let table = await ledger {
        let store = Probe.store(effects: { action in
          switch action {
          case .tap:
            work { _, end in
              if !isWaiting { Task { try await Task.never() } }
              ends.append(end)
            }
          case .got(1):
            work { _, end in
              for end in ends.values { end() }
              end()
            }
          default: .none
          }
        })
        await store.send(.tap)
        await store.send(.got(1))
      }
      #expect(table.count { $0.contains(".got → starts") } == count)
    }
  }

  private let waiting = work { _, _ in }

  private func starts(of effect: Effect<Probe.Action>) async -> [String] {
    await ledger {
      let store = Probe.store(effect: effect)
      await store.send(.tap)
    }
    .filter { $0.hasPrefix(Self.start) }
  }
}

/// An effect without a task of its own.
private func work(
  _ start: @escaping @Sendable (Send<Probe.Action>, @escaping @Sendable () -> Void) -> Void
) -> Effect<Probe.Action> {
  .subscription(name: nil, fileID: #fileID, filePath: #filePath, line: #line, column: #column) {
    send, end in
    start(send, end)
    return {}
  }
}
