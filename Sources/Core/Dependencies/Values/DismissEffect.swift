/// Dismisses the feature that is running. Call it as a function: `await self.dismiss()`.
///
/// A test of a child feature on its own overrides it:
///
/// ```swift
/// $0.dismiss = DismissEffect { await didDismiss.set() }
/// ```
public struct DismissEffect: Sendable {
  private let dismiss: @Sendable (CallSite) async -> Void

  /// A dismissal that runs a closure.
  public init(_ dismiss: @escaping @Sendable () async -> Void) {
    self.dismiss = { _ in await dismiss() }
  }

  /// A dismissal that knows the line it was asked for at.
  package init(atCallSite dismiss: @escaping @Sendable (CallSite) async -> Void) {
    self.dismiss = dismiss
  }

  /// Dismisses the feature.
  ///
  /// In a feature that is not presented nothing is dismissed, which is an issue.
  public func callAsFunction(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await dismiss(CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension DismissEffect: DependencyKey {
  /// An issue: a feature that nobody presented cannot be dismissed.
  public static let liveValue = DismissEffect(atCallSite: {
    Issues.report(DependencyMessages.notPresented, at: $0)
  })
  /// The live value: nobody presents a feature in a test either, unless its store does.
  public static var testValue: DismissEffect { liveValue }
}

extension DependencyValues {
  /// Dismisses the feature that is running.
  public var dismiss: DismissEffect {
    get {
      // Made when asked for: a composition operator sets one field on every step, and no override.
      if let feature = presentedFeature, !feature.isDismissOverridden {
        return DismissEffect(atCallSite: { await Dismissals.dismiss(feature.path, at: $0) })
      }
      return self[DismissEffect.self]
    }
    set {
      presentedFeature?.isDismissOverridden = true
      self[DismissEffect.self] = newValue
    }
  }
}
