import ComposableArchitecture
@_spi(FocusedTCA) import Core
import IssueReporting

/// Lets the store run TCA's effects.
struct EffectRunning<Action> {
  private let name: String
  private let location: Location

  /// - Parameter name: The name that messages give to an effect without a name of its own.
  init(name: String, at location: Location) {
    self.name = name
    self.location = location
  }

  /// The closure of a `.run` runs in a task of the store. To any other effect, the store subscribes.
  func run(_ effect: ComposableArchitecture.Effect<Action>) -> Core.Effect<Action> {
    switch EffectReading(effect) {
    case .none: return .none
    case .run(let name, let priority, let operation): return run(name, priority, operation)
    case .publisher: return subscribe(to: effect)
    case .unknown:
      noteUnknownLayout()
      return subscribe(to: effect)
    }
  }

  private func run(
    _ name: String?, _ priority: TaskPriority?,
    _ operation: @escaping @Sendable (ComposableArchitecture.Send<Action>) async -> Void
  ) -> Core.Effect<Action> {
    .run(
      name: name ?? self.name, priority: priority,
      operation: { send in
        await withIssueReporters([StoreReporter()]) {
          await operation(
            ComposableArchitecture.Send { action in
              nonisolated(unsafe) let action = action
              send.now(action)
            })
        }
      },
      fileID: location.fileID, filePath: location.filePath, line: location.line,
      column: location.column)
  }

  private func subscribe(
    to effect: ComposableArchitecture.Effect<Action>
  ) -> Core.Effect<Action> {
    .subscription(
      name: name, fileID: location.fileID, filePath: location.filePath, line: location.line,
      column: location.column
    ) { send, end in
      let subscription = withIssueReporters([StoreReporter()]) {
        _EffectPublisher(effect).sink { _ in
          end()
        } receiveValue: { action in
          nonisolated(unsafe) let action = action
          send.now(action)
        }
      }
      return { [subscription = UncheckedSendable(subscription)] in subscription.value.cancel() }
    }
  }

  private func noteUnknownLayout() {
    let wasNoted = unknownLayoutWasNoted.withValue { wasNoted in
      defer { wasNoted = true }
      return wasNoted
    }
    if wasNoted { return }
    Core.reportIssue(
      "This version of The Composable Architecture stores effects differently than expected. The store subscribes to "
        + "them instead of running their closures, which gives the same results.",
      severity: .note, fileID: location.fileID, filePath: location.filePath, line: location.line,
      column: location.column)
  }
}

/// Once per process.
private let unknownLayoutWasNoted = LockIsolated(false)
