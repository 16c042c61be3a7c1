/// The way for an effect's work to send actions back into the store.
///
/// Call it like a function, from any isolation: the effect's own task, a `@MainActor` closure, an
/// unstructured task, a callback.
///
/// ```swift
/// .run { send in
///   await send(.loaded(try await client.fetch()))
/// }
/// ```
///
/// It returns once the action has been reduced. An action sent by a cancelled task, by a cancelled
/// effect or to a store that is gone is dropped.
public struct Send<Action>: Sendable {
  private let effect: RunningEffect
  /// Called only where the runtime runs reducers.
  private let deliver: RuntimeConfined<(Action) -> Void>

  package init(effect: RunningEffect, deliver: @escaping (Action) -> Void) {
    self.effect = effect
    self.deliver = RuntimeConfined(deliver)
  }

  /// Sends an action into the store, and returns once it has been reduced.
  nonisolated(nonsending) public func callAsFunction(_ action: sending Action) async {
    let deliver = deliver
    let effect = effect
    let work = ConfinedWork { isCancelled in
      if isCancelled || effect.isCancelled {
        effect.reportDropped(action)
      } else {
        deliver.value(action)
      }
    }
    // Decided where reducers run and not before, so that a cancellation by another action, which takes
    // place there, too, never races with the answer.
    await effect.lane.perform(isLast: false, work)
  }

  /// A way to send a child's actions through their parent's.
  func pullback<ChildAction>(
    _ embed: RuntimeConfined<(ChildAction) -> Action>
  ) -> Send<ChildAction> {
    let deliver = deliver
    return Send<ChildAction>(effect: effect) { deliver.value(embed.value($0)) }
  }
}
