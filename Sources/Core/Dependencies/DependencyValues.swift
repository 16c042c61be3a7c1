/// The dependencies of the current task: what somebody has overridden, and defaults for the rest.
///
/// Give a dependency a name by a computed property in an extension:
///
/// ```swift
/// extension DependencyValues {
///   var itemClient: ItemClient {
///     get { self[ItemClient.self] }
///     set { self[ItemClient.self] = newValue }
///   }
/// }
/// ```
///
/// Values are task-local, so two tests in parallel never see each other's. A copy costs one
/// reference count, a change an allocation. The design follows Point-Free's swift-dependencies.
public struct DependencyValues: Sendable {
  /// The values of the current task; `nil` outside of any store and any `withDependencies`.
  @TaskLocal package static var scoped: DependencyValues?

  private var storage: Storage
  private var reader: DependencyReader?
  /// `$0.client.fetch = …` reads the client before it sets it. Such a read is no use of it.
  private var isBeingPrepared = false

  /// Values that nobody has overridden yet.
  public init() {
    storage = .empty
  }

  /// Where in the tree of features the running code stands.
  package var navigationPath: NavigationPath {
    get { storage.contents.navigationPath }
    set { contents.navigationPath = newValue }
  }

  /// The feature that the running code would dismiss; `nil` where none is presented.
  package internal(set) var presentedFeature: PresentedFeature? {
    get { storage.contents.presentedFeature }
    set { contents.presentedFeature = newValue }
  }

  /// Whether an assert closure runs, which says what a reducer did and does nothing itself.
  package var isForetelling: Bool {
    get { storage.contents.isForetelling }
    set { contents.isForetelling = newValue }
  }

  /// The values for a child that stands at a path, made in one go because each step makes them.
  package func forChild(at path: NavigationPath, isPresented: Bool) -> DependencyValues {
    var contents = contents
    contents.navigationPath = path
    if isPresented { contents.presentedFeature = PresentedFeature(at: path) }
    var values = self
    values.contents = contents
    return values
  }

  /// Where the code runs: in an app, in a preview or in a test.
  ///
  /// It is detected from the process. Set it to `.live` in a test that means to use live values.
  public var context: DependencyContext {
    get {
      storage.contents.context ?? reader?.captured.storage.contents.context ?? .ofProcess
    }
    set { contents.context = newValue }
  }

  /// The value of a key, as it was overridden or by default.
  ///
  /// In a test a key without a test value gives its live value, and is an issue.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, function: StaticString = #function
  ) -> Key.Value {
    get {
      if let value = overridden(key) { return value }
      let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      return defaultValue(of: key, property: function, at: callSite)
    }
    set { contents.overrides.set(newValue, for: key) }
  }

  private var defaults: DefaultDependencies? { storage.contents.defaults }

  private var contents: Contents {
    get { storage.contents }
    set { storage = Storage(newValue) }
  }

  private struct Contents: Sendable {
    var overrides = DependencyOverrides()
    var defaults: DefaultDependencies?
    var navigationPath = NavigationPath()
    var presentedFeature: PresentedFeature?
    var isForetelling = false
    var context: DependencyContext?
    var isComputingDefault = false
  }

  /// Values are copied and made current on each step, and seldom changed. Behind one reference a
  /// copy costs one retain; a change makes new storage.
  private final class Storage: Sendable {
    static let empty = Storage(Contents())

    let contents: Contents

    init(_ contents: Contents) {
      self.contents = contents
    }
  }
}

// MARK: - Reading

extension DependencyValues {
  /// The value that the task, or else the wrapper that reads, has set for a key.
  package func overridden<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value? {
    storage.contents.overrides.value(of: key)
      ?? reader?.captured.storage.contents.overrides.value(of: key)
  }

  /// The value of a dependency whose test value tells the reader what to override.
  ///
  /// It is made anew for each read, because it must know where it was read.
  package subscript<Key: TestDependencyKey>(
    key: Key.Type, orInTest makeUnimplemented: (UnimplementedDependency) -> Key.Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, property: StaticString = #function
  ) -> Key.Value {
    if let value = overridden(key) { return value }
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard context == .test else {
      return defaultValue(of: key, property: property, at: callSite)
    }
    return makeUnimplemented(
      UnimplementedDependency(
        name: property.description, readAt: reader?.callSite ?? callSite,
        defaults: isBeingPrepared ? nil : defaults, isSilent: isBeingPrepared))
  }

