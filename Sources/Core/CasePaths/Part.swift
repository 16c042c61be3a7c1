/// A value, split into the parts that case paths reach: an enum into its payload, a tuple into its elements.
///
/// A `Mirror` takes a microsecond, so each part creates one at its first use, and keeps the result.
final class Part {
  let value: Any
  /// The label of a tuple's element: `id`, or `.0`.
  let label: String?
  /// The part that this one was split from, which lives as long.
  private unowned let whole: Part?
  private let depth: Int

  init(_ value: Any, label: String? = nil, of whole: Part? = nil) {
    self.value = value
    self.label = label
    self.whole = whole
    depth = whole.map { $0.depth + 1 } ?? 0
  }

  /// The case, if the value is an enum that can be read.
  private(set) lazy var caseName = CaseName(of: value)

  /// The payload of an enum, or the elements of a tuple. `nil` for an enum that can't be read.
  private(set) lazy var parts: [Part]? = {
    // No case path has this many cases, but a recursive enum, such as a linked list, can have this depth.
    guard depth < 100, !isMetatype else { return [] }
    let mirror = Mirror(reflecting: value)
    if let caseName {
      // A custom mirror can show anything.
      guard mirror.displayStyle == .enum || mirror.displayStyle == .optional else { return nil }
      return mirror.children.first.map { [Part($0.value, of: self)] } ?? []
    }
    switch mirror.displayStyle {
    case .tuple:
      var parts: [Part] = []
      for child in mirror.children {
        // Such a metatype takes no space, so a mirror reads the elements behind it from a wrong place.
        if Core.isBareMetatype(child.value) { return nil }
        parts.append(Part(child.value, label: child.label, of: self))
      }
      return parts
    // An enum with raw values has no payloads. Enums from C also have no metadata.
    case .enum where !(type(of: value) is any RawRepresentable.Type): return nil
    default: return []
    }
  }()

  /// A payload of type `Int.Type` takes no space, so its value in a mirror must not be read.
  private(set) lazy var isMetatype = value is Any.Type

  /// Whether the payload is declared as a metatype, not as an existential that holds one.
  private(set) lazy var isBareMetatype: Bool = {
    func isDeclaredBare<Whole>(_: Whole) -> Bool {
      // An optional metatype can look like `nil`.
      isMetatype ? isBare(Whole.self) : CaseObstacle.isMetatype(Whole.self)
    }
    return isDeclaredBare(value)
  }()

  /// The value, cast to a type. A cast from `Any` would wrap an optional once more.
  static func cast<Value>(_ value: Any) -> Value? {
    func cast<Whole>(_ whole: Whole) -> Value? { whole as? Value }
    return cast(value)
  }

  /// Whether the declared type of the value is the given type, regardless of the value itself.
  func isDeclared<Value>(as _: Value.Type) -> Bool {
    func isValue<Whole>(_: Whole) -> Bool { Whole.self == Value.self }
    return isValue(value)
  }

  /// Whether the value can contain a value of a type. A value without references can't contain a value with references,
  /// or a larger one.
  func mayHold<Value>(_: Value.Type) -> Bool {
    func mayHoldValue<Whole>(_: Whole) -> Bool {
      !_isPOD(Whole.self)
        || _isPOD(Value.self) && MemoryLayout<Whole>.size >= MemoryLayout<Value>.size
    }
    return !isMetatype && mayHoldValue(value)
  }

  // MARK: Comparing

  /// The parts from the outermost one to this one.
  var path: [Part] { (whole?.path ?? []) + [self] }

  /// Whether two parts are of one type and in the same case.
  func hasForm(of other: Part) -> Bool {
    type(of: value) == type(of: other.value) && caseName == other.caseName
  }

  /// Whether two parts, which can be too large to compare, are alike: by `==`, enums that don't have it by their
  /// cases, and tuples element by element.
  func isLike(_ other: Part) throws(CaseObstacle) -> Bool {
    guard !isMetatype, !other.isMetatype else { return isMetatype == other.isMetatype }
    guard hasForm(of: other) else { return false }
    if let isEqual = equatableResultExceptNaN(value, other.value) { return isEqual }
    guard let parts, let others = other.parts else { throw .closed(type(of: value)) }
    guard parts.count == others.count else { return false }
    for (part, other) in zip(parts, others) where try !part.isLike(other) { return false }
    return true
  }
}

/// A root that several case paths search, and that is split only once.
///
/// The operators of a `body` share one root. With separate roots, thirty operators would reflect on an action
/// thirty times to find that it isn't theirs.
public final class _Payloads<Root> {
  public let root: Root
  private(set) lazy var whole = Part(root)

  public init(_ root: Root) { self.root = root }
}

/// The identity of a child feature, which distinguishes it from a child that replaces it: the state's ID, if
/// there is one, and the case, if the state is an enum.
package struct CaseIdentity: Hashable {
  private let caseName: CaseName?
  private let id: AnyHashable?

  /// For a struct without an ID, the identity is constant, and costs two lookups of its type.
  init<Value>(of value: Value) {
    func id(of owner: some Identifiable) -> AnyHashable { AnyHashable(owner.id) }
    let isIdentifiable = Value.self is any Identifiable.Type
    caseName = isIdentifiable ? nil : CaseName(of: value)
    let owner: Any? =
      isIdentifiable ? value : caseName.flatMap { _ in Part(value).parts?.first?.value }
    self.id = (owner as? any Identifiable).map { id(of: $0) }
  }
}
