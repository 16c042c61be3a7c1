import Core
import ReducerDebugging

/// A changed value with some of its changes reverted.
package enum Reversion {
  /// No selected change: the result is the new value.
  case none
  /// All changes were reverted: the result is the old value.
  case complete
  /// Some fields were reverted.
  case partial(Any)
  /// A field can't be set separately. The reason is a sentence: "`Row.id` is a constant." The payload is a value that
  /// can't be embedded in its case. An enclosing enum may be able to embed it.
  case impossible(because: String, payload: Any? = nil)
}

extension Difference {
  /// Reverts the changes of some fields, and keeps the others.
  ///
  /// - Parameters:
  ///   - replace: Returns an enum with another payload in its case, which only the feature's case paths can make.
  ///   - isSelected: Whether to revert the change at a path, which is one of `fieldChanges`. Added and removed
  ///     elements are a change of their collection. A change of an existing element is a change of its fields.
  package func reverting(
    by replace: ((_ payload: Any, _ root: Any) -> Any?)? = nil,
    _ isSelected: @escaping (FieldPath) -> Bool
  ) -> Reversion {
    reverting(at: FieldPath(), Selection(replace: replace, contains: isSelected))
  }

  fileprivate struct Selection {
    var replace: ((_ payload: Any, _ root: Any) -> Any?)?
    let contains: (FieldPath) -> Bool

    func reversion(at path: FieldPath) -> Reversion { contains(path) ? .complete : .none }
  }

  fileprivate func reverting(at path: FieldPath, _ selection: Selection) -> Reversion {
    switch cause {
    case .wrapped(let inner):
      return inner.reverting(at: path.appending(.wrapped), selection)
    case .fields(let owner, let parts) where !owner.isAtomic:
      let fields = parts.enumerated().compactMap { offset, part in
        part.difference.map { difference in
          let place = path.appending(owner.component(of: part.field, at: offset))
          return (field: part.field, reversion: difference.reverting(at: place, selection))
        }
      }
      if owner.caseName != nil, fields.count == 1, owner.fields.count == 1 {
        return fields[0].reversion.inCase(of: owner, new, selection)
      }
      return .of(fields.map(\.reversion)) {
        guard owner.isRecord, type(of: new) == owner.type else {
          let whole = owner.caseName.map { "`\(owner.typeName).\($0)`" } ?? "A tuple"
          return .impossible(because: "\(whole) has one value that cannot be restored alone.")
        }
        // The dynamic type of the value, because an `Any` can contain an existential that contains the value.
        func reverted<Record>(_: Record.Type) -> Reversion {
          guard let old = old as? Record, let new = new as? Record else {
            return .impossible(because: "`\(owner.typeName)` cannot be reassembled.")
          }
          return revert(fields, from: old, in: new)
        }
        return reverted(owner.type)
      }
    case .elements(let elements):
      return elements.reverting(self, at: path, selection)
    case .entries(let entries, _, isSet: false):
      let values = entries.map { key, change -> (key: AnyHashable, old: Any?, Reversion) in
        let place = path.appending(.key(key))
        switch change {
        case .changed(let inner): return (key, inner.old, inner.reverting(at: place, selection))
        case .removed(let old): return (key, old, selection.reversion(at: place))
        case .added: return (key, nil, selection.reversion(at: place))
        }
      }
      return .of(values.map(\.2)) {
        let replaced = values.compactMap { key, old, reversion -> (AnyHashable, Any?)? in
          switch reversion {
          case .none, .impossible: nil
          case .complete: (key, old)
          case .partial(let value): (key, value)
          }
        }
        return .of((new as? any Values)?.replacingValues(replaced), in: new)
      }
    case .whole, .fields, .entries:
      return selection.reversion(at: path)
    }
  }
}

extension Reversion {
  /// The value with its parts' reversions applied.
  ///
  /// - Parameter write: Sets the reverted parts in the new value.
  fileprivate static func of(_ parts: [Reversion], _ write: () -> Reversion) -> Reversion {
    var (areAllComplete, areAllNone) = (true, true)
    for part in parts {
      switch part {
      case .impossible: return part
      case .none: areAllComplete = false
      case .complete: areAllNone = false
      case .partial: (areAllComplete, areAllNone) = (false, false)
      }
    }
    if areAllNone { return .none }
    return areAllComplete ? .complete : write()
  }

  /// A collection with other elements. `changed` is `nil` if they can't be set.
  fileprivate static func of(_ changed: Any?, in collection: Any) -> Reversion {
    changed.map(partial)
      ?? .impossible(
        because: "The elements of `\(TypeName.of(type(of: collection)))` cannot be set.")
  }

  /// The enum with its only payload's reversion applied.
  fileprivate func inCase(
    of choice: ValueStructure.Composite, _ root: Any, _ selection: Difference.Selection
  ) -> Reversion {
    let payload: Any
    switch self {
    case .none, .complete: return self
    case .partial(let value): payload = value
    case .impossible(_, let inner):
      guard let inner else { return self }
      payload = inner
    }
    if let whole = selection.replace?(payload, root) { return .partial(whole) }
    if case .impossible = self { return self }
    return .impossible(
      because: "Only some of what `\(choice.typeName).\(choice.caseName ?? "")` holds is to go "
        + "back, and no `Scope` or `ifCaseLet` of the feature shows how a value gets into that case.",
      payload: payload)
  }
}

