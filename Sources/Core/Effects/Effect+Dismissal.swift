extension Effect {
  /// The same effect of a presented feature, whose work can dismiss that feature.
  ///
  /// - Parameters:
  ///   - path: Where the feature stands.
  ///   - action: The parent's action that dismisses it. Called where the store runs reducers.
  package func dismissing(
    _ path: NavigationPath, by action: @escaping () -> Action
  ) -> Effect {
    mapLeaves(send: { $0 }) { $0.dismissing(path, by: action) }
  }
}

extension EffectRun {
  fileprivate func dismissing(
    _ path: NavigationPath, by action: @escaping () -> Action
  ) -> EffectRun {
    let action = RuntimeConfined { (_: Void) in action() }
    let operation = operation
    var newHandler: (@Sendable (any Error, Send<Action>) async -> Void)?
    if let handler {
      newHandler = { error, send in
        let dismiss = send.pullback(action)
        await Dismissals.with({ await dismiss(()) }, for: path) { await handler(error, send) }
      }
    }
    return EffectRun(
      name: name,
      priority: priority,
      dependencies: dependencies,
      callSite: callSite,
      operation: { send in
        let dismiss = send.pullback(action)
        try await Dismissals.with({ await dismiss(()) }, for: path) { try await operation(send) }
      },
      handler: newHandler)
  }
}
