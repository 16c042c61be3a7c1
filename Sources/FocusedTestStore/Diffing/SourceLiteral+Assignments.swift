extension SourceLiteral {
  /// The statements of an assert closure that make the changes: `$0.surname = "Stern"`.
  ///
  /// Several changes inside one enum value are one assignment of that value. A collection that lost or
  /// gained a few elements is told to remove and insert them.
  package static func assignments(for changes: [FieldChange]) -> [String] {
    var lines: [String] = []
    var assigned: Set<FieldPath> = []
    for change in changes {
      let target = change.assignment
      if target.path == change.path, let elements = change.elements {
        lines += edits(elements, of: change)
      } else if assigned.insert(target.path).inserted {
        lines.append(assignment(of: target.new, to: target.path))
      }
    }
    return lines
  }

  /// The path as source, from the closure's `$0` on: `$0.child?.count`.
  static func place(_ path: FieldPath) -> String {
    var source = "$0"
    var isOptional = false
    for component in path.components {
      if isOptional, component != .wrapped { source += "?" }
      isOptional = false
      switch component {
      case .field(let name): source += ".\(name)"
      case .index(let index): source += "[\(index)]"
      case .id(let id):
        source += "[id: \(text(id.base))]"
        isOptional = true
      case .key(let key):
        source += "[\(text(key.base))]"
        isOptional = true
      case .wrapped: isOptional = true
      // Assignments end at the enum, so no path that is spelled leads into one.
      case .payload(let name): source += "/* \(name) */"
      }
    }
    return source
  }

  /// More than this many edits are worse to read than the collection they make.
  private static let editLimit = 10
  private static let elementLimit = 20

  private static func edits(_ elements: ElementChange, of change: FieldChange) -> [String] {
    let place = place(change.path) + (change.path.endsInOptional ? "?" : "")
    let isSmall = elements.removed.count + elements.added.count <= editLimit
    if elements.isComplete, isSmall, !elements.removed.isEmpty || !elements.added.isEmpty {
      if case .set = Shape(of: change.new) {
        return elements.removed.map { "\(place).remove(\(text($0.value)))" }
          + elements.added.map { "\(place).insert(\(text($0.value)))" }
      }
      if case .list(let old) = Shape(of: change.old), case .list(let new) = Shape(of: change.new) {
        return listEdits(elements, place: place, old: old, new: new)
      }
    }
    let count = elementCount(change.new)
    guard count <= elementLimit else {
      return [
        "// \(SourceLiteral.place(change.path)): "
          + "\(counted(elements.removed.count, "element")) removed, "
          + "\(grouped(elements.added.count)) added"
      ]
    }
    return [assignment(of: change.new, to: change.path)]
  }

  /// What is assigned to an optional is spelled as one, lest a case named `none` reads as `nil`.
  private static func assignment(of value: Any, to path: FieldPath) -> String {
    let isWrapped = path.endsInOptional && !(value is any OptionalValue)
    return "\(place(path)) = \(text(isWrapped ? Any?.some(value) as Any : value))"
  }

  /// Removes from the back, so that no removal moves what the next one means, and then inserts from
  /// the front.
  private static func listEdits(
    _ elements: ElementChange, place: String, old: ElementList, new: ElementList
  ) -> [String] {
    var lines: [String] = []
    for element in elements.removed.reversed() {
      if new.isSubscriptedByID, let id = element.id {
        lines.append("\(place).remove(id: \(text(id.base)))")
      } else if let offset = element.offset {
        lines.append("\(place).remove(at: \(offset))")
      }
    }
    var count = old.count - elements.removed.count
    for element in elements.added {
      let isLast = element.offset == count
      lines.append(
        isLast
          ? "\(place).append(\(text(element.value)))"
          : "\(place).insert(\(text(element.value)), at: \(element.offset ?? 0))")
      count += 1
    }
    return lines
  }

  private static func elementCount(_ value: Any) -> Int {
    switch Shape(of: value) {
    case .list(let list): list.count
    case .set(let set): set.count
    default: 0
    }
  }
}

extension FieldPath {
  fileprivate var endsInOptional: Bool {
    switch components.last {
    case .id, .key, .wrapped: true
    default: false
    }
  }
}
