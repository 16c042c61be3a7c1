import Core
import ReducerDebugging

/// A changed value in which some fields have their old values again.
///
/// Only a key path or a case path can set a part of a value. So the value is taken apart along the paths of the changes,
/// and put together again.
package struct Reversion {
  /// A field that can't be set separately.
  package struct Obstacle: Error {
    /// The reason, as a sentence: "`Row.id` is a constant."
    package let reason: String
  }

  private let old: Any
  private let new: Any
  private let changes: [ChangedField]
  private let selected: Set<FieldPath>
  private let cases: CasePathsOfReducer?

  /// - Parameters:
  ///   - cases: The case paths that can set the payload of an enum.
  ///   - isSelected: Whether a field gets its old value. Added and removed elements are a change of their collection.
  ///     A change of an existing element is a change of its fields.
  package init(
    _ difference: Difference, cases: CasePathsOfReducer? = nil,
    _ isSelected: (ChangedField) -> Bool
  ) {
    (old, new) = (difference.old, difference.new)
    changes = ChangedField.all(in: difference, withStorage: true)
    selected = Set(changes.filter(isSelected).map(\.path))
    self.cases = cases
  }

  /// Whether no field is selected.
  package var isEmpty: Bool { selected.isEmpty }

  package func value<Value>(as _: Value.Type) throws(Obstacle) -> Value {
    guard let value = try value(from: old, to: new, at: FieldPath()) as? Value else {
      throw .inPieces(Value.self)
    }
    return value
  }

  private func value(from old: Any, to new: Any, at path: FieldPath) throws(Obstacle) -> Any {
    let inside = changes.filter { path.contains($0.path) }
    let count = inside.count { selected.contains($0.path) }
    if count == 0 { return new }
    if count == inside.count { return old }
    let depth = path.components.count
    if inside.allSatisfy({ $0.path.components[depth...].first?.isPayload == true }) {
      return try payload(from: old, to: new, at: path, inside[0].path.components[depth...])
    }
    // The list itself goes back. Then the elements that don't go back must be set.
    let isOldList = selected.contains(path)
    var whole = isOldList ? old : new
    var known: Set<FieldPath.Component> = []
    for change in inside where change.path.components.count > depth {
      let component = change.path.components[depth]
      let oldComponent = change.oldPath.components[depth]
      guard known.insert(component).inserted else { continue }
      let place = path.appending(component)
      let states = Set(inside.filter { place.contains($0.path) }.map { selected.contains($0.path) })
      // The base has the right part.
      if states == [isOldList] { continue }
      guard let oldPart = FieldPath([oldComponent]).value(in: old),
        let newPart = FieldPath([component]).value(in: new)
      else { throw .inPieces(type(of: new)) }
      whole = try setting(
        isOldList ? oldComponent : component, of: whole,
        to: try value(from: oldPart, to: newPart, at: place), from: states == [true] ? old : nil)
    }
    return whole
  }

  /// An enum with another payload. A case path can lead through several enums.
  private func payload(
    from old: Any, to new: Any, at path: FieldPath, _ rest: ArraySlice<FieldPath.Component>
  ) throws(Obstacle) -> Any {
    let composite = ShownValue(of: new).composite
    let name = "`\(composite?.typeName ?? "").\(composite?.caseName ?? "")`"
    guard composite?.fields.count == 1 else {
      throw Obstacle(reason: "\(name) has one value that cannot be restored alone.")
    }
    for end in rest.prefix(while: \.isPayload).indices.reversed() {
      let steps = FieldPath(Array(rest[...end]))
      guard let oldPart = steps.value(in: old), let newPart = steps.value(in: new) else { continue }
      let place = FieldPath(path.components + steps.components)
      let part = try value(from: oldPart, to: newPart, at: place)
      if let whole = cases?.replacing(part, in: new) { return whole }
    }
    throw Obstacle(
      reason: "Only some of what \(name) holds is to go back, and no `Scope` or `ifCaseLet` of the "
        + "feature shows how a value gets into that case.")
  }

  /// A value with another part.
  ///
  /// - Parameter old: The value that has the part, if the part is unchanged there.
  private func setting(
    _ component: FieldPath.Component, of whole: Any, to part: Any, from old: Any?
  ) throws(Obstacle) -> Any {
    switch component {
    case .wrapped, .payload: return part
    case .field(let label):
      guard let composite = ShownValue(of: whole).composite, composite.isRecord,
        let field = composite.fields.first(where: { $0.label == label })
      else {
        throw Obstacle(reason: "A tuple has one value that cannot be restored alone.")
      }
      // The dynamic type of the value, because an `Any` can contain an existential that contains the value.
      func setting<Record>(_: Record.Type) throws(Obstacle) -> Any {
        guard let record = whole as? Record, type(of: whole) == Record.self else {
          throw .inPieces(type(of: whole))
        }
        return try FocusedEvidence.setting(field, of: record, to: part, from: old as? Record)
      }
      return try setting(composite.type)
    case .index, .id, .key:
      let changed =
        if case .key(let key) = component { (whole as? any Values)?.setting(key, to: part) } else {
          settingElement(component, of: whole, to: part)
        }
      if let changed { return changed }
      throw Obstacle(reason: "The elements of `\(TypeName.of(type(of: whole)))` cannot be set.")
    }
  }
}

