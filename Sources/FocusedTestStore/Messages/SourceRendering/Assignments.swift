import Core
import ReducerDebugging

extension AssertionCode {
  /// A statement of an assert closure, or a comment for code that wouldn't compile.
  package struct Statement {
    /// The path to the field that the statement assigns, or to the payload that it changes.
    package private(set) var path: FieldPath
    /// The left side of an assignment, starting with the closure's `$0`: `$0.child?.count`.
    package private(set) var target: String
    package private(set) var text: String
    package let isComment: Bool

    package var lines: [String] { text.lines.map(String.init) }

    /// An assignment of a value.
    ///
    /// If the field is optional, the value is written as an optional, so that a case named `none` isn't read as `nil`.
    ///
    /// - Parameter isPossible: Whether source code can make the assignment. It can't assign a constant, for example.
    fileprivate init(of value: Any, to path: FieldPath, isPossible: Bool = true) {
      let isWrapped = path.endsInOptional && type(of: value) != Any?.self
      let literal = SourceLiteral(isWrapped ? Any?.some(value) as Any : value)
      let isPossible = isPossible && path.components.allSatisfy(\.isReachable)
      self.path = path
      target = path.target
      isComment = !isPossible || !literal.isPasteable
      if !isPossible {
        text = "// \(target) = … (cannot be assigned)"
      } else if isComment {
        let missing = literal.missingPart.map { " (no literal for \($0))" } ?? ""
        let shown = literal.isShort ? literal.text + missing : "… (too long to be shown)"
        text = "// \(target) = \(shown.replacing("\n", with: "\n// "))"
      } else {
        text = "\(target) = \(literal.text)"
      }
    }

    /// The same statement about the value behind a reference, `$0.$total.withLock { $0 = 1 }`.
    ///
    /// - Parameter place: The path to the reference.
    package func inLock(of place: FieldPath) -> Statement {
      var reference = place.target
      if let name = reference.lastIndex(of: ".") {
        reference.insert("$", at: reference.index(after: name))
      }
      var statement = self
      (statement.path, statement.target) = (place, reference)
      if !isComment { statement.text = "\(reference).withLock { \(text) }" }
      return statement
    }
  }

  /// The statements of an assert closure that change one state into another.
  package static func statements<State>(from before: State, to after: State) -> [Statement] {
    statements(for: Difference.between(before, after)?.fieldChanges ?? [])
  }

  /// The assignments that make changes.
  ///
  /// Each assignment states a value, and has the same result if it runs twice, so it also holds for the changed value.
  /// Several changes in one enum value, or in a collection with added or removed elements, become one assignment of the
  /// whole value.
  package static func statements(for changes: [FieldChange]) -> [Statement] {
    var places = FieldPathSet()
    let all = changes.flatMap(\.assignments).filter { places.insert($0.path) }
    return all.filter { !places.encloses($0.path) }
  }
}

extension FieldChange {
  /// The assignments that make this change: of the field itself, or of the nearest enclosing value that source code can
  /// assign.
  fileprivate var assignments: [AssertionCode.Statement] {
    if let depth = steps.firstIndex(where: { $0.access != .open }) {
      let whole = AssertionCode.Statement(of: steps[depth].container, to: path.prefix(depth))
      if steps[depth].access == .closed || !whole.isComment { return [whole] }
      return [AssertionCode.Statement(of: new, to: path.prefix(depth + 1), isPossible: false)]
    }
    return elements?.assignments(in: path) ?? [
      AssertionCode.Statement(
        of: new, to: path, isPossible: elements?.renumbersKeptElements != true)
    ]
  }
}

extension FieldChange.PathStep {
  fileprivate enum Access {
    case open
    /// Source code can only replace the value as a whole: a case of an enum, for example.
    case closed
    /// The field is a constant, is not accessible, or is stored under another name.
    case constant
  }

