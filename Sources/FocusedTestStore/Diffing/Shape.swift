/// What a value is made of, as far as printing it, comparing it and spelling it are concerned.
///
/// The one place that reflects. Dumps, diffs, field changes and literals all walk shapes, so they
/// agree on what a field is.
enum Shape {
  case plain(any PlainValue)
  case string(String)
  case absent
  case present(Any)
  case record(Record)
  case choice(Choice)
  case tuple([Field])
  case list(ElementList)
  case dictionary(any KeyedElements)
  case set(any SetElements)
  /// What reflection sees nothing in: the text that stands for it.
  case opaque(String)

  struct Field {
    /// `nil` for the unlabelled parts of a tuple or payload.
    var label: String?
    var value: Any
  }

  struct Record {
    var type: Any.Type
    var fields: [Field]
    /// Set when the value is a class instance.
    var object: AnyObject?
    /// Worked out on demand: only what is printed needs it.
    var typeName: String { TypeName.of(type) }
  }

  struct Choice {
    var type: Any.Type
    var caseName: String
    var payload: [Field]
    var typeName: String { TypeName.of(type) }
  }
}

extension Shape {
  /// The shape of the value, or of what it shows in its place.
  init(of value: Any) { self.init(of: value, replacements: 0) }

  private init(of value: Any, replacements: Int) {
    // Casts look through optionals, so an optional has to be recognised first.
    if let optional = value as? any OptionalValue {
      self = optional.wrapped.map(Shape.present) ?? .absent
    } else if let string = value as? any StringProtocol {
      self = .string(String(string))
    } else if let plain = value as? any PlainValue {
      self = .plain(plain)
    } else if replacements < 8, let representable = value as? any DumpRepresentable {
      self = Self.following(representable, replacements: replacements)
    } else if let list = value as? any ArrayBacked {
      self = .list(ElementList(list))
    } else if let dictionary = value as? any KeyedElements {
      self = .dictionary(dictionary)
    } else if let set = value as? any SetElements {
      self = .set(set)
    } else if type(of: value) == AnyHashable.self, let hashable = value as? AnyHashable {
      self = Shape(of: hashable.base)
    } else {
      self.init(reflecting: value)
    }
  }

  /// A value that shows one of its own type is reflected, and so is the end of a long chain:
  /// following them need never end.
  private static func following(_ value: any DumpRepresentable, replacements: Int) -> Shape {
    let shown = value.dumpValue
    return type(of: shown) == type(of: value as Any)
      ? Shape(reflecting: shown) : Shape(of: shown, replacements: replacements + 1)
  }

  /// The shape of the value's own parts, even when it would show something else.
  init(reflecting value: Any) {
    let type = Swift.type(of: value)
    if value is any Any.Type {
      self = .opaque("\(TypeName.inSource(String(reflecting: value))).self")
      return
    }
    let mirror = Mirror(reflecting: value)
    if let description = Self.preferredDescription(of: value, mirror: mirror) {
      self = .opaque(description)
      return
    }
    switch mirror.displayStyle {
    case .struct, .class:
      let object = mirror.displayStyle == .class ? value as AnyObject : nil
      self = .record(Record(type: type, fields: Self.fields(of: mirror), object: object))
    case .enum:
      self = .choice(Self.choice(value, mirror: mirror))
    case .tuple:
      self = .tuple(Self.parts(of: mirror))
    case .collection, .set, .dictionary:
      self = .list(ElementList(reflected: value, children: mirror.children))
    default:
      let fields = Self.fields(of: mirror)
      self =
        fields.isEmpty
        ? .opaque(Self.nameOfClosure(value) ?? String(describing: value))
        : .record(Record(type: type, fields: fields))
    }
  }

  private static func nameOfClosure(_ value: Any) -> String? {
    let name = TypeName.of(type(of: value))
    return name.contains("->") ? name : nil
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

  private static func choice(_ value: Any, mirror: Mirror) -> Choice {
    let type = Swift.type(of: value)
    guard let child = mirror.children.first, let name = child.label else {
      return Choice(type: type, caseName: String(describing: value), payload: [])
    }
    let payload = Mirror(reflecting: child.value)
    let isSeveralOrLabelled =
      payload.displayStyle == .tuple && !payload.children.isEmpty
      && !(child.value is any OptionalValue)
    return Choice(
      type: type, caseName: name,
      payload: isSeveralOrLabelled ? parts(of: payload) : [Field(value: child.value)])
  }

  private static func parts(of mirror: Mirror) -> [Field] {
    mirror.children.map { child in
      Field(label: child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, value: child.value)
    }
  }

  private static func fields(of mirror: Mirror) -> [Field] {
    var fields = mirror.superclassMirror.map(fields(of:)) ?? []
    for child in mirror.children {
      guard let label = child.label else {
        fields.append(Field(value: child.value))
        continue
      }
      if let field = field(label: label, value: child.value) { fields.append(field) }
    }
    return fields
  }

  /// Storage that the compiler adds is named after the property it belongs to, or left out where it
  /// belongs to none.
  private static func field(label: String, value: Any) -> Field? {
    let lazyPrefix = "$__lazy_storage_$_"
    if label.hasPrefix(lazyPrefix) {
      return Field(label: String(label.dropFirst(lazyPrefix.count)), value: value)
    }
    // An actor's storage begins with `$defaultActor`.
    guard !label.hasPrefix("$") else { return nil }
    guard label.hasPrefix("_"), label.count > 1 else { return Field(label: label, value: value) }
    guard !label.hasPrefix("_$") else { return nil }
    return Field(label: String(label.dropFirst()), value: wrappedValue(of: value))
  }

  private static func wrappedValue(of storage: Any) -> Any {
    if let storage = storage as? any DumpRepresentable { return storage.dumpValue }
    guard !(storage is any OptionalValue) else { return storage }
    let mirror = Mirror(reflecting: storage)
    guard mirror.displayStyle == .struct || mirror.displayStyle == .class else { return storage }
    return mirror.children.first { $0.label == "wrappedValue" || $0.label == "_wrappedValue" }?
      .value
      ?? storage
  }
}

protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  var wrapped: Any? { map { $0 } }
}