  private func defaultValue<Key: TestDependencyKey>(
    of key: Key.Type, property: StaticString, at callSite: CallSite
  ) -> Key.Value {
    let context = context
    let found =
      defaults?.value(of: key, in: context) { compute(key, in: context) }
      ?? compute(key, in: context)
    if let flaw = found.flaw, !isBeingPrepared {
      report(flaw, of: key, property: property, at: reader?.callSite ?? callSite)
    }
    return found.value
  }

  private func report<Key: TestDependencyKey>(
    _ flaw: DependencyFlaw, of key: Key.Type, property: StaticString, at callSite: CallSite
  ) {
    guard defaults?.isNews(String(reflecting: key), at: callSite) ?? true else { return }
    let property = reader?.form == .keyPath ? property.description : nil
    let message =
      switch flaw {
      case .liveInTest:
        DependencyMessages.liveValueInTest(key: key, property: property, readAt: callSite)
      case .notLive:
        DependencyMessages.noLiveValue(key: key, property: property, readAt: callSite)
      }
    Issues.report(message, at: callSite)
  }

  private func compute<Key: TestDependencyKey>(
    _ key: Key.Type, in context: DependencyContext
  ) -> (value: Key.Value, flaw: DependencyFlaw?) {
    // What is made here ends up in the cache. A wrapper in it that kept the cache would be a cycle.
    var values = self
    values.contents.isComputingDefault = true
    return values.asCurrent {
      switch context {
      case .test:
        let (value, isLive) = LiveValueProbe.testValue(of: key)
        return (value, isLive ? .liveInTest : nil)
      case .preview:
        return (key.previewValue, nil)
      case .live:
        guard let live = key as? any DependencyKey.Type,
          let value = live.liveValue(as: Key.Value.self)
        else { return (key.testValue, .notLive) }
        return (value, nil)
      }
    }
  }
}

extension DependencyKey {
  fileprivate static func liveValue<V>(as type: V.Type) -> V? { liveValue as? V }
}

// MARK: - The task's values

extension DependencyValues {
  /// The task's values, or the defaults.
  package static var current: DependencyValues { scoped ?? DependencyValues() }

  /// What a wrapper keeps of the current values.
  package static var captured: DependencyValues {
    guard var values = scoped?.flattened else { return DependencyValues() }
    if values.storage.contents.isComputingDefault {
      values.contents.defaults = nil
      values.contents.isComputingDefault = false
    }
    return values
  }

  /// The task's values as this reader sees them: what the task has not set, the reader may have.
  package static func current(for reader: DependencyReader) -> DependencyValues {
    var values = scoped ?? reader.captured
    if values.reader != nil { values = values.flattened }
    values.reader = reader
    if values.defaults == nil, let defaults = reader.captured.defaults {
      values.contents.defaults = defaults
    }
    return values
  }

  /// Runs an operation with these as the task's values.
  package func asCurrent<R>(_ operation: () throws -> R) rethrows -> R {
    try Self.$scoped.withValue(reader == nil ? self : flattened, operation: operation)
  }

  /// Runs an operation with these as the task's values.
  package func asCurrent<R>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> R
  ) async rethrows -> R {
    try await Self.$scoped.withValue(reader == nil ? self : flattened, operation: operation)
  }

  /// Lets somebody set values, reading some on the way, without a read being a use.
  package mutating func prepare(_ update: (inout DependencyValues) throws -> Void) rethrows {
    isBeingPrepared = true
    defer { isBeingPrepared = false }
    try update(&self)
  }

  /// Begins a fresh cache of default values, as each store does once.
  package mutating func startOwnCache() {
    contents.defaults = DefaultDependencies()
    contents.isComputingDefault = false
  }

  package var hasCache: Bool { defaults != nil }

  /// Gives the elements of the store's stacks their ids.
  package var stackElementID: StackElementIDGenerator {
    get {
      overridden(StackElementIDGenerator.self)
        ?? defaults?.stackElementIDs ?? StackElementIDGenerator()
    }
    set { contents.overrides.set(newValue, for: StackElementIDGenerator.self) }
  }

  /// These values without a reader: what the reader would have filled in is filled in.
  private var flattened: DependencyValues {
    guard let reader else { return self }
    var copy = self
    copy.reader = nil
    let captured = reader.captured.storage.contents
    copy.contents.overrides.fill(from: captured.overrides)
    copy.contents.context = copy.contents.context ?? captured.context
    return copy
  }
}
