// The attributes of other libraries. Each use is a compiler error that states the replacement. An unavailable type is
// never ambiguous beside an available one, so a file may import such a library as well.

/// Not available. Declare a presented state as a `PresentationState`.
@available(
  *, unavailable, renamed: "PresentationState",
  message: "`ifLet` takes it as before: `.ifLet(\\.$child, action: { .child($0) })`."
)
public typealias Presents = PresentationState

/// Not available. Share state between features by a dependency.
@available(
  *, unavailable,
  message:
    "Features share state by a dependency that loads, saves, and streams it. Keep a copy in a field of the state."
)
@propertyWrapper
public struct Shared<Value> {
  /// The location where a value is stored.
  public struct Key {
    /// Not available.
    public static func appStorage(_: String) -> Key { Key() }
    /// Not available.
    public static func fileStorage<Location>(_: Location) -> Key { Key() }
    /// Not available.
    public static func inMemory(_: String) -> Key { Key() }
  }

  public var wrappedValue: Value
  public var projectedValue: Shared { self }

  /// Not available.
  public init(wrappedValue: Value, _: Key? = nil) { self.wrappedValue = wrappedValue }
  /// Not available.
  public init(_: Key? = nil) { fatalError("@Shared is not available (was created)") }
  /// Not available.
  public func withLock(_: (inout Value) -> Void) {}
}

// A macro needs an implementation, although these macros are never expanded. This implementation is the toolchain's. It
// adds no members to a type that conforms to no further protocol.

/// Not available. Conform the feature's type to `Reducer`.
@available(
  *, unavailable, message: "Delete the attribute, and conform the type: `struct Counter: Reducer`."
)
@attached(extension)
public macro Reducer() =
  #externalMacro(module: "ObservationMacros", type: "ObservableMacro")

/// Not available. A store observes each field of a plain struct.
@available(
  *, unavailable,
  message: "Delete the attribute: a view that reads `store.name` observes this field alone."
)
@attached(extension)
public macro ObservableState() =
  #externalMacro(module: "ObservationMacros", type: "ObservableMacro")

/// Not available. Write the constructor of the case.
@available(
  *, unavailable,
  message: "Delete the attribute, and name a case by its constructor: `{ .child($0) }`."
)
@attached(extension)
public macro CasePathable() =
  #externalMacro(module: "ObservationMacros", type: "ObservableMacro")

/// Not available. Declare the client's test value.
@available(
  *, unavailable,
  message:
    "Delete the attribute, and declare the test value: `static let testValue = Client(fetch: unimplemented(\"Client.fetch\"))`."
)
@attached(extension)
public macro DependencyClient() =
  #externalMacro(module: "ObservationMacros", type: "ObservableMacro")