extension Reversion.Obstacle {
  fileprivate static func inPieces(_ type: Any.Type) -> Self {
    Self(reason: "`\(TypeName.of(type))` cannot be reassembled.")
  }
}

extension FieldPath.Component {
  fileprivate var isPayload: Bool { if case .payload = self { true } else { false } }
}

// MARK: - Collections

/// A copy of a collection with another element, or `nil` if it can't be set.
private func settingElement(
  _ component: FieldPath.Component, of whole: Any, to element: Any
) -> Any? {
  guard case .list(let list)? = ShownValue(of: whole).structure else { return nil }
  let offset =
    switch component {
    case .index(let index): index
    case .id(let id): list.offset(ofID: id)
    default: nil as Int?
    }
  guard let offset else { return nil }
  func setting<C: MutableCollection>(in collection: C) -> Any? {
    guard let element = element as? C.Element else { return nil }
    var copy = collection
    copy[copy.index(copy.startIndex, offsetBy: offset)] = element
    return copy
  }
  return (whole as? any MutableCollection).flatMap { setting(in: $0) }
}

/// A dictionary whose values can be set.
private protocol Values {
  /// A copy with another value, or without the value if it is absent. Returns `nil` for a value of another type.
  func setting(_ key: AnyHashable, to value: Any) -> Any?
}

extension Dictionary: Values {
  fileprivate func setting(_ key: AnyHashable, to value: Any) -> Any? {
    guard let key = key.base as? Key else { return nil }
    var copy = self
    if case .absent = ValueStructure(of: value) {
      copy[key] = nil
    } else if let value = value as? Value {
      copy[key] = value
    } else {
      return nil
    }
    return copy
  }
}

// MARK: - Fields

/// A copy of a record with another value of a stored property.
///
/// - Parameter old: The record that has the value, if it is unchanged there.
private func setting<Record>(
  _ field: ValueStructure.Field, of record: Record, to value: Any, from old: Record?
) throws(Reversion.Obstacle) -> Record {
  var copy = record
  var (isSet, isConstant) = (false, false)
  forEachStoredProperty(of: Record.self) { name, keyPath in
    guard
      name == field.property ?? field.label
        || field.property == nil && name == "_\(field.label ?? "")"
    else { return }
    func set<Value>(_: Value.Type) {
      guard let keyPath = keyPath as? WritableKeyPath<Record, Value> else {
        return isConstant = true
      }
      guard
        let value = old?[keyPath: keyPath] ?? value as? Value
          ?? presenting(value, in: copy[keyPath: keyPath])
      else { return }
      copy[keyPath: keyPath] = value
      isSet = true
    }
    let valueType = type(of: keyPath).valueType
    set(valueType)
  }
  if isSet { return copy }
  let name = "`\(TypeName.of(Record.self)).\(field.label ?? "")`"
  throw Reversion.Obstacle(
    reason: !StoredPropertyCheck.isPassed
      ? StoredPropertyCheck.failure
      : isConstant
        ? "\(name) is a constant, so it can be restored only together with all changes around it."
        : "\(name) is not stored under its name.")
}

/// The storage of `@PresentationState` with another value in it, or `nil` if it is not such a storage.
private func presenting<Storage>(_ value: Any, in storage: Storage) -> Storage? {
  guard var wrapper = storage as? any PresentedValue, wrapper.present(value) else { return nil }
  return wrapper as? Storage
}

private protocol PresentedValue {
  /// Returns `false` if nothing is presented, or if the value is of another type.
  mutating func present(_ value: Any) -> Bool
}

extension PresentationState: PresentedValue {
  fileprivate mutating func present(_ value: Any) -> Bool {
    guard let value = value as? State?, wrappedValue != nil else { return false }
    wrappedValue = value
    return true
  }
}
