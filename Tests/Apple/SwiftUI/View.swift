// The declarations of SwiftUI that this package and its examples use. With them, `.ci/apple` checks on Linux that the
// code behind `canImport(SwiftUI)` compiles. Each declaration follows the page that it links to. Code that uses more
// of SwiftUI needs further declarations here.

func isOnlyDeclared() -> Never {
  fatalError("A declaration for the compiler has no behavior (was called)")
}

/// https://developer.apple.com/documentation/swiftui/view
@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

/// https://developer.apple.com/documentation/swift/never
extension Never: View {
  public typealias Body = Never
  public var body: Never { isOnlyDeclared() }
}

/// https://developer.apple.com/documentation/swift/optional
extension Optional: View where Wrapped: View {
  public var body: Never { isOnlyDeclared() }
}

/// https://developer.apple.com/documentation/swiftui/emptyview
public struct EmptyView: View {
  nonisolated public init() {}
  public var body: Never { isOnlyDeclared() }
}

/// https://developer.apple.com/documentation/swiftui/tupleview
public struct TupleView<T>: View {
  nonisolated public init(_ value: T) {}
  public var body: Never { isOnlyDeclared() }
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder
@resultBuilder
public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock() -> EmptyView { EmptyView() }

  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    TupleView((repeat each content))
  }

  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> {
    _ConditionalContent()
  }

  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> {
    _ConditionalContent()
  }
}

/// https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(first:)
public struct _ConditionalContent<TrueContent: View, FalseContent: View>: View {
  nonisolated init() {}
  public var body: Never { isOnlyDeclared() }
}

/// https://developer.apple.com/documentation/swiftui/text
public struct Text: View {
  /// https://developer.apple.com/documentation/swiftui/text/init(verbatim:)
  nonisolated public init(verbatim content: String) {}

  @_disfavoredOverload
  nonisolated public init<S: StringProtocol>(_ content: S) {}

  public var body: Never { isOnlyDeclared() }
}

/// https://developer.apple.com/documentation/swiftui/textfield
public struct TextField<Label: View>: View {
  @_disfavoredOverload
  nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>)
  where Label == Text {}

  public var body: Never { isOnlyDeclared() }
}

/// https://developer.apple.com/documentation/swiftui/button
public struct Button<Label: View>: View {
  /// https://developer.apple.com/documentation/swiftui/button/init(role:action:label:)
  public init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {}

  public var body: Never { isOnlyDeclared() }
}

/// https://developer.apple.com/documentation/swiftui/buttonrole
public struct ButtonRole: Equatable, Sendable {
  public static let destructive = ButtonRole()
  public static let cancel = ButtonRole()
}

/// https://developer.apple.com/documentation/swiftui/foreach
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  public var data: Data
  public var content: (Data.Element) -> Content
}

extension ForEach: View where Content: View {
  public var body: Never { isOnlyDeclared() }

  /// https://developer.apple.com/documentation/swiftui/foreach/init(_:id:content:)
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(data: data, content: content)
  }

  /// https://developer.apple.com/documentation/swiftui/foreach/init(_:content:)
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where ID == Data.Element.ID, Data.Element: Identifiable {
    self.init(data: data, content: content)
  }
}

extension View {
  /// https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:actions:)
  nonisolated public func alert<A: View>(
    _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
  ) -> some View {
    EmptyView()
  }

  /// https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:presenting:actions:)
  nonisolated public func alert<A: View, T>(
    _ title: Text, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: (T) -> A
  ) -> some View {
    EmptyView()
  }
}
