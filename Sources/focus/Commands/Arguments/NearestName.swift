/// The name that the user probably meant, or `nil` if none is similar.
package func nearest(to typed: String, among names: [String]) -> String? {
  if let best = allNearest(to: typed, among: names).first { return best }
  let typedName = typed.lowercased().trimmingPrefix(while: { $0 == "-" })
  let continuations = names.filter {
    typedName.count > 1 && $0.trimmingPrefix(while: { $0 == "-" }).hasPrefix(typedName)
  }
  return continuations.count == 1 ? continuations[0] : nil
}

/// The names that the user may have meant, the most similar first. Up to a third of the letters may differ.
package func allNearest(to typed: String, among names: [String]) -> [String] {
  let typedName = Array(typed.lowercased().trimmingPrefix(while: { $0 == "-" }))
  let limit = max(1, typedName.count / 3)
  var found: [(distance: Int, name: String)] = []
  for name in names {
    let letters = Array(name.lowercased().trimmingPrefix(while: { $0 == "-" }))
    let distance = editDistance(typedName, letters)
    if distance <= limit { found.append((distance, name)) }
  }
  // Equally similar names keep their order.
  return (0...limit).flatMap { distance in
    found.filter { $0.distance == distance }.map(\.name)
  }
}

/// The number of letters to replace, insert, remove, or swap with a neighbor, to turn one word into another.
///
/// - Complexity: O(*n* · *m*).
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var rows = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
  for i in 0...a.count { rows[i][0] = i }
  for j in 0...b.count { rows[0][j] = j }
  for i in a.indices {
    for j in b.indices {
      var distance = min(
        rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, rows[i + 1][j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        distance = min(distance, rows[i - 1][j - 1] + 1)
      }
      rows[i + 1][j + 1] = distance
    }
  }
  return rows[a.count][b.count]
}

extension Sequence<String> {
  /// A question that suggests the names; `nil` if there are none.
  var asQuestion: String? {
    let names = joined(separator: ", or ")
    return names.isEmpty ? nil : "Did you mean \(names)?"
  }
}
