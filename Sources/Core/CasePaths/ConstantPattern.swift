/// What an embed function always stores beside its argument: the 3 of `{ .row(3, .tapped($0)) }`.
///
/// Equatable values are compared by `==`. Enums that are not `Equatable` are compared case by case, and
/// tuples element by element. Whatever is left, such as a closure, cannot be compared and so matches.
indirect enum ConstantPattern {
  /// A value, told from others by `==`.
  case equal(isEqual: (UnsafeRawPointer) -> Bool, text: String?)
  /// A case of an enum that is not `Equatable`, and what it holds.
  case enumCase(EnumLayout, tag: UInt32, payload: EnumLayout.Payload?, ConstantPattern)
  case tuple([TupleElement], [ConstantPattern])
  case anything

  /// Learns the value at an address, and leaves it there.
  init(_ type: Any.Type, at address: UnsafeRawPointer, isGeneric: Bool) {
    guard isGeneric || isStoredAlikeEverywhere(type) else {
      self = .anything
      return
    }
    if let isEqual = equality(type, at: address) {
      self = .equal(isEqual: isEqual, text: constantText(of: type, at: address))
    } else if let layout = EnumLayout.of(type) {
      var payload = OwnedPayload(copying: type, at: address, isGeneric: isGeneric)
      let tag = layout.tag(at: payload.address)
      guard let inner = layout.payload(ofTag: tag), payload.peel(inner, of: layout) else {
        self = .enumCase(layout, tag: tag, payload: nil, .anything)
        return
      }
      let pattern = ConstantPattern(payload.type, at: payload.address, isGeneric: payload.isGeneric)
      self = .enumCase(layout, tag: tag, payload: inner, pattern)
    } else {
      let elements = TypeMetadata(type).tupleElements
      guard !elements.isEmpty else {
        self = .anything
        return
      }
      let patterns = elements.map {
        ConstantPattern($0.type, at: address.advanced(by: $0.offset), isGeneric: isGeneric)
      }
      self = .tuple(elements, patterns)
    }
  }

  /// Whether the value at an address, which must be of the type learned from, is the one learned.
  func matches(_ type: Any.Type, at address: UnsafeRawPointer, isGeneric: Bool) -> Bool {
    switch self {
    case .equal(let isEqual, _):
      return isEqual(address)
    case .enumCase(let layout, let tag, let inner, let pattern):
      guard layout.tag(at: address) == tag else { return false }
      guard let inner else { return true }
      var payload = OwnedPayload(copying: type, at: address, isGeneric: isGeneric)
      return payload.peel(inner, of: layout)
        && pattern.matches(payload.type, at: payload.address, isGeneric: payload.isGeneric)
    case .tuple(let elements, let patterns):
      return zip(elements, patterns).allSatisfy { element, pattern in
        pattern.matches(
          element.type, at: address.advanced(by: element.offset), isGeneric: isGeneric)
      }
    case .anything:
      return true
    }
  }

  /// How messages show the constant; `nil` where that would be long.
  var text: String? {
    switch self {
    case .equal(_, let text):
      return text
    case .enumCase(let layout, let tag, let payload, let pattern):
      guard let name = layout.name(ofTag: tag) else { return nil }
      return payload == nil ? ".\(name)" : ".\(name)(\(pattern.text ?? "…"))"
    case .tuple(let elements, let patterns):
      return zip(elements, patterns).map { $0.labelled($1.text ?? "…") }.joined(separator: ", ")
    case .anything:
      return nil
    }
  }
}

/// A comparison with the value at an address, if that is `Equatable`.
private func equality(
  _ type: Any.Type, at address: UnsafeRawPointer
) -> ((UnsafeRawPointer) -> Bool)? {
  if let type = type as? any Equatable.Type { return staticEquality(type, at: address) }
  guard EnumLayout.isCastable(type) else { return nil }
  return dynamicEquality(type, at: address)
}

private func staticEquality<T: Equatable>(
  _: T.Type, at address: UnsafeRawPointer
) -> (UnsafeRawPointer) -> Bool {
  let constant = address.assumingMemoryBound(to: T.self).pointee
  return { $0.assumingMemoryBound(to: T.self).pointee == constant }
}

/// A comparison of what existentials hold.
private func dynamicEquality<T>(
  _: T.Type, at address: UnsafeRawPointer
) -> ((UnsafeRawPointer) -> Bool)? {
  func isEqual<U: Equatable>(_ lhs: U, _ rhs: T) -> Bool { lhs == rhs as? U }
  guard let constant = address.assumingMemoryBound(to: T.self).pointee as? any Equatable else {
    return nil
  }
  return { isEqual(constant, $0.assumingMemoryBound(to: T.self).pointee) }
}

private func constantText(of type: Any.Type, at address: UnsafeRawPointer) -> String? {
  func text<T>(_: T.Type) -> String? {
    let value = address.assumingMemoryBound(to: T.self).pointee
    // What Swift prints for other types names modules, or goes on and on.
    guard value is any CustomDebugStringConvertible || value is any LosslessStringConvertible else {
      guard let layout = EnumLayout.of(type) else { return nil }
      let tag = layout.tag(at: address)
      return layout.name(ofTag: tag).map {
        ".\($0)\(layout.payload(ofTag: tag) == nil ? "" : "(…)")"
      }
    }
    let text = String(reflecting: value)
    return text.count <= 40 ? text : nil
  }
  return _openExistential(type, do: text)
}
