import Core

/// The form of a value in a message: its text, or its structure.
package enum ShownValue {
  case plain(any PlainValue)
  case string(String)
  /// The description of a value without visible parts.
  case description(String)
  case structure(ValueStructure)

  package var structure: ValueStructure? {
    if case .structure(let structure) = self { structure } else { nil }
  }

  package var composite: ValueStructure.Composite? {
    if case .structure(.composite(let composite)) = self { composite } else { nil }
  }
}

extension ShownValue {
  /// Shows a value, or the value that represents it.
  package init(of value: Any) { self.init(of: value, replacements: 0) }

  private init(of value: Any, replacements: Int) {
    // Casts unwrap optionals, so optionals must be checked first.
    if value is any OptionalValue {
      self = .structure(ValueStructure(of: value))
    } else if let string = value as? any StringProtocol {
      self = .string(String(string))
    } else if let plain = value as? any PlainValue {
      self = .plain(plain)
    } else if replacements < 8, let representable = value as? any DumpRepresentable {
      self = Self.following(representable, replacements: replacements)
    } else if type(of: value) == AnyHashable.self, let hashable = value as? AnyHashable {
      self = ShownValue(of: hashable.base)
    } else {
      self.init(itself: value)
    }
  }

  /// If a value is represented by another one of the same type, its own parts are shown. The same applies at
  /// the end of a long chain of representations, because such a chain can be endless.
  private static func following(_ value: any DumpRepresentable, replacements: Int) -> ShownValue {
    let shown = value.dumpValue
    return type(of: shown) == type(of: value as Any)
      ? ShownValue(itself: shown) : ShownValue(of: shown, replacements: replacements + 1)
  }

  /// Shows the value's own parts, even if the value defines another representation.
  package init(itself value: Any) {
    switch ValueStructure(of: value) {
    case .type(let type): self = .description("\(TypeName.of(type)).self")
    case .composite(let composite):
      self =
        Self.preferredDescription(of: value, mirror: Mirror(reflecting: value))
        .map(ShownValue.description) ?? .structure(.composite(composite.showingWrappedValues))
    case .opaque:
      let isFunction = String(reflecting: Swift.type(of: value)).contains("->")
      self = isFunction ? .structure(.opaque) : .description(String(describing: value))
    case let structure: self = .structure(structure)
    }
  }

  /// A description is used only if reflection shows less: for a value without stored properties, a
  /// case of an enum that describes its own cases, and types of the toolchain, whose storage is
  /// noise.
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
  /// The same fields, with the wrapped values of property wrappers instead of their storage.
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

  /// Computed on demand, because only printed values need it.
  package var typeName: String { TypeName.of(type) }
  /// The text before the first field.
  package var opening: String {
    switch kind {
    case .record: "\(typeName)("
    case .choice(let name): ".\(name)("
    case .tuple: "("
    }
  }
  /// Whether a test treats a record as one value instead of its fields: an instance of a class, or a type whose stored
  /// properties only the toolchain knows.
  package var isAtomic: Bool { isRecord && (object != nil || TypeName.isFromToolchain(type)) }
}

/// A type whose values are represented by another value in failure messages.
///
/// Conform a type whose stored properties don't help a reader: a wrapper, a cache, a handle. Dumps, diffs, and lists of
/// changed fields then show `dumpValue`, and never the type's own fields. Values are still compared by their own `==`.
///
/// ```swift
/// struct Money: Equatable, DumpRepresentable {
///   var cents: Int
///   var dumpValue: Any { "\(cents / 100) €" }
/// }
/// ```
public protocol DumpRepresentable {
  /// The value to print instead of this one.
  ///
  /// It is read on the thread that prints the message, and only for values that a message shows.
  var dumpValue: Any { get }
}

extension TypeName {
  /// Whether the toolchain defines the type, so that its stored properties don't help a reader.
  package static func isFromToolchain(_ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    return ["Swift.", "Foundation.", "FoundationEssentials.", "__C.", "Dispatch."]
      .contains(where: name.hasPrefix)
  }
}
