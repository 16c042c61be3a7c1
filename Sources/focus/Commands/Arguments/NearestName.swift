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
  func letters(_ name: String) -> [Character] {
    Array(name.lowercased().trimmingPrefix(while: { $0 == "-" }))
  }
  let typedLetters = letters(typed)
  let distances = names.map { editDistance(typedLetters, letters($0)) }
  // Equally similar names keep their order.
  return (0...max(1, typedLetters.count / 3)).flatMap { distance in
    names.indices.filter { distances[$0] == distance }.map { names[$0] }
  }
}

/// The number of letters to replace, insert, remove, or move, to turn one word into another.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  let difference = b.difference(from: a)
  return max(difference.insertions.count, difference.removals.count)
}

extension Sequence<String> {
  /// A question that suggests the names; `nil` if there are none.
  var asQuestion: String? {
    let names = joined(separator: ", or ")
    return names.isEmpty ? nil : "Did you mean \(names)?"
  }
}