  /// Whether source code can change the field without replacing the value.
  fileprivate var access: Access {
    if container is any DumpRepresentable, !(container is any OptionalValue) { return .closed }
    switch part {
    case .field(let field, _, let owner):
      switch owner.kind {
      case .record: return owner.hasVariable(field) ? .open : .constant
      case .choice: return .closed
      case .tuple: return .open
      }
    case .entry, .memberOfSet, .wrapped: return .open
    case .element(_, let list): return list.elementAccess == .none ? .closed : .open
    }
  }
}

extension FieldPath {
  fileprivate var endsInOptional: Bool { components.last?.source.hasSuffix("?") ?? false }

  /// The path as source code, starting with a closure's `$0`: `$0.child?.count`.
  fileprivate var target: String {
    var source = "$0" + components.map(\.source).joined()
    // An assignment replaces an optional itself.
    while source.hasSuffix("?") { source.removeLast() }
    return source
  }
}

extension FieldPath.Component {
  /// The component as source code, with a question mark after an optional.
  fileprivate var source: String {
    switch self {
    case .field(let name): ".\(name)"
    case .id(let id): "[id: \(SourceLiteral(id.base).text)]?"
    case .key(let key): "[\(SourceLiteral(key.base).text)]?"
    case .wrapped: "?"
    case .index, .payload: description
    }
  }

  /// Whether source code can express the component on the left side of an assignment.
  fileprivate var isReachable: Bool {
    switch self {
    case .payload: false
    case .id(let key), .key(let key): SourceLiteral(key.base).isPasteable
    case .field, .index, .wrapped: true
    }
  }
}

extension Difference.Elements {
  /// Whether a new stack would give other IDs to elements that existed before.
  fileprivate var renumbersKeptElements: Bool {
    lists.new.elementAccess == .byOwnID
      && (0..<lists.new.elementCount).contains { offset in
        lists.new.elementID(at: offset).flatMap { lists.old.offset(ofID: $0) } != nil
      }
  }

  /// The assignments for a collection with a subscript by ID. An assignment of `nil` removes an element, and added
  /// elements are appended. `nil` if the collection changed in other ways.
  fileprivate func assignments(in path: FieldPath) -> [AssertionCode.Statement]? {
    guard [.byID, .byOwnID].contains(lists.new.elementAccess), moves.isEmpty, steps.count <= 10
    else { return nil }
    var result: [AssertionCode.Statement] = []
    var hasAdded = false
    for step in steps {
      switch step {
      case .removed(let i):
        let place = path.appending(lists.old.component(at: i))
        result.append(AssertionCode.Statement(of: FieldPath.absent, to: place))
      case .matched(_, _, nil) where !hasAdded: break
      case .matched(_, let j, _) where !hasAdded, .added(let j):
        let place = path.appending(lists.new.component(at: j))
        result.append(AssertionCode.Statement(of: lists.new.element(at: j), to: place))
      case .matched, .unmatched: return nil
      }
      if case .added = step { hasAdded = true }
    }
    return hasAdded && lists.suffix > 0 ? nil : result
  }
}

extension ValueStructure.Composite {
  /// Whether source code can assign a field of a record.
  ///
  /// Mirrors don't distinguish constants from variables, but the standard library's key paths do. A private property is
  /// recognized only if its type is private.
  fileprivate func hasVariable(_ field: ValueStructure.Field) -> Bool {
    func isPrivate(_ type: Any.Type) -> Bool {
      String(reflecting: type).contains("(unknown context at ")
    }
    let record = type
    guard case .record(_, isCustom: false) = kind, let name = field.property,
      isPrivate(record) || !isPrivate(Swift.type(of: field.value))
    else { return false }
    return isVariable(name, of: record)
  }
}

private func isVariable<Record>(_ name: String, of type: Record.Type) -> Bool {
  var isVariable = !StoredPropertyCheck.isPassed
  forEachStoredProperty(of: type) { field, keyPath in
    func isWritable<Value>(_: Value.Type) -> Bool { keyPath is WritableKeyPath<Record, Value> }
    guard field == name else { return }
    let valueType = Swift.type(of: keyPath).valueType
    isVariable = isWritable(valueType)
  }
  return isVariable
}
