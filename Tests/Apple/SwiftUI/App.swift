public import Observation

// Apps, their windows, and the state of views.

/// https://developer.apple.com/documentation/swiftui/scene
@MainActor @preconcurrency
public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

/// https://developer.apple.com/documentation/swiftui/scenebuilder
@resultBuilder
public struct SceneBuilder {
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// https://developer.apple.com/documentation/swiftui/app
@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  /// https://developer.apple.com/documentation/swiftui/app/main()
  public static func main() {}
}

/// https://developer.apple.com/documentation/swiftui/windowgroup
public struct WindowGroup<Content: View>: Scene {
  /// https://developer.apple.com/documentation/swiftui/windowgroup/init(content:)
  nonisolated public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { isOnlyDeclared() }
}

/// https://developer.apple.com/documentation/swiftui/state
@propertyWrapper
public struct State<Value> {
  /// https://developer.apple.com/documentation/swiftui/state/init(wrappedvalue:)
  public init(wrappedValue value: Value) {}
  public var wrappedValue: Value {
    get { isOnlyDeclared() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { isOnlyDeclared() }
}

extension State: Sendable where Value: Sendable {}

/// https://developer.apple.com/documentation/swiftui/bindable
@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value> {
  public var wrappedValue: Value {
    get { isOnlyDeclared() }
    nonmutating set {}
  }
  public var projectedValue: Bindable<Value> { self }

  /// Unavailable, because the value must be an observable object.
  @available(*, unavailable)
  public init(wrappedValue: Value) { isOnlyDeclared() }
}

extension Bindable where Value: AnyObject {
  /// https://developer.apple.com/documentation/swiftui/bindable/subscript(dynamicmember:)
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { isOnlyDeclared() }
}

extension Bindable where Value: Observable {
  /// https://developer.apple.com/documentation/swiftui/bindable/init(wrappedvalue:)
  public init(wrappedValue: Value) { isOnlyDeclared() }
  /// https://developer.apple.com/documentation/swiftui/bindable/init(_:)
  public init(_ wrappedValue: Value) { isOnlyDeclared() }
}

/// https://developer.apple.com/documentation/swiftui/focusstate
@propertyWrapper
public struct FocusState<Value: Hashable> {
  /// https://developer.apple.com/documentation/swiftui/focusstate/binding
  @propertyWrapper
  public struct Binding {
    public init() {}
    public var wrappedValue: Value {
      get { isOnlyDeclared() }
      nonmutating set {}
    }
    public var projectedValue: FocusState<Value>.Binding { self }
  }

  /// https://developer.apple.com/documentation/swiftui/focusstate/init()-4gu7b
  public init() where Value == Bool {}
  /// https://developer.apple.com/documentation/swiftui/focusstate/init()-2m3wn
  public init<T: Hashable>() where Value == T? {}

  public var wrappedValue: Value {
    get { isOnlyDeclared() }
    nonmutating set {}
  }
  public var projectedValue: FocusState<Value>.Binding { isOnlyDeclared() }
}

/// https://developer.apple.com/documentation/swiftui/animation
public struct Animation: Equatable, Sendable {
  public static let `default` = Animation()
}

/// https://developer.apple.com/documentation/swiftui/withanimation(_:_:)
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }

/// https://developer.apple.com/documentation/swiftui/previewprovider
@MainActor @preconcurrency
public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder static var previews: Previews { get }
}
