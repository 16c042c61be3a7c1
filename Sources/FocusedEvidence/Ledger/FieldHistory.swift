import FocusedTestStore

import TestEvents
import ReducerDebugging

/// The changes of each field since the last send, and the last change before that send.
///
/// An assertion about a state covers the latest change of each field.
struct FieldHistory {
  /// A change of one field. The behavior is `nil` if a value that contains the field changed as a whole.
  struct Change {
    let step: Int
    let behavior: Behavior?
    var elements: ChangedElements?
  }

  private struct Field {
    let path: FieldPath
    var changes: [Change]
  }

  private var fields: [Field] = []
  private var positions: [FieldPath: Int] = [:]

  /// The number of fields, and of changes of each field, that are kept for later assertions.
  private static let memory = 1_024

  func latest(upTo step: Int) -> [(path: FieldPath, change: Change)] {
    fields.compactMap { field in
      field.changes.last { $0.step <= step }.map { (field.path, $0) }
    }
  }

  mutating func note(_ change: Change, of path: FieldPath) {
    guard let position = positions[path] else {
      if fields.count >= Self.memory { forgetOldestFields() }
      positions[path] = fields.count
      fields.append(Field(path: path, changes: [change]))
      return
    }
    let earlier = fields[position].changes.lastIndex { $0.step <= change.step }
    fields[position].changes.insert(change, at: earlier.map { $0 + 1 } ?? 0)
    if fields[position].changes.count > Self.memory { fields[position].changes.removeFirst() }
  }

  /// A value that changed as a whole includes changes of its fields, except for the elements of a list that kept their
  /// positions.
  mutating func overwriteParts(of changed: ChangedField, in step: Int) {
    let count = changed.path.components.count
    for (position, field) in fields.enumerated()
    where field.path.components.count > count && changed.path.contains(field.path)
      && changed.elements?.include(field.path.components[count]) != false
    {
      fields[position].changes.append(Change(step: step, behavior: nil))
    }
  }

  mutating func forgetAllButLast() {
    for position in fields.indices {
      fields[position].changes.removeFirst(fields[position].changes.count - 1)
    }
  }

  private mutating func forgetOldestFields() {
    let latest = fields.map { $0.changes[$0.changes.count - 1].step }
    let kept = latest.indices.sorted { latest[$0] > latest[$1] }.prefix(Self.memory / 2).sorted()
    fields = kept.map { fields[$0] }
    positions = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($1.path, $0) })
  }
}
