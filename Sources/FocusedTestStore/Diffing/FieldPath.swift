/// The way from a value to one of its parts: `profile.address.city`, `rows[id: 3].title`.
package struct FieldPath: Hashable {
  package enum Component: Hashable {
    /// A stored property, or a part of a tuple or payload by its label or position.
    case field(String)
    /// An element by its position.
    case index(Int)
    /// An element by its id.
    case id(AnyHashable)
    /// A value of a dictionary.
    case key(AnyHashable)
    /// The payload of an enum that has this case.
    case payload(String)
    /// The value in an optional that is not `nil`.
    case wrapped
  }

  package var components: [Component]

  package init(_ components: [Component] = []) { self.components = components }

  /// Whether this is the value itself and not a part of it.
  package var isRoot: Bool { components.isEmpty }

  package func appending(_ component: Component) -> FieldPath {
    FieldPath(components + [component])
  }

  /// Whether the other path is this one or leads on from it.
  package func contains(_ other: FieldPath) -> Bool { other.components.starts(with: components) }
}

extension FieldPath: CustomStringConvertible {
  /// The path as messages show it. Empty for the value itself.
  package var description: String {
    var text = ""
    for component in components {
      switch component {
      case .field(let name), .payload(let name): text += text.isEmpty ? name : ".\(name)"
      case .index(let index): text += "[\(index)]"
      case .id(let id): text += "[id: \(String(dumpingOnOneLine: id.base))]"
      case .key(let key): text += "[\(String(dumpingOnOneLine: key.base))]"
      case .wrapped: break
      }
    }
    return text
  }
}

extension FieldPath {
  /// What stands at the end of a path.
  package enum Lookup {
    case found(Any)
    /// The path leads on from here into something that this value does not have: another case, `nil`,
    /// an element that is gone.
    case endsEarly(at: FieldPath, Any)
  }

  /// Follows the path into a value.
  ///
  /// A key that a dictionary does not have is found as `nil`.
  package func lookUp(in root: Any) -> Lookup {
    var value = root
    for (depth, component) in components.enumerated() {
      guard let next = component.step(into: value) else {
        return .endsEarly(at: FieldPath(Array(components[..<depth])), value)
      }
      value = next
    }
    return .found(value)
  }
}

extension FieldPath.Component {
  fileprivate func step(into value: Any) -> Any? {
    switch (self, Shape(of: value)) {
    case (.wrapped, .present(let wrapped)):
      return wrapped
    case (.field(let name), .record(let record)):
      return record.fields.first { $0.label == name }?.value
    case (.field(let name), .tuple(let parts)):
      return parts.part(named: name)
    case (.payload(let name), .choice(let choice)):
      guard choice.caseName == name, let only = choice.payload.first else { return nil }
      // Labels and positions in a payload of several parts are looked up by the next component.
      return choice.hasSinglePayload ? only.value : PayloadParts(parts: choice.payload)
    case (.field(let name), _) where value is PayloadParts:
      return (value as? PayloadParts)?.parts.part(named: name)
    case (.index(let index), .list(let list)):
      return index < list.count ? list[index] : nil
    case (.id(let id), .list(let list)):
      return list.offset(ofID: id).map { list[$0] }
    case (.key(let key), .dictionary(let dictionary)):
      return dictionary.value(forKey: key) ?? dictionary.absentValue
    default:
      return nil
    }
  }
}

/// The payload of a case that has labels or several parts, on the way to one of them.
private struct PayloadParts {
  var parts: [Shape.Field]
}

extension Shape.Choice {
  /// Whether the payload is one value without a label, which a path needs no name for.
  var hasSinglePayload: Bool { payload.count == 1 && payload[0].label == nil }
}

extension [Shape.Field] {
  /// The name of a part in a path: its label, or else its position.
  func name(at offset: Int) -> String { self[offset].label ?? String(offset) }

  fileprivate func part(named name: String) -> Any? {
    indices.first { self.name(at: $0) == name }.map { self[$0].value }
  }
}
