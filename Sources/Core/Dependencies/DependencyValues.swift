/// The dependencies of the current task: overridden values, and defaults for the rest.
///
/// A computed property in an extension names a dependency:
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
/// Values are task-local, so parallel tests never see each other's values. A copy costs a reference count, and a change
/// costs an allocation. The design follows Point-Free's swift-dependencies.
public struct DependencyValues: Sendable {
  /// The values of the current task. `nil` outside any store and any `withDependencies`.
  @TaskLocal package static var scoped: DependencyValues?

  /// One reference to all contents, because each step copies the values but few steps change them.
  private var storage: DependencyBox<Contents>
  private var reader: DependencyReader?
  /// Whether values are being set. `$0.client.fetch = …` reads the client first, which is not a
  /// use.
  private var isBeingPrepared = false
  /// The location of the running reducer's state in its store's state. `nil` outside reducers. Only the effect runtime and
  /// the composition operators know its type.
  ///
  /// It isn't among the contents, because effects don't need it, and each change of the contents copies them.
  var stateLocation: (any AnyObject & Sendable)?

  /// Creates values without any overrides but those that the app has prepared.
  public init() {
    storage = PreparedDependencies.values?.storage ?? Self.empty
  }

  /// The location of the running code in the tree of features.
  var navigationPath: NavigationPath {
    get { storage.value.navigationPath }
    set { contents.navigationPath = newValue }
  }

  /// The store whose reducer, effects, or assert closures use these values. It distinguishes calls from inside the
  /// store from calls of the test.
  package var storeID: ObjectIdentifier? { storage.value.storeID }

  /// A copy with other contents. One copy makes all the changes, because each step makes them.
  func changing(
    at stateLocation: (any AnyObject & Sendable)?, _ change: (inout Contents) -> Void
  ) -> DependencyValues {
    var contents = contents
    change(&contents)
    var values = self
    values.contents = contents
    values.stateLocation = stateLocation
    return values
  }

  /// The context in which the code runs: an app, a preview, or a test.
  ///
  /// It is detected from the process. To use live values in a test, set it to `.live`.
  public var context: DependencyContext {
    get {
      storage.value.context ?? reader?.captured.storage.value.context ?? .ofProcess
    }
    set { contents.context = newValue }
  }

  /// The value of a key: overridden, or the default.
  ///
  /// In a test, reports an issue for a key without a test value, and returns its live value.
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

  var defaults: DefaultDependencies? { storage.value.defaults }

  /// Numbers the elements of the store's stacks.
  package var stackElementID: IncrementingCounter {
    overridden(StackElementIDKey.self) ?? IncrementingCounter()
  }

  var contents: Contents {
    get { storage.value }
    set { storage = DependencyBox(newValue) }
  }

  private static let empty = DependencyBox(Contents())

  struct Contents: Sendable {
    var overrides = DependencyOverrides()
    var defaults: DefaultDependencies?
    var navigationPath = NavigationPath.root
    var context: DependencyContext?
    var storeID: ObjectIdentifier?
    var isComputingDefault = false

    mutating func startOwnCache() {
      defaults = DefaultDependencies()
      isComputingDefault = false
      numberStackElements()
    }

    /// Numbers new elements of stacks from the start.
    mutating func numberStackElements() {
      overrides.set(IncrementingCounter(), for: StackElementIDKey.self)
    }
  }
}

/// The counter that numbers the elements of a store's stacks: 0, 1, 2, …, without repetition.
enum StackElementIDKey: TestDependencyKey {
  static var testValue: IncrementingCounter { IncrementingCounter() }
}

// MARK: - Reading

extension DependencyValues {
  /// The value that the task has set for a key, or else the value that the reading wrapper captured.
  package func overridden<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value? {
    storage.value.overrides.value(of: key)
      ?? reader?.captured.storage.value.overrides.value(of: key)
  }

  /// The value of a dependency whose test value can name the required override.
  ///
  /// Each read creates a new value, because the value has the line of the read.
  package subscript<Key: TestDependencyKey>(
    key: Key.Type, orInTest makeUnimplemented: (UnimplementedDependency) -> Key.Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, property property: StaticString = #function
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
    let callSite = reader?.callSite ?? callSite
    let found =
      defaults?.value(of: key, in: context) { compute(key, in: context, property: property) }
      ?? compute(key, in: context, property: property)
    if found.isSubstitute, !isBeingPrepared,
      defaults?.isNews(String(reflecting: key), at: callSite) ?? true
    {
      Issues.report(
        DependencyMessages.substitute(
          of: key, inTest: context == .test, property: readProperty(property), readAt: callSite),
        at: callSite)
    }
    return found.value
  }

  /// The property through which a value is read, or `nil` if it is read by its key.
  ///
  /// If code reads by the key, `#function` is the name of a function, `test()`, or of a type, `Tests`.
  private func readProperty(_ function: StaticString) -> String? {
    let name = function.description
    return name.first?.isLowercase == true && !name.contains("(") ? name : nil
  }

  private func compute<Key: TestDependencyKey>(
    _ key: Key.Type, in context: DependencyContext, property: StaticString
  ) -> (value: Key.Value, isSubstitute: Bool) {
    // The cache retains the value. If a wrapper in the value retained the cache, that would be a cycle.
    var values = self
    values.contents.isComputingDefault = true
    return values.asCurrent {
      switch context {
      case .test:
        LiveValueProbe.testValue(
          of: key, access: DependencyMessages.access(to: key, through: readProperty(property)))
      case .preview: (key.previewValue, false)
      case .live: key.anyLiveValue.map { ($0, false) } ?? (key.testValue, true)
      }
    }
  }
}

// MARK: - The task's values

