/// The reason why reflection cannot decide whether a value is in a root.
enum CaseObstacle {
  /// Values of this type cannot be read: their module has no reflection metadata, or they have a mirror
  /// of their own.
  case closed(Any.Type)
  /// A payload of this type is stored in another form than generic code reads.
  case uncopyable(Any.Type)

  /// Whether a value is the same in memory as a payload and in generic code.
  ///
  /// Generic code calls a closure with its arguments in memory, a payload holds one that takes them in
  /// registers, and only the compiler can make the one from the other. Likewise a metatype with one
  /// possible value takes no space in a payload. What a mirror copies of these must not be used. Such types are
  /// recognized by their names alone.
  static func isCopyable<Value>(_ part: Part, as _: Value.Type) -> Bool {
    if Value.self is any Equatable.Type { return true }
    if part.caseName != nil, !(Value.self is any ExpressibleByNilLiteral.Type) { return true }
    if isBareMetatype(Value.self) { return false }
    let name = unwrappedName(Value.self)
    // What is neither a tuple nor a closure holds closures as generic code does.
    guard ["(", "@", "nonisolated("].contains(where: name.hasPrefix) else { return true }
    // Without parameters or a result there is nothing to pass differently.
    let plainWords = ["@Sendable", "@Swift.MainActor", "()", "async", "throws", "->"]
    return name.split(separator: " ").allSatisfy { plainWords.contains(String($0)) }
      || !(name.contains("->") || name.contains(".Type"))
  }

  /// Whether a type is that of a class, struct or enum itself, or an optional of it. An existential such as
  /// `Any.Type` or `any P.Type` is not: that is stored as it is, the latter with its conformance.
  static func isBareMetatype<Value>(_: Value.Type) -> Bool {
    guard MemoryLayout<Value>.size <= MemoryLayout<Any.Type>.size else { return false }
    let name = unwrappedName(Value.self)
    return name.hasSuffix(".Type") && name != "Any.Type"
  }

  private static func unwrappedName(_ type: Any.Type) -> Substring {
    var name = _typeName(type)[...]
    while name.hasPrefix("Swift.Optional<") { name = name.dropFirst(15).dropLast() }
    return name
  }

  /// Whether the author of a type may have put the other one into it: both are of one module, or the one names the
  /// other as a generic argument.
  static func mayKnow(_ type: Any.Type, _ other: Any.Type) -> Bool {
    let (name, otherName) = (_typeName(type), _typeName(other))
    return name.contains(otherName) || name.prefix { $0 != "." } == otherName.prefix { $0 != "." }
  }
}
