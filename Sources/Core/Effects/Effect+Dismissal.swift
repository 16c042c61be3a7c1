extension Effect {
  /// The same effect of a presented feature, whose work can dismiss that feature.
  ///
  /// - Parameters:
  ///   - path: The location of the feature.
  ///   - action: Returns the parent's action that dismisses the feature. Called in the isolation of reducers.
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
    return replacingOperation { [operation] send in
      try await Dismissal.with(Self.dismissal(by: send.pullback(action)), for: path) {
        try await operation(send)
      }
    }
  }

  /// Sends the parent's action, if the effect may still dismiss its feature.
  private static func dismissal(by send: Send<Void>) -> @Sendable () async -> Void {
    {
      guard RunningEffect.current?.willDismiss() != false else { return }
      await send(())
    }
  }
}
