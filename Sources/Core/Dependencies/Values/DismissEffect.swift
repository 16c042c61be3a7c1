/// The dismissal of the running feature. Call it as a function: `await self.dismiss()`.
///
/// A test of a child feature on its own overrides it:
///
/// ```swift
/// $0.dismiss = DismissEffect { await didDismiss.set() }
/// ```
public struct DismissEffect: Sendable {
  private let dismiss: @Sendable (CallSite) async -> Void

  /// Creates a dismissal that runs a closure.
  public init(_ dismiss: @escaping @Sendable () async -> Void) {
    self.dismiss = { _ in await dismiss() }
  }

  /// Creates a dismissal whose closure receives the line of the call.
  package init(atCallSite dismiss: @escaping @Sendable (CallSite) async -> Void) {
    self.dismiss = dismiss
  }

  /// Dismisses the feature.
  ///
  /// Reports an issue and does nothing in a feature that is not presented.
  public func callAsFunction(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await dismiss(CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension DismissEffect: DependencyKey {
  /// A dismissal that reports an issue, because the feature is not presented.
  public static let liveValue = DismissEffect(atCallSite: {
    Issues.report(DependencyMessages.notPresented, at: $0)
  })
  /// The live value.
  public static var testValue: DismissEffect { liveValue }
}

extension DependencyValues {
  /// The dismissal of the running feature.
  public var dismiss: DismissEffect {
    get {
      // Created by the read, so that a composition operator only sets one field on each step.
      if let feature = contents.presentedFeature, !feature.isDismissOverridden {
        return DismissEffect(atCallSite: { await Dismissal.dismiss(feature.path, at: $0) })
      }
      return self[DismissEffect.self]
    }
    set {
      contents.presentedFeature?.isDismissOverridden = true
      self[DismissEffect.self] = newValue
    }
  }
}

private enum IsPresentedKey: DependencyKey {
  static let liveValue = false
  static let testValue = false
}

extension DependencyValues {
  /// Whether the running feature is presented by a parent, and so can be dismissed.
  public var isPresented: Bool {
    get {
      if let feature = contents.presentedFeature, !feature.isPresentedOverridden { return true }
      return self[IsPresentedKey.self]
    }
    set {
      contents.presentedFeature?.isPresentedOverridden = true
      self[IsPresentedKey.self] = newValue
    }
  }
}

/// A feature that its parent presents, so that it can be dismissed.
struct PresentedFeature: Sendable {
  let path: NavigationPath
  /// Whether `\.dismiss` is overridden between the feature and the running code.
  var isDismissOverridden = false
  /// Whether `\.isPresented` is overridden between the feature and the running code.
  var isPresentedOverridden = false
}

/// The dismissal of a presented feature that a running effect belongs to.
///
/// A reducer may read `\.dismiss` before the effect exists, and pass it to the effect. So the value
/// that it reads contains only the feature. The effect's task has the dismissals of its parents.
struct Dismissal: Sendable {
  @TaskLocal private static var current: [Dismissal] = []

  private let path: NavigationPath
  private let dismiss: @Sendable () async -> Void

  /// Runs the work of an effect that belongs to the feature at a path.
  static func with(
    _ dismiss: @escaping @Sendable () async -> Void,
    for path: NavigationPath,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Void
  ) async rethrows {
    try await $current.withValue(
      current + [Dismissal(path: path, dismiss: dismiss)], operation: operation)
  }

  /// Dismisses the feature at a path, by the innermost dismissal for that path.
  static func dismiss(_ path: NavigationPath, at callSite: CallSite) async {
    guard let dismissal = current.last(where: { $0.path == path }) else {
      return Issues.report(DependencyMessages.dismissedFromOutside, at: callSite)
    }
    await dismissal.dismiss()
  }
}
