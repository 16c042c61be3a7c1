import ReducerDebugging

extension FieldChange {
  /// The assignments that make this change: of the field itself, or of the nearest enclosing value that source code can
  /// assign.
  fileprivate var assignments: [Assignment] {
    for (depth, step) in steps.enumerated() where ![.open, .hidden].contains(step.access) {
      let whole = Assignment(of: step.container, to: path.prefix(depth))
      if step.access == .closed || whole.value.isPasteable { return [whole] }
      return [Assignment(of: new, to: path.prefix(depth + 1), isPossible: false)]
    }
    if let step = steps.first(where: { $0.access == .hidden }) {
      return [Assignment(of: new, to: path, isPossible: false, hidden: step.component)]
    }
    if let assignments = elements?.assignments(in: path) { return assignments }
    return [Assignment(of: new, to: path, isPossible: elements?.renumbersKeptElements != true)]
  }
}

extension FieldChange.PathStep {
  enum Access {
    case open
    /// Source code can only replace the value as a whole: a case of an enum, for example.
    case closed
    /// The field is a constant, or is not accessible.
    case constant
    /// The field is stored as `_count`, for example, and a property `count` may set it.
    case hidden
  }

  /// Whether source code can change the field without replacing the value.
  fileprivate var access: Access {
    if container is any DumpRepresentable, !(container is any OptionalValue) { return .closed }
    switch part {
    case .field(let field, _, let owner):
      switch owner.kind {
      case .record:
        let name = field.property ?? "_\(field.label ?? "")"
        let isAssignable = StoredProperties.isAssignable(name, of: owner, holding: field.value)
        return !isAssignable ? .constant : field.property == nil ? .hidden : .open
      case .choice: return .closed
      case .tuple: return .open
      }
    case .entry, .memberOfSet, .wrapped: return .open
    case .element(_, let list): return list.elementAccess == .none ? .closed : .open
    }
  }
}

/// The path to the payload of an enum's case.
struct CaseChange {
  let path: FieldPath
  /// The enum: `$0`, `$0.screen`.
  let target: String
  let type: Any.Type
  let caseName: String
}

extension FieldChange {
  /// The path to the outermost enum that contains the change and is too large to be assigned as a
  /// whole.
  var way: CaseChange? {
    guard let depth = steps.firstIndex(where: { $0.access != .open }), depth + 1 < steps.count,
      case .field(_, _, let owner) = steps[depth].part, let caseName = owner.caseName,
      owner.onlyPayload != nil, !SourceLiteral(steps[depth].container).isBrief
    else { return nil }
    let names = path.components.prefix(depth).compactMap { component in
      if case .field(let name) = component { name } else { nil }
    }
    // An optional or an element on the path can't be passed `inout`.
    guard names.count == depth else { return nil }
    return CaseChange(
      path: path.prefix(depth + 1), target: (["$0"] + names).joined(separator: "."),
      type: owner.type, caseName: caseName)
  }
}

extension SourceLiteral {
  /// Whether the literal is short enough to read at a glance. A new stack of elements would have new IDs.
  fileprivate var isBrief: Bool {
    isComplete && text.count <= 100 && !text.contains("\n") && !text.contains("StackState(")
  }
}

extension [FieldChange] {
  /// The assignments that make the changes.
  ///
  /// Each assignment states a value, and has the same result if it runs twice, so it also holds for the changed value.
  /// Several changes in one enum value, or in a collection with added or removed elements, become one assignment of the
  /// whole value.
  package var assignments: [Assignment] {
    var places: Set<FieldPath> = []
    let all = flatMap(\.assignments).filter { places.insert($0.path).inserted }
    return all.filter { assignment in
      !assignment.path.components.indices.contains { places.contains(assignment.path.prefix($0)) }
    }
  }
}

