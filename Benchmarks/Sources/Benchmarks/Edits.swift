import FocusedTestStore

/// The same edits of an identified array, and of an array and a dictionary of positions: an element is appended, changed,
/// read, and removed by its ID.
enum Edits {
  private static let size = 1_000

  static func ofIdentifiedArray(_ count: Int) {
    var rows = IdentifiedArrayOf<Row>(uniqueElements: (0..<size).map { Row(id: $0) })
    var sum = 0
    for index in 0..<(count / 4) {
      rows.append(Row(id: size + index))
      rows[id: index % size]?.value += 1
      rows[id: size / 2]?.value += index
      sum += rows[id: size / 2]?.value ?? 0
      rows.remove(id: size + index)
    }
    precondition(rows.count == size && sum > 0, "The rows are the same as before (\(rows.count))")
  }

  static func byHand(_ count: Int) {
    var rows = (0..<size).map { Row(id: $0) }
    var positions = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.id, $0) })
    var sum = 0
    for index in 0..<(count / 4) {
      let row = Row(id: size + index)
      if positions[row.id] == nil {
        positions[row.id] = rows.count
        rows.append(row)
      }
      if let position = positions[index % size] { rows[position].value += 1 }
      if let position = positions[size / 2] { rows[position].value += index }
      sum += positions[size / 2].map { rows[$0].value } ?? 0
      if let position = positions.removeValue(forKey: size + index) {
        rows.remove(at: position)
        for index in position..<rows.count { positions[rows[index].id] = index }
      }
    }
    precondition(rows.count == size && sum > 0, "The rows are the same as before (\(rows.count))")
  }

  private struct Row: Identifiable {
    let id: Int
    var title = "Blob"
    var value = 0
  }
}
