import Core

/// The structure of a value, for printing, comparing and spelling it.
///
/// The one place that reflects. Dumps, differences and literals all walk shapes, so they agree on
/// what a field is.
package enum Shape {
  case plain(any PlainValue)
  case string(String)
  case absent
  case present(Any)
  case composite(ValueStructure.Composite)
  case list(any ArrayBacked)
  /// A dictionary or a set.
  case dictionary(any KeyedElements)
  case function
  /// The text for a value that reflection cannot see into.
  case opaque(String)

  /// The number of elements of a collection; `nil` for anything else.
  package var elementCount: Int? {
    switch self {
    case .list(let list): list.elementCount
    case .dictionary(let elements): elements.count
    default: nil
    }
  }
}

extension Shape {
  /// The shape of the value, or of what it shows in its place.
  package init(of value: Any) { self.init(of: value, replacements: 0) }

  private init(of value: Any, replacements: Int) {
    // Casts look through optionals, so an optional has to be recognized first.
    if let optional = value as? any OptionalValue {
      self = optional.wrapped.map(Shape.present) ?? .absent
    } else if let string = value as? any StringProtocol {
      self = .string(String(string))
    } else if let plain = value as? any PlainValue {
      self = .plain(plain)
    } else if replacements < 8, let representable = value as? any DumpRepresentable {
      self = Self.following(representable, replacements: replacements)
    } else if let list = value as? any ArrayBacked {
      self = .list(list)
    } else if let dictionary = value as? any KeyedElements {
      self = .dictionary(dictionary)
    } else if type(of: value) == AnyHashable.self, let hashable = value as? AnyHashable {
      self = Shape(of: hashable.base)
    } else {
      self.init(reflecting: value)
    }
  }

  /// A value that shows one of its own type is reflected, and so is the end of a long chain, since
  /// following them need never end.
  private static func following(_ value: any DumpRepresentable, replacements: Int) -> Shape {
    let shown = value.dumpValue
    return type(of: shown) == type(of: value as Any)
      ? Shape(reflecting: shown) : Shape(of: shown, replacements: replacements + 1)
  }

  /// The shape of the value's own parts, even if it shows something else in its place.
  package init(reflecting value: Any) {
    self.init(reflecting: value, in: Mirror(reflecting: value))
  }

  /// The same for a value whose mirror is at hand.
  package init(reflecting value: Any, in mirror: Mirror) {
    if let type = value as? any Any.Type {
      self = .opaque("\(TypeName.of(type)).self")
      return
    }
    if let description = Self.preferredDescription(of: value, mirror: mirror) {
      self = .opaque(description)
      return
    }
    switch ValueStructure(reflecting: value, in: mirror) {
    case .composite(let composite): self = .composite(composite.showingWrappedValues)
    case .list(let list): self = .list(list)
    default:
      self =
        String(reflecting: Swift.type(of: value)).contains("->")
        ? .function : .opaque(String(describing: value))
    }
  }

  /// A description is used only where reflection has nothing better to show: a value without stored
  /// properties, a case of an enum that names its own cases, and types of the toolchain, whose
  /// storage is noise.
  private static func preferredDescription(of value: Any, mirror: Mirror) -> String? {
    guard value is any CustomDebugStringConvertible || value is any CustomStringConvertible else {
      return nil
    }
    let isBare =
      mirror.children.isEmpty && mirror.superclassMirror?.children.isEmpty ?? true
      && mirror.displayStyle != .collection && mirror.displayStyle != .tuple
    let isToolchainStorage =
      !isBare && !(value is any CustomReflectable)
      && (mirror.displayStyle == .struct || mirror.displayStyle == .class)
      && TypeName.isFromToolchain(type(of: value))
    guard isBare || isToolchainStorage else { return nil }
    return (value as? any CustomStringConvertible)?.description ?? String(reflecting: value)
  }
}

extension ValueStructure.Composite {
  /// The same with the values that property wrappers show in place of their storage.
  fileprivate var showingWrappedValues: Self {
    guard isRecord, fields.contains(where: { $0.property == nil }) else { return self }
    var copy = self
    for index in fields.indices where fields[index].property == nil {
      guard let label = fields[index].label,
        let storage = fields[index].value as? any DumpRepresentable
      else { continue }
      copy.fields[index].value = storage.dumpValue
      copy.fields[index].property = "_" + label
    }
    return copy
  }

  /// Computed on demand: only what is printed needs it.
  package var typeName: String { TypeName.of(type) }
  /// The text before the first field.
  package var opening: String {
    switch kind {
    case .record: "\(typeName)("
    case .choice(let name): ".\(name)("
    case .tuple: "("
    }
  }
  /// Whether a test sees a record as a value of its own rather than as its fields: an instance of a
  /// class, or a type whose stored properties only the toolchain knows.
  package var isAtomic: Bool { isRecord && (object != nil || TypeName.isFromToolchain(type)) }
}