extension DependencyValues {
  /// The task's values, or values without any overrides.
  package static var current: DependencyValues { scoped ?? DependencyValues() }

  /// The part of the current values that a `@Dependency` property captures.
  static var captured: DependencyValues {
    var values = current
    if values.storage.value.isComputingDefault {
      values.contents.defaults = nil
      values.contents.isComputingDefault = false
    }
    return values
  }

  /// The task's values. If the task has none, the values of the reader.
  static func current(for reader: DependencyReader) -> DependencyValues {
    var values = scoped ?? reader.captured
    values.reader = reader
    if values.defaults == nil, let defaults = reader.captured.defaults {
      values.contents.defaults = defaults
    }
    return values
  }

  /// Runs an operation with these as the task's values.
  package func asCurrent<R>(_ operation: () throws -> R) rethrows -> R {
    // Each step calls this. A conditional expression would copy the chosen value.
    guard reader == nil else { return try flattened.asCurrent(operation) }
    return try Self.$scoped.withValue(self, operation: operation)
  }

  /// Runs an operation with these as the task's values.
  package func asCurrent<R>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> R
  ) async rethrows -> R {
    try await Self.$scoped.withValue(reader == nil ? self : flattened, operation: operation)
  }

  /// Sets values. Values that the closure reads do not count as used.
  package mutating func prepare(_ update: (inout DependencyValues) throws -> Void) rethrows {
    isBeingPrepared = true
    defer { isBeingPrepared = false }
    try update(&self)
  }

  /// Sets values asynchronously.
  mutating func prepareAsync(
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout DependencyValues) async throws -> Void
  ) async rethrows {
    isBeingPrepared = true
    defer { isBeingPrepared = false }
    try await update(&self)
  }

  /// Starts a cache of default values, and the numbers of stack elements, as each store does once.
  package mutating func startOwnCache() {
    contents.startOwnCache()
  }

  /// These values, with the values of a reader filled in.
  private var flattened: DependencyValues {
    guard let reader else { return self }
    var copy = self
    copy.reader = nil
    let captured = reader.captured.storage.value
    copy.contents.overrides.fill(from: captured.overrides)
    copy.contents.context = copy.contents.context ?? captured.context
    return copy
  }
}

/// The values that an app has prepared. These are the only dependencies that don't belong to a task.
enum PreparedDependencies {
  private static let prepared = OptimisticLock<DependencyValues?>(nil)

  static var values: DependencyValues? { prepared.value }

  static func prepare(_ update: (inout DependencyValues) throws -> Void) rethrows {
    // Computed outside the lock, because a value may read other dependencies.
    var values = DependencyValues()
    try values.prepare(update)
    prepared.update { $0 = values }
  }
}

/// The default values of a store's dependencies, each computed once.
///
/// A `testValue` is often a computed property that creates a new object. All reads within one store
/// must see the same object, and no other store may see it. So the cache belongs to the store.
package final class DefaultDependencies: Sendable {
  private let state = Lock(State())

  /// The default value of a key, and whether it is a substitute for the value that its reader should get.
  package func value<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext,
    orCompute compute: () -> (value: Key.Value, isSubstitute: Bool)
  ) -> (value: Key.Value, isSubstitute: Bool) {
    let id = ObjectIdentifier(key)
    if let entry = state.withLock({ $0.entries[context]?[id] }) {
      return (DependencyBox.value(in: entry.box), entry.isSubstitute)
    }
    // Outside the lock, because a value may read other dependencies. If two tasks compute a value
    // at the same time, both use the one that is stored first.
    let new = compute()
    let entry = state.withLock { state in
      if let entry = state.entries[context]?[id] { return entry }
      let entry: Entry = (DependencyBox(new.value), new.isSubstitute)
      state.entries[context, default: [:]][id] = entry
      return entry
    }
    return (DependencyBox.value(in: entry.box), entry.isSubstitute)
  }

  /// Whether this is the first report about `name` at this line.
  package func isNews(_ name: String, at callSite: CallSite) -> Bool {
    state.withLock { $0.reported[callSite, default: []].insert(name).inserted }
  }

  private struct State {
    /// The values by their contexts and keys.
    var entries: [DependencyContext: [ObjectIdentifier: Entry]] = [:]
    var reported: [CallSite: Set<String>] = [:]
  }

  private typealias Entry = (box: any AnyObject & Sendable, isSubstitute: Bool)
}

/// Overridden dependencies, by key. Copies share storage until one of them changes.
struct DependencyOverrides: Sendable {
  // An array: there are few overrides, and comparing a few addresses takes less time than hashing one.
  private var entries: [(key: ObjectIdentifier, box: any AnyObject & Sendable)] = []

  func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    position(of: ObjectIdentifier(key)).map { DependencyBox<Key.Value>.value(in: entries[$0].box) }
  }

  mutating func set<Key: TestDependencyKey>(_ value: Key.Value, for key: Key.Type) {
    let (key, box) = (ObjectIdentifier(key), DependencyBox(value))
    if let position = position(of: key) {
      entries[position].box = box
    } else {
      entries.append((key, box))
    }
  }

  /// Adds the values that only `other` has.
  mutating func fill(from other: DependencyOverrides) {
    entries += other.entries.filter { position(of: $0.key) == nil }
  }

  private func position(of key: ObjectIdentifier) -> Int? {
    entries.firstIndex { $0.key == key }
  }
}

/// A box for one value. A cast to a final class compares two pointers. A cast of an existential to a struct would
/// search for the type.
package final class DependencyBox<Value: Sendable>: Sendable {
  package let value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package static func value(in box: any AnyObject & Sendable) -> Value {
    guard let box = box as? DependencyBox<Value> else {
      preconditionFailure("A key holds a value of another type than its own (was \(type(of: box)))")
    }
    return box.value
  }
}
