import Core

/// What is left of a changed value when some of its changes are taken back.
package enum Reversion {
  /// None of the changes was to be taken back: the new value.
  case none
  /// All were: the old value.
  case complete
  /// Some were.
  case partial(Any)
  /// A field cannot be set by itself: it is a constant, or stands in a case of an enum beside others
  /// that changed.
  case impossible
}

extension Difference {
  /// Takes back the changes of some fields, and keeps the others.
  ///
  /// - Parameters:
  ///   - cases: Puts values into cases of enums, which nothing else can.
  ///   - isSelected: Whether to take back the change at a path, as `fieldChanges` has it. Elements that
  ///     come and go are a change of their collection, and those that stay change in their fields.
  package func reverting(
    by cases: CasePathsOfReducer? = nil, _ isSelected: @escaping (FieldPath) -> Bool
  ) -> Reversion {
    reverting(at: FieldPath(), Selection(cases: cases, contains: isSelected))
  }

  fileprivate struct Selection {
    let cases: CasePathsOfReducer?
    let contains: (FieldPath) -> Bool
  }

  fileprivate func reverting(at path: FieldPath, _ selection: Selection) -> Reversion {
    switch cause {
    case .wrapped(let inner):
      return inner.reverting(at: path.appending(.wrapped), selection)
    case .fields(let owner, let parts) where !owner.isAtomic:
      let fields = parts.enumerated().compactMap { offset, part in
        part.difference.map { difference in
          RevertedField(
            field: part.field,
            reversion: difference.reverting(
              at: path.appending(owner.component(of: part.field, at: offset)), selection))
        }
      }
      return .of(fields.map(\.reversion)) {
        guard type(of: new) == owner.type else { return nil }
        if owner.isRecord {
          // The type that the value itself has: an `Any` can hold an existential that holds it.
          func reverted<Record>(_: Record.Type) -> Any? {
            (new as? Record).flatMap { revert(fields, from: old, in: $0) }
          }
          return _openExistential(owner.type, do: reverted)
        }
        guard owner.onlyPayload != nil, case .partial(let payload)? = fields.first?.reversion else {
          return nil
        }
        return selection.cases?.replacing(payload, in: new)
      }
    case .elements(let elements):
      return elements.reverting(self, at: path, selection)
    case .entries(let entries, _, isSet: false):
      let values = entries.map { key, change in
        (key, change, change.reverting(at: path.appending(.key(key)), selection))
      }
      return .of(values.map(\.2)) {
        let replaced = values.compactMap { key, change, reversion -> (AnyHashable, Any?)? in
          switch reversion {
          case .none, .impossible: nil
          case .complete: (key, change.old)
          case .partial(let value): (key, value)
          }
        }
        return (new as? any KeyedElements)?.replacingValues(replaced)
      }
    case .whole, .fields, .entries:
      return selection.contains(path) ? .complete : .none
    }
  }
}

extension Reversion {
  /// What the reversions of its parts make of a value.
  ///
  /// - Parameter write: Sets the parts that go back in the new value; `nil` if it cannot.
  fileprivate static func of(_ parts: [Reversion], _ write: () -> Any?) -> Reversion {
    var (areAllComplete, areAllNone) = (true, true)
    for part in parts {
      switch part {
      case .impossible: return .impossible
      case .none: areAllComplete = false
      case .complete: areAllNone = false
      case .partial: (areAllComplete, areAllNone) = (false, false)
      }
    }
    if areAllNone { return .none }
    if areAllComplete { return .complete }
    return write().map(Reversion.partial) ?? .impossible
  }
}

extension Difference.Change {
  fileprivate func reverting(at path: FieldPath, _ selection: Difference.Selection) -> Reversion {
    switch self {
    case .changed(let inner): inner.reverting(at: path, selection)
    case .removed, .added: selection.contains(path) ? .complete : .none
    }
  }

