import FocusedTestStore

/// Plans as text for failure messages: one line per reaction.
extension Plan {
  var source: String {
    var lines = ["// the parent"] + tree.compactMap(\.source)
    for (place, reactions) in leaves.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      lines += ["// the child: \(place)"] + reactions.compactMap(\.source)
    }
    return lines.joined(separator: "\n")
  }
}

extension Reaction {
  /// The reaction as text; `nil` if it does nothing.
  fileprivate var source: String? {
    changes.isEmpty && effect == .none ? nil : String(dumpingOnOneLine: self)
  }
}

extension Tree.Action {
  var source: String { String(dumpingOnOneLine: self) }
}
