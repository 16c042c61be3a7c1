/// A handle on what follows from one sent action: its effects, those of the actions that they send,
/// and so on.
///
/// It does not keep the store alive.
public struct StoreTask: Sendable {
  /// Nil when nothing follows from the action.
  private let tree: EffectTree?

  package init(_ tree: EffectTree?) {
    self.tree = tree
  }

  /// Returns when all effects have ended.
  ///
  /// If the task that waits is cancelled, so are the effects; in SwiftUI
  /// `.task { await store.send(.appeared).finish() }` ties them to the view.
  nonisolated(nonsending) public func finish() async {
    guard let tree else { return }
    await withTaskCancellationHandler {
      await tree.finished()
    } onCancel: {
      tree.cancel()
    }
  }

  /// Cancels the effects, and whatever they would still have sent.
  public func cancel() {
    tree?.cancel()
  }

  /// Whether the effects have been cancelled through this task. Always false when there were none.
  public var isCancelled: Bool { tree?.isCancelled ?? false }
}
