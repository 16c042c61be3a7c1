/// A handle on the effects of one sent action, of the actions that they send, and so on.
///
/// It does not keep the store alive.
public struct StoreTask: Sendable {
  /// `nil` if nothing follows from the action.
  private let group: EffectGroup?

  package init(_ group: EffectGroup?) {
    self.group = group
  }

  /// Waits, however long, until all effects have ended. It asserts nothing.
  ///
  /// If the task that waits is cancelled, so are the effects; in SwiftUI
  /// `.task { await store.send(.appeared).finish() }` ties them to the view.
  nonisolated(nonsending) public func finish() async {
    guard let group else { return }
    await withTaskCancellationHandler {
      await group.finished()
    } onCancel: {
      group.cancel()
    }
  }

  /// Cancels the effects. The store ignores their further actions.
  public func cancel() {
    group?.cancel()
  }

  /// Whether the effects have been cancelled through this task. Always `false` if there were none.
  public var isCancelled: Bool { group?.isCancelled ?? false }
}