// MARK: - Elements

extension Difference.Elements {
  fileprivate func reverting(
    _ whole: Difference, at path: FieldPath, _ selection: Difference.Selection
  ) -> Reversion {
    let areAllMatched = steps.allSatisfy(\.isMatch)
    var matches: [(old: Int, new: Int, Difference, Reversion)] = []
    for case .matched(let i, let j, let difference?) in steps {
      let place = path.appending(lists.new.component(at: j))
      matches.append((i, j, difference, difference.reverting(at: place, selection)))
    }
    let goesBack = !areAllMatched && selection.contains(path)
    let parts = matches.map(\.3) + (areAllMatched ? [] : [selection.reversion(at: path)])
    return .of(parts) {
      let replaced = matches.compactMap { i, j, difference, reversion -> (Int, Any)? in
        switch reversion {
        case .none: goesBack ? (i, difference.new) : nil
        case .complete: goesBack ? nil : (j, difference.old)
        case .partial(let value): (goesBack ? i : j, value)
        case .impossible: nil
        }
      }
      let collection = goesBack ? whole.old : whole.new
      return .of(replacingElements(replaced, in: collection), in: collection)
    }
  }
}

/// A copy of a collection with other elements at some positions, or `nil` if they can't be set.
private func replacingElements(_ elements: [(offset: Int, Any)], in collection: Any) -> Any? {
  func replacing<C: MutableCollection>(in collection: C) -> Any? {
    var copy = collection
    for (offset, element) in elements {
      guard let element = element as? C.Element else { return nil }
      copy[copy.index(copy.startIndex, offsetBy: offset)] = element
    }
    return copy
  }
  return (collection as? any MutableCollection).flatMap { replacing(in: $0) }
}

/// A dictionary whose values can be replaced.
private protocol Values {
  /// A copy with other values, or without a value if it is `nil`. Returns `nil` for values of
  /// another type.
  func replacingValues(_ values: [(key: AnyHashable, Any?)]) -> Any?
}

extension Dictionary: Values {
  fileprivate func replacingValues(_ values: [(key: AnyHashable, Any?)]) -> Any? {
    var copy = self
    for (key, value) in values {
      guard let key = key.base as? Key else { return nil }
      guard let value else {
        copy[key] = nil
        continue
      }
      guard let value = value as? Value else { return nil }
      copy.updateValue(value, forKey: key)
    }
    return copy
  }
}

// MARK: - Fields

/// A property wrapper whose value can be set through the storage.
private protocol WrapperStorage {
  /// Returns `false` if the value is of another type.
  mutating func setWrappedValue(_ value: Any) -> Bool
}

extension PresentationState: WrapperStorage {
  fileprivate mutating func setWrappedValue(_ value: Any) -> Bool {
    guard let value = value as? State?, wrappedValue != nil else { return false }
    wrappedValue = value
    return true
  }
}

/// A copy of a record in which some stored properties have their old values.
private func revert<Record>(
  _ fields: [(field: ValueStructure.Field, reversion: Reversion)], from old: Record, in new: Record
) -> Reversion {
  var copy = new
  var missing = fields.filter { if case .none = $0.reversion { false } else { true } }
  var constant: String?
  forEachStoredProperty(of: Record.self) { name, keyPath in
    guard let index = missing.firstIndex(where: { $0.field.isStored(as: name) }) else { return }
    func write<Value>(_: Value.Type) -> Bool {
      guard let keyPath = keyPath as? WritableKeyPath<Record, Value> else {
        constant = name
        return false
      }
      guard case .partial(let value) = missing[index].reversion else {
        copy[keyPath: keyPath] = old[keyPath: keyPath]
        return true
      }
      guard let value = value as? Value ?? wrap(value, in: copy[keyPath: keyPath]) else {
        return false
      }
      copy[keyPath: keyPath] = value
      return true
    }
    let valueType = type(of: keyPath).valueType
    if write(valueType) { missing.remove(at: index) }
  }
  guard let first = missing.first else { return .partial(copy) }
  let name = "`\(TypeName.of(Record.self)).\(constant ?? first.field.label ?? "")`"
  return .impossible(
    because: !StoredPropertyCheck.isPassed
      ? StoredPropertyCheck.failure
      : constant != nil
        ? "\(name) is a constant, so it can be restored only together with all changes around it."
        : "\(name) is not stored under its name.")
}

/// The storage of a property wrapper with another value in it, or `nil` if the value can't be set.
private func wrap<Storage>(_ value: Any, in storage: Storage) -> Storage? {
  if var wrapper = storage as? any WrapperStorage {
    return wrapper.setWrappedValue(value) ? wrapper as? Storage : nil
  }
  var copy = storage
  var isSet = false
  forEachStoredProperty(of: Storage.self) { name, keyPath in
    guard name == "wrappedValue" || name == "_wrappedValue" else { return }
    func write<Value>(_: Value.Type) {
      guard let keyPath = keyPath as? WritableKeyPath<Storage, Value>, let value = value as? Value
      else { return }
      copy[keyPath: keyPath] = value
      isSet = true
    }
    let valueType = type(of: keyPath).valueType
    write(valueType)
  }
  return isSet ? copy : nil
}

extension ValueStructure.Field {
  /// Whether the field shows the stored property with this name.
  fileprivate func isStored(as name: String) -> Bool {
    name == property ?? label || property == nil && name == "_\(label ?? "")"
  }
}
