/// An element of a list, known by its ID.
struct TitledRow: Hashable, Identifiable, Sendable {
  var id: Int
  var title = ""
}

/// The reflected form of `IdentifiedArray`.
struct TitledRows: Equatable, CustomReflectable {
  var elements: [TitledRow]
  var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}
