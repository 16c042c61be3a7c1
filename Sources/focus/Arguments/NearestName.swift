/// The name that was probably meant, or `nil` if none is near.
package func nearest(to typed: String, among names: [String]) -> String? {
  let typedName = typed.lowercased().trimmingPrefix(while: { $0 == "-" })
  let distances = names.map { name in
    editDistance(
      Array(typedName), Array(name.lowercased().trimmingPrefix(while: { $0 == "-" })))
  }
  // A third of the letters may be wrong; a name's beginning is a name, too.
  let limit = max(1, typedName.count / 3)
  if let best = distances.min(), best <= limit { return names[distances.firstIndex(of: best)!] }
  let continuations = names.filter {
    typedName.count > 1 && $0.trimmingPrefix(while: { $0 == "-" }).hasPrefix(typedName)
  }
  return continuations.count == 1 ? continuations[0] : nil
}

/// How many letters must be replaced, inserted, removed or swapped with their neighbor to make one
/// word the other.
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
