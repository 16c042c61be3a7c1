import FocusedTestStore

import TestEvents
import ReducerDebugging

// Values as a trace prints them for people.

extension TracedChange.Shown {
  /// - Parameter path: The way to a field that differs between two states.
  init(_ path: FieldPath, from before: Any, to after: Any) {
    let (old, new) = (path.value(in: before), path.value(in: after))
    let texts = [old, new].map { $0.map { String(traced: $0) } ?? "—" }
    self.init(field: path.description, old: texts[0], new: texts[1])
    guard let old, let new, texts.contains(where: { $0.count > 60 }) else { return }
    lines = Difference.between(old, new)?.lines(limit: 8).map(\.oneShortLine)
  }
}

extension String {
  /// A value on one line that stays short.
  init(traced value: Any) { self = String(dumpingOnOneLine: value).oneShortLine }

  /// The text on one line, and no more of it than fits a picture.
  var oneShortLine: String {
    let line = contains(where: \.isNewline) ? replacing(#/\s*\n\s*/#, with: " ") : self
    return line.count > 160 ? line.prefix(159) + "…" : line
  }
}
