/// The structure of a value, for printing, comparing and spelling it.
///
/// The one place that reflects. Dumps, differences and literals all walk shapes, so they agree on
/// what a field is.
package enum Shape {
  case plain(any PlainValue)
  case string(String)
  case absent
  case present(Any)
  case composite(Composite)
  case list(any ArrayBacked)
  /// A dictionary or a set.
  case dictionary(any KeyedElements)
  case function
  /// The text for a value that reflection cannot see into.
  case opaque(String)

  package struct Field {
    /// `nil` for the unlabeled parts of a tuple or payload.
    package var label: String?
    package var value: Any
    /// The stored property behind a field of a record, if source code reaches it by the label.
    package var property: String?
  }

  /// A value of several parts: a record, a case of an enum or a tuple.
  package struct Composite {
    package enum Kind {
      /// A struct, or an instance of a class. A custom record's type itself says what its fields are,
      /// which then need not be stored.
      case record(object: AnyObject?, isCustom: Bool)
      case choice(String)
      case tuple
    }

    package var kind: Kind
    package var type: Any.Type
    package var fields: [Field]

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
    package var isRecord: Bool { if case .record = kind { true } else { false } }
    /// The instance, if the value is one of a class.
    package var object: AnyObject? { if case .record(let object, _) = kind { object } else { nil } }
    /// Whether a test sees a record as a value of its own rather than as its fields: an instance of a
    /// class, or a type whose stored properties only the toolchain knows.
    package var isAtomic: Bool { isRecord && (object != nil || TypeName.isFromToolchain(type)) }
    package var caseName: String? { if case .choice(let name) = kind { name } else { nil } }
    /// The payload of a case that has one value without a label, which a path needs no name for.
    package var onlyPayload: Any? {
      caseName != nil && fields.count == 1 && fields[0].label == nil ? fields[0].value : nil
    }
  }

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
    if value is any Any.Type {
      self = .opaque("\(TypeName.inSource(String(reflecting: value))).self")
      return
    }
    self.init(reflecting: value, in: Mirror(reflecting: value))
  }

  /// The same for a value whose mirror is at hand.
  package init(reflecting value: Any, in mirror: Mirror) {
    let type = Swift.type(of: value)
    if let description = Self.preferredDescription(of: value, mirror: mirror) {
      self = .opaque(description)
      return
    }
    switch mirror.displayStyle {
    case .struct, .class:
      let object = mirror.displayStyle == .class ? value as AnyObject : nil
      let isCustom = value is any CustomReflectable
      self = .composite(
        Composite(
          kind: .record(object: object, isCustom: isCustom), type: type,
          fields: Self.fields(of: mirror)))
    case .enum:
      self = .composite(Self.choice(value, mirror: mirror))
    case .tuple:
      self = .composite(Composite(kind: .tuple, type: type, fields: Self.parts(of: mirror)))
    case .collection, .set, .dictionary:
      self = .list(ReflectedCollection(backingArray: mirror.children.map(\.value)))
    default:
      let fields = Self.fields(of: mirror)
      if !fields.isEmpty {
        self = .composite(
          Composite(kind: .record(object: nil, isCustom: false), type: type, fields: fields))
      } else {
        self =
          String(reflecting: type).contains("->") ? .function : .opaque(String(describing: value))
      }
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

  private static func choice(_ value: Any, mirror: Mirror) -> Composite {
    let type = Swift.type(of: value)
    guard let child = mirror.children.first, let name = child.label else {
      return Composite(kind: .choice(String(describing: value)), type: type, fields: [])
    }
    let payload = Mirror(reflecting: child.value)
    let isSeveralOrLabeled =
      payload.displayStyle == .tuple && !payload.children.isEmpty
      && !(child.value is any OptionalValue)
    return Composite(
      kind: .choice(name), type: type,
      fields: isSeveralOrLabeled ? parts(of: payload) : [Field(value: child.value)])
  }

  private static func parts(of mirror: Mirror) -> [Field] {
    mirror.children.map { child in
      Field(label: child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, value: child.value)
    }
  }

  /// The fields of a record, those of its superclasses first.
  ///
  /// A mirror may name itself as that of its superclass, so only so many are followed.
  private static func fields(of mirror: Mirror) -> [Field] {
    var mirrors = [mirror]
    while mirrors.count < 32, let outer = mirrors[mirrors.count - 1].superclassMirror {
      mirrors.append(outer)
    }
    // By hand, because `flatMap` and `compactMap` of children take twice as long in debug builds.
    var fields: [Field] = []
    while let mirror = mirrors.popLast() {
      var isObservable = false
      for child in mirror.children {
        if let label = child.label {
          if let field = field(label: label, value: child.value) { fields.append(field) }
          if label == "_$observationRegistrar" { isObservable = true }
        } else {
          fields.append(Field(value: child.value))
        }
      }
      guard isObservable else { continue }
      // What `@ObservableState` and `@Observable` store is reached through a computed property.
      for index in fields.indices where fields[index].property == nil {
        fields[index].property = fields[index].label.map { "_" + $0 }
      }
    }
    return fields
  }

  /// Storage that the compiler adds is named after the property it belongs to, or left out if it
  /// belongs to none.
  private static func field(label: String, value: Any) -> Field? {
    guard let first = label.utf8.first, first == UInt8(ascii: "_") || first == UInt8(ascii: "$")
    else { return Field(label: label, value: value, property: label) }
    let lazyPrefix = "$__lazy_storage_$_"
    if label.hasPrefix(lazyPrefix) {
      return Field(label: String(label.dropFirst(lazyPrefix.count)), value: value)
    }
    // An actor's storage begins with `$defaultActor`.
    guard !label.hasPrefix("$"), !label.hasPrefix("_$") else { return nil }
    guard label.hasPrefix("_"), label.count > 1 else {
      return Field(label: label, value: value, property: label)
    }
    let wrapped = wrappedValue(of: value)
    return Field(
      label: String(label.dropFirst()), value: wrapped ?? value,
      property: wrapped == nil ? nil : label)
  }

  /// What a property wrapper wraps, or `nil` if the storage is not that of one.
  private static func wrappedValue(of storage: Any) -> Any? {
    if let storage = storage as? any DumpRepresentable { return storage.dumpValue }
    guard !(storage is any OptionalValue) else { return nil }
    let mirror = Mirror(reflecting: storage)
    guard mirror.displayStyle == .struct || mirror.displayStyle == .class else { return nil }
    let child = mirror.children.first { $0.label == "wrappedValue" || $0.label == "_wrappedValue" }
    return child?.value
  }
}

package protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  package var wrapped: Any? { map { $0 } }
}
