import FocusedTestStore
import ReducerDebugging
import TestEvents

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

  private var changes: [FieldPath: [Change]] = [:]
  /// The fields that changed since the last send.
  private var recent: Set<FieldPath> = []

  func latest(upTo step: Int) -> [(path: FieldPath, change: Change)] {
    changes.compactMap { path, changes in
      changes.last { $0.step <= step }.map { (path, $0) }
    }
  }

  mutating func note(_ change: Change, of path: FieldPath) {
    changes[path, default: []].append(change)
    recent.insert(path)
  }

  /// A value that changed as a whole includes changes of its fields, except for the elements of a list that kept their
  /// positions.
  mutating func overwriteParts(of changed: ChangedField, in step: Int) {
    let count = changed.path.components.count
    for path in changes.keys
    where path.components.count > count && changed.path.contains(path)
      && changed.elements?.include(path.components[count]) != false
    {
      note(Change(step: step, behavior: nil), of: path)
    }
  }

  mutating func forgetAllButLast() {
    for path in recent { changes[path] = changes[path]?.last.map { [$0] } }
    recent = []
  }
}
