/// The parts of a value, one level deep.
///
/// Comparisons, differences, messages, and searches all use it, so they agree on the fields of a
/// value. It relies on `Mirror` alone.
package enum ValueStructure {
  /// An optional without a value.
  case absent
  /// An optional with a value.
  case present(Any)
  case composite(Composite)
  case list(any ArrayBacked)
  /// A dictionary or a set.
  case keyed(any KeyedElements)
  /// A type as a value.
  case type(Any.Type)
  /// A value without visible parts: a number, a function, a struct without reflection metadata.
  case opaque

  package struct Field {
    /// `nil` for the unlabeled parts of a tuple or payload.
    package var label: String?
    package var value: Any
    /// The stored property behind a field of a record, if source code reaches it by the label.
    package var property: String?
  }

  /// A value of several parts: a record, a case of an enum, or a tuple.
  package struct Composite {
    package enum Kind {
      /// A struct, or an instance of a class. If `isCustom` is `true`, the type itself declares its fields, which then
      /// need not be stored.
      case record(object: AnyObject?, isCustom: Bool)
      case choice(String)
      case tuple
    }

    package var kind: Kind
    package var type: Any.Type
    package var fields: [Field]

    package var isRecord: Bool { if case .record = kind { true } else { false } }
    /// The instance, if the value is one of a class.
    package var object: AnyObject? { if case .record(let object, _) = kind { object } else { nil } }
    package var caseName: String? { if case .choice(let name) = kind { name } else { nil } }
    /// The payload of a case with a single value without a label. A path needs no name for it.
    package var onlyPayload: Any? {
      caseName != nil && fields.count == 1 && fields[0].label == nil ? fields[0].value : nil
    }
  }
}

extension ValueStructure {
  /// The number of elements of a collection. `nil` for other values.
  package var elementCount: Int? {
    switch self {
    case .list(let list): list.elementCount
    case .keyed(let elements): elements.count
    default: nil
    }
  }

  package init(of value: Any) {
    // Casts unwrap optionals, so optionals must be checked first.
    if let optional = value as? any OptionalValue {
      self = optional.wrapped.map(ValueStructure.present) ?? .absent
    } else if let list = value as? any ArrayBacked {
      self = .list(list)
    } else if let elements = value as? any KeyedElements {
      self = .keyed(elements)
    } else if Swift.type(of: value) == AnyHashable.self, let hashable = value as? AnyHashable {
      self = ValueStructure(of: hashable.base)
    } else if let type = value as? any Any.Type {
      self = .type(type)
    } else {
      self.init(reflecting: value, in: Mirror(reflecting: value))
    }
  }

  /// The structure that the value's mirror shows.
  private init(reflecting value: Any, in mirror: Mirror) {
    let type = Swift.type(of: value)
    func record(_ object: AnyObject? = nil) -> ValueStructure {
      let kind = Composite.Kind.record(object: object, isCustom: value is any CustomReflectable)
      return .composite(Composite(kind: kind, type: type, fields: Self.fields(of: mirror)))
    }
    switch mirror.displayStyle {
    case .class: self = record(value as AnyObject)
    // Nothing is visible of a struct whose module has no reflection metadata.
    case .struct: self = mirror.children.isEmpty && size(of: value) > 0 ? .opaque : record()
    case .enum:
      self = Self.choice(value, mirror: mirror).map(ValueStructure.composite) ?? .opaque
    case .tuple:
      self = .composite(Composite(kind: .tuple, type: type, fields: Self.parts(of: mirror)))
    case .collection, .set, .dictionary:
      self = .list(ReflectedCollection(backingArray: mirror.children.map(\.value)))
    default: self = Self.fields(of: mirror).isEmpty ? .opaque : record()
    }
  }

  private static func choice(_ value: Any, mirror: Mirror) -> Composite? {
    let type = Swift.type(of: value)
    guard let child = mirror.children.first, let name = child.label else {
      return Core.caseName(of: value).map {
        Composite(kind: .choice($0.text), type: type, fields: [])
      }
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

  /// The fields of a record, with the fields of its superclasses first.
  ///
  /// A mirror may return itself as the mirror of its superclass, so the number of superclasses is limited.
  private static func fields(of mirror: Mirror) -> [Field] {
    let mirrors = Array(sequence(first: mirror, next: \.superclassMirror).prefix(32))
    var fields: [Field] = []
    for mirror in mirrors.reversed() {
      var isObservable = false
      for child in mirror.children {
        if let field = field(label: child.label, value: child.value) { fields.append(field) }
        if child.label == "_$observationRegistrar" { isObservable = true }
      }
      guard isObservable else { continue }
      // Fields of `@ObservableState` and `@Observable` are read through a computed property.
      for index in fields.indices where fields[index].property == nil {
        fields[index].property = fields[index].label.map { "_" + $0 }
      }
    }
    return fields
  }

  /// Storage that the compiler adds gets the name of its property, or is omitted if it belongs to no property.
  private static func field(label: String?, value: Any) -> Field? {
    guard let label, label != "_", label.hasPrefix("_") || label.hasPrefix("$") else {
      return Field(label: label, value: value, property: label)
    }
    let lazyPrefix = "$__lazy_storage_$_"
    if label.hasPrefix(lazyPrefix) {
      return Field(label: String(label.dropFirst(lazyPrefix.count)), value: value)
    }
    // An actor's storage begins with `$defaultActor`.
    guard !label.hasPrefix("$"), !label.hasPrefix("_$") else { return nil }
    let wrapped = wrappedValue(of: value)
    return Field(
      label: String(label.dropFirst()), value: wrapped ?? value,
      property: wrapped == nil ? nil : label)
  }

  /// The wrapped value of a property wrapper's storage, or `nil` for other storage.
  private static func wrappedValue(of storage: Any) -> Any? {
    guard !(storage is any OptionalValue) else { return nil }
    let mirror = Mirror(reflecting: storage)
    guard mirror.displayStyle == .struct || mirror.displayStyle == .class else { return nil }
    let child = mirror.children.first { $0.label == "wrappedValue" || $0.label == "_wrappedValue" }
    return child?.value
  }
}

private func size(of value: Any) -> Int {
  func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
  // The dynamic type of the value, because an `Any` can contain an existential that contains the value.
  let type = type(of: value)
  return size(type)
}

package protocol OptionalValue {
  static var wrappedType: Any.Type { get }
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  package static var wrappedType: Any.Type { Wrapped.self }
  package var wrapped: Any? { map { $0 } }
}

/// Whether a value is a metatype whose declared type is that of a class, struct, or enum. Such a payload takes no
/// space, so a mirror's copy of it must not be read.
func isBareMetatype(_ value: Any) -> Bool {
  func isDeclaredBare<Value>(_: Value) -> Bool { isBare(Value.self) }
  return value is Any.Type && isDeclaredBare(value)
}

/// Whether a payload that shows a metatype, or an optional metatype, is declared as the metatype of a class, struct,
/// or enum. An existential such as `Any.Type` or `any P.Type` is stored unchanged, the latter with its conformance.
func isBare<Payload>(_: Payload.Type) -> Bool {
  MemoryLayout<Payload>.size <= MemoryLayout<Any.Type>.size
    && unwrapped(Payload.self) != Any.Type.self
}

/// The type in an optional, or the type itself.
func unwrapped(_ type: Any.Type) -> Any.Type {
  (type as? any OptionalValue.Type).map { unwrapped($0.wrappedType) } ?? type
}
