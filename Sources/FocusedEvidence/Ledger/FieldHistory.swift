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

  private var fields: [FieldPath] = []
  private var positions: [FieldPath: Int] = [:]
  private var changes: [[Change]] = []
  /// The maximum number of components in the path of a field.
  private var depth = 0
  /// Whether any field has more than one change.
  private var hasSeveral = false

  /// The number of fields, and of changes of each field, that are kept for later assertions.
  private static let memory = 1_024

  func latest(upTo step: Int) -> [(path: FieldPath, change: Change)] {
    fields.indices.compactMap { position in
      changes[position].last { $0.step <= step }.map { (fields[position], $0) }
    }
  }

  mutating func note(_ change: Change, of path: FieldPath) {
    if let position = positions[path] {
      let index = changes[position].lastIndex { $0.step <= change.step }.map { $0 + 1 } ?? 0
      changes[position].insert(change, at: index)
      hasSeveral = true
      if changes[position].count > Self.memory { changes[position].removeFirst() }
      return
    }
    if fields.count >= Self.memory { forgetOldestFields() }
    positions[path] = fields.count
    depth = max(depth, path.components.count)
    fields.append(path)
    changes.append([change])
  }

  /// A value that changed as a whole includes changes of its fields, except for the elements of a list that kept their
  /// positions.
  mutating func overwriteParts(of changed: ChangedField, in step: Int) {
    // Most states have few levels, and most of their changes are at the deepest level.
    let count = changed.path.components.count
    guard count < depth else { return }
    for (position, field) in fields.enumerated()
    where field.components.count > count && changed.path.contains(field)
      && changed.elements?.include(field.components[count]) != false
    {
      changes[position].append(Change(step: step, behavior: nil))
      hasSeveral = true
    }
  }

  mutating func forgetAllButLast() {
    guard hasSeveral else { return }
    hasSeveral = false
    for position in changes.indices where changes[position].count > 1 {
      changes[position] = [changes[position][changes[position].count - 1]]
    }
  }

  private mutating func forgetOldestFields() {
    let latest = changes.map { $0[$0.count - 1].step }
    let kept = latest.indices.sorted { latest[$0] > latest[$1] }.prefix(Self.memory / 2).sorted()
    fields = kept.map { fields[$0] }
    changes = kept.map { changes[$0] }
    positions = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($1, $0) })
  }
}