  /// `nil` for what was not there.
  fileprivate var old: Any? {
    switch self {
    case .removed(let value): value
    case .changed(let inner): inner.old
    case .added: nil
    }
  }
}

// MARK: - Elements

extension Difference.Elements {
  fileprivate func reverting(
    _ whole: Difference, at path: FieldPath, _ selection: Difference.Selection
  ) -> Reversion {
    var matches: [(old: Int, new: Int, Difference, Reversion)] = []
    var areAllMatched = true
    for step in steps {
      guard case .matched(let i, let j, let difference) = step else {
        areAllMatched = false
        continue
      }
      guard let difference else { continue }
      let place = path.appending(lists.new.component(at: j))
      matches.append((i, j, difference, difference.reverting(at: place, selection)))
    }
    let goesBack = !areAllMatched && selection.contains(path)
    let parts = matches.map(\.3) + (areAllMatched ? [] : [goesBack ? .complete : .none])
    return .of(parts) {
      let replaced = matches.compactMap { i, j, difference, reversion -> (Int, Any)? in
        switch reversion {
        case .none: goesBack ? (i, difference.new) : nil
        case .complete: goesBack ? nil : (j, difference.old)
        case .partial(let value): (goesBack ? i : j, value)
        case .impossible: nil
        }
      }
      return replacingElements(replaced, in: goesBack ? whole.old : whole.new)
    }
  }
}

/// A copy of a collection with other elements at some positions; `nil` if they cannot be set.
private func replacingElements(_ elements: [(offset: Int, Any)], in collection: Any) -> Any? {
  if var collection = collection as? any ElementReplacing {
    for (offset, element) in elements where !collection.setElement(element, at: offset) {
      return nil
    }
    return collection
  }
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

/// A collection without settable positions, whose elements can be set nevertheless.
protocol ElementReplacing {
  /// Returns `false` if the element is of another type.
  mutating func setElement(_ element: Any, at offset: Int) -> Bool
}

// MARK: - Fields

private struct RevertedField {
  let field: Shape.Field
  let reversion: Reversion
}

/// A property wrapper whose value can be set through the storage.
package protocol WrapperStorage {
  /// Returns `false` if the value is of another type.
  mutating func setWrappedValue(_ value: Any) -> Bool
}

/// A copy of a record in which some stored properties have gone back; `nil` if they cannot be set.
private func revert<Record>(_ fields: [RevertedField], from old: Any, in new: Record) -> Any? {
  #if canImport(Darwin)
    // The standard library keeps its key paths of stored properties to itself there.
    return nil
  #else
    guard let old = old as? Record else { return nil }
    var copy = new
    var missing = fields.filter { if case .none = $0.reversion { false } else { true } }
    forEachStoredProperty(of: Record.self) { name, keyPath in
      guard let index = missing.firstIndex(where: { $0.field.isStored(as: name) }) else { return }
      func write<Value>(_: Value.Type) -> Bool {
        guard let keyPath = keyPath as? WritableKeyPath<Record, Value> else { return false }
        guard case .partial(let value) = missing[index].reversion else {
          copy[keyPath: keyPath] = old[keyPath: keyPath]
          return true
        }
        if let value = value as? Value {
          copy[keyPath: keyPath] = value
          return true
        }
        guard var wrapper = copy[keyPath: keyPath] as? any WrapperStorage,
          wrapper.setWrappedValue(value), let wrapper = wrapper as? Value
        else { return false }
        copy[keyPath: keyPath] = wrapper
        return true
      }
      if _openExistential(type(of: keyPath).valueType, do: write) { missing.remove(at: index) }
    }
    return missing.isEmpty ? copy : nil
  #endif
}

extension Shape.Field {
  /// Whether the field is what a stored property of that name shows.
  fileprivate func isStored(as name: String) -> Bool {
    name == property ?? label || property == nil && name == "_\(label ?? "")"
  }
}
