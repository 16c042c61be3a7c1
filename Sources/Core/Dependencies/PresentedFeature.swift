/// A feature that its parent presents, and that can therefore be dismissed.
package struct PresentedFeature: Sendable {
  package let path: NavigationPath
  /// Whether `\.dismiss` is overridden between the feature and the running code.
  var isDismissOverridden = false
  /// Whether `\.isPresented` is overridden between the feature and the running code.
  var isPresentedOverridden = false

  package init(at path: NavigationPath) {
    self.path = path
  }
}

/// The dismissals of the presented features that a running effect belongs to, from the inside out.
///
/// A reducer may read `\.dismiss` before there is an effect, and hand it to one. So the value that
/// it reads knows only the feature; the effect's task knows how to reach that feature's parent.
package final class Dismissals: Sendable {
  @TaskLocal private static var current: Dismissals?

  private let path: NavigationPath
  private let dismiss: @Sendable () async -> Void
  private let outer: Dismissals?

  private init(
    of path: NavigationPath, by dismiss: @escaping @Sendable () async -> Void, outer: Dismissals?
  ) {
    self.path = path
    self.dismiss = dismiss
    self.outer = outer
  }

  /// Runs the work of an effect that belongs to the feature at a path.
  package static func with(
    _ dismiss: @escaping @Sendable () async -> Void,
    for path: NavigationPath,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Void
  ) async rethrows {
    try await $current.withValue(
      Dismissals(of: path, by: dismiss, outer: current), operation: operation)
  }

  /// Dismisses the feature at a path.
  static func dismiss(_ path: NavigationPath, at callSite: CallSite) async {
    var candidate = current
    while let dismissals = candidate {
      if dismissals.path == path {
        return await dismissals.dismiss()
      }
      candidate = dismissals.outer
    }
    Issues.report(DependencyMessages.dismissedFromOutside, at: callSite)
  }
}