/// An assignment that a test can make: `$0.surname = "Stern"`.
package struct Assignment {
  package let path: FieldPath
  package let value: SourceLiteral
  /// Whether source code can make the assignment. It can't assign a constant, for example.
  package let isPossible: Bool
  /// The field on the path that source code can access only if there is a computed property for it.
  let hidden: FieldPath.Component?

  /// If the field is optional, the value is written as an optional, so that a case named `none` isn't read as `nil`.
  fileprivate init(
    of value: Any, to path: FieldPath, isPossible: Bool = true, hidden: FieldPath.Component? = nil
  ) {
    let isWrapped = path.endsInOptional && type(of: value) != Any?.self
    self.path = path
    self.value = SourceLiteral(isWrapped ? Any?.some(value) as Any : value)
    self.hidden = hidden
    self.isPossible =
      isPossible && path.components.allSatisfy { $0.literal?.isPasteable ?? true }
  }

  /// The left side, starting with the closure's `$0`: `$0.child?.count`.
  package var target: String {
    var source = "$0"
    var marks = ""
    for component in path.components {
      guard component != .wrapped else {
        marks += "?"
        continue
      }
      source += marks
      marks = component.literal == nil ? "" : "?"
      switch component {
      case .field(let name): source += ".\(name)"
      case .id: source += "[id: \(component.literal?.text ?? "")]"
      case .key: source += "[\(component.literal?.text ?? "")]"
      case .index, .payload, .wrapped: source += component.description
      }
    }
    return source
  }
}

extension FieldPath {
  fileprivate var endsInOptional: Bool {
    components.last.map { $0 == .wrapped || $0.literal != nil } ?? false
  }
}

extension FieldPath.Component {
  /// The ID or key in brackets, if the component is a subscript that returns an optional.
  fileprivate var literal: SourceLiteral? {
    switch self {
    case .id(let id), .key(let id): SourceLiteral(id.base)
    default: nil
    }
  }
}

extension Difference.Elements {
  /// Assigns each old element to the ID of the new element at the same position.
  func assignmentsByPosition(in path: FieldPath) -> [Assignment] {
    let isReachable = path.components.allSatisfy { component in
      if case .payload = component { false } else { true }
    }
    guard isReachable, lists.old.elementCount <= min(lists.new.elementCount, 10) else { return [] }
    return (0..<lists.old.elementCount).map { offset in
      Assignment(
        of: lists.old.element(at: offset), to: path.appending(lists.new.component(at: offset)))
    }
  }

  /// Whether a new stack would give other IDs to elements that existed before.
  fileprivate var renumbersKeptElements: Bool {
    lists.new.elementAccess == .byOwnID
      && (0..<lists.new.elementCount).contains { offset in
        lists.new.elementID(at: offset).flatMap { lists.old.offset(ofID: $0) } != nil
      }
  }

  /// The assignments for a collection with a subscript by ID. An assignment of `nil` removes an element, and added
  /// elements are appended. `nil` if the collection changed in other ways.
  fileprivate func assignments(in path: FieldPath) -> [Assignment]? {
    guard [.byID, .byOwnID].contains(lists.new.elementAccess), moves.isEmpty, steps.count <= 10
    else {
      return nil
    }
    var result: [Assignment] = []
    func assign(_ j: Int) {
      result.append(
        Assignment(of: lists.new.element(at: j), to: path.appending(lists.new.component(at: j))))
    }
    var isAtEnd = false
    for step in steps {
      switch step {
      case .removed(let i):
        let place = path.appending(lists.old.component(at: i))
        result.append(Assignment(of: FieldPath.absent, to: place))
      case .added(let j):
        isAtEnd = true
        assign(j)
      case .matched(_, let j, let difference):
        if isAtEnd { return nil }
        if difference != nil { assign(j) }
      case .unmatched:
        return nil
      }
    }
    return isAtEnd && lists.suffix > 0 ? nil : result
  }
}

/// The stored properties of a record that source code can assign.
///
/// Mirrors don't distinguish constants from variables, but the standard library's key paths do. A private property is
/// recognized only if its type is private.
enum StoredProperties {
  static func isAssignable(_ name: String, of record: ValueStructure.Composite, holding value: Any)
    -> Bool
  {
    guard case .record(_, isCustom: false) = record.kind else { return false }
    let isPrivate = isPrivate(type(of: value)) && !isPrivate(record.type)
    return !isPrivate && isVariable(name, of: record.type)
  }

  private static func isPrivate(_ type: Any.Type) -> Bool {
    String(reflecting: type).contains("(unknown context at ")
  }

  private static func isVariable<Record>(_ name: String, of type: Record.Type) -> Bool {
    var isVariable = !StoredPropertyCheck.isPassed
    forEachStoredProperty(of: type) { field, keyPath in
      func isWritable<Value>(_: Value.Type) -> Bool { keyPath is WritableKeyPath<Record, Value> }
      guard field == name else { return }
      let valueType = Swift.type(of: keyPath).valueType
      isVariable = isWritable(valueType)
    }
    return isVariable
  }
}
