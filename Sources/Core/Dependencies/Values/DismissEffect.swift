/// The dismissal of the running feature. Call it as a function: `await self.dismiss()`.
///
/// A test of a child feature on its own overrides it:
///
/// ```swift
/// $0.dismiss = DismissEffect { await didDismiss.set() }
/// ```
public struct DismissEffect: Sendable {
  /// Receives the line of the call.
  let dismiss: @Sendable (CallSite) async -> Void
  /// Reports that a presented feature was dismissed outside an effect, at the line of the call.
  let reportOutsideEffect: @Sendable (CallSite) -> Void

  package init(
    dismiss: @escaping @Sendable (CallSite) async -> Void,
    reportOutsideEffect: @escaping @Sendable (CallSite) -> Void = {
      Issues.report(DependencyMessages.dismissedFromOutside, at: $0)
    }
  ) {
    self.dismiss = dismiss
    self.reportOutsideEffect = reportOutsideEffect
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

extension DismissEffect {
  /// Creates a dismissal that runs a closure.
  public init(_ dismiss: @escaping @Sendable () async -> Void) {
    self.init(dismiss: { _ in await dismiss() })
  }

  /// The dismissal of a presented child of the feature.
  func ofChild(at path: NavigationPath) -> DismissEffect {
    let report = reportOutsideEffect
    return DismissEffect(
      dismiss: { callSite in
        if await !Dismissal.dismiss(path) { report(callSite) }
      }, reportOutsideEffect: report)
  }
}

extension DismissEffect: DependencyKey {
  /// A dismissal that reports an issue, because the feature is not presented.
  public static let liveValue = DismissEffect(dismiss: {
    Issues.report(DependencyMessages.notPresented, at: $0)
  })
  /// The live value.
  public static var testValue: DismissEffect { liveValue }
}

extension DependencyValues {
  /// The dismissal of the running feature.
  public var dismiss: DismissEffect {
    get { self[DismissEffect.self] }
    set { self[DismissEffect.self] = newValue }
  }
}

enum IsPresentedKey: DependencyKey {
  static let liveValue = false
  static let testValue = false
}

extension DependencyValues {
  /// Whether the running feature is presented by a parent, and so can be dismissed.
  public var isPresented: Bool {
    get { self[IsPresentedKey.self] }
    set { self[IsPresentedKey.self] = newValue }
  }
}

/// The dismissal of a presented feature that a running effect belongs to.
///
/// A reducer may read `\.dismiss` before the effect exists, and pass it to the effect. So the value
/// that it reads contains only the feature. The effect's task has the dismissals of its parents.
struct Dismissal: Sendable {
  /// The innermost one is the last.
  @TaskLocal fileprivate static var current: [Dismissal] = []

  fileprivate let path: NavigationPath
  fileprivate let dismiss: @Sendable () async -> Void

  /// Dismisses the feature at a path, by the innermost dismissal for that path. Returns whether the caller is in an
  /// effect of that feature.
  static func dismiss(_ path: NavigationPath) async -> Bool {
    guard let dismissal = current.last(where: { $0.path == path }) else { return false }
    await dismissal.dismiss()
    return true
  }
}

extension Effect {
  /// The same effect of a presented feature, whose work can dismiss that feature.
  ///
  /// - Parameters:
  ///   - path: The location of the feature.
  ///   - action: Returns the parent's action that dismisses the feature, or `nil` if the feature is gone. Called in the
  ///     isolation of reducers.
  func dismissing(_ path: NavigationPath, by action: @escaping () -> Action?) -> Effect {
    let action = RuntimeConfined(action)
    return mapLeaves(send: { $0 }) { run in
      run.replacingOperation { [operation = run.operation] send in
        let dismissal = Dismissal(path: path) { await send.dismiss(by: action) }
        try await Dismissal.$current.withValue(Dismissal.current + [dismissal]) {
          try await operation(send)
        }
      }
    }
  }
}
