extension Effect {
  /// The same effect of a presented feature, whose work can dismiss that feature.
  ///
  /// - Parameters:
  ///   - path: Where the feature stands.
  ///   - action: The parent's action that dismisses it. Called where the store runs reducers.
  package func dismissing(
    _ path: NavigationPath, by action: @escaping () -> Action
  ) -> Effect {
    switch operation {
    case .none, .send, .cancel: self
    case .run(let run): Effect(.run(run.dismissing(path, by: action)))
    case .merge(let effects): Effect(.merge(effects.map { $0.dismissing(path, by: action) }))
    case .concatenate(let effects):
      Effect(.concatenate(effects.map { $0.dismissing(path, by: action) }))
    case .cancellable(let effect, let id, let cancelInFlight):
      Effect(
        .cancellable(effect.dismissing(path, by: action), id: id, cancelInFlight: cancelInFlight))
    case .throttled(let effect, let throttle):
      Effect(.throttled(effect.dismissing(path, by: action), throttle))
    }
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
