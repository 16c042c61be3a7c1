/// The reason why reflection can't determine whether a value is in a root.
enum CaseObstacle: Error {
  /// Values of this type can't be read, because their module has no reflection metadata, or because they have a custom
  /// mirror.
  case closed(Any.Type)
  /// Generic code can't read a payload of this type, because it is stored in another form.
  case uncopyable(Any.Type)

  /// Whether two values are equal by `==` or by structure.
  static func areEqual(_ lhs: Any, _ rhs: Any) throws(CaseObstacle) -> Bool {
    var comparison = StructuralComparison()
    guard comparison.areEqual(lhs, rhs) else { return false }
    if let type = comparison.unread { throw .closed(type) }
    return true
  }

  /// Whether a value has the same memory layout as a payload and in generic code.
  ///
  /// Generic code passes the arguments of a closure in memory, but a payload contains a closure that takes them in
  /// registers. Only the compiler can convert one to the other. Similarly, a metatype with one possible value takes no
  /// space in a payload. A mirror's copies of these values must not be used.
  static func isCopyable<Value>(_ part: Part, as _: Value.Type) -> Bool {
    // An existential stores a value as generic code does.
    Value.self is any Equatable.Type || !part.isDeclared(as: Value.self) || isCopyable(part.value)
  }

  private static func isCopyable(_ value: Any) -> Bool {
    func isMetatype<Whole>(_: Whole) -> Bool { Self.isMetatype(Whole.self) }
    if isMetatype(value) { return false }
    if value is Any.Type { return !isBareMetatype(value) }
    if let optional = value as? any OptionalValue {
      guard let wrapped = optional.wrapped else { return true }
      return type(of: wrapped) != type(of: optional).wrappedType || isCopyable(wrapped)
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .tuple: return mirror.children.allSatisfy { isCopyable($0.value) }
    // A mirror shows no style for closures. A type with a custom mirror isn't a closure.
    case nil:
      return value is any CustomReflectable
        || isPlainClosure(type(of: value))
    default: return true
    }
  }

  /// Whether a closure type has no parameters and no result. Such closures pass no values. Only the type's name shows
  /// this: `@Sendable () async -> ()`.
  private static func isPlainClosure(_ type: Any.Type) -> Bool {
    let words = String(reflecting: type).split(separator: " ")
    return words.filter { !$0.hasPrefix("@") && !["async", "throws"].contains($0) }
      == ["()", "->", "()"]
  }

  /// Whether a type is a bare metatype, or an optional one. Without a value, only the type's name shows this.
  ///
  /// A struct can be named `Type`, too. It is refused if a bare metatype is found in its place.
  static func isMetatype<Value>(_: Value.Type) -> Bool {
    // Creating a name takes six allocations, for each case path of a body. So this check comes first.
    guard isBare(Value.self), _isPOD(Value.self), !(Value.self is any Equatable.Type)
    else { return false }
    let name = String(reflecting: unwrapped(Value.self))
    return name.hasSuffix(".Type") || name.hasSuffix(".Protocol")
  }

  /// Whether the author of a type may have used the other type in it: both are declared in one module, or the first
  /// type has the second one as a generic argument.
  static func mayKnow(_ type: Any.Type, _ other: Any.Type) -> Bool {
    let (name, otherName) = (String(reflecting: type), String(reflecting: other))
    return name.contains(otherName) || name.prefix { $0 != "." } == otherName.prefix { $0 != "." }
  }
}
