/// A number and its noun as prose has them: `1 element`, `9,940 elements`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// A number with commas between its thousands, in every locale.
package func grouped(_ count: Int) -> String {
  var digits = Array(String(count.magnitude))
  for position in stride(from: digits.count - 3, to: 0, by: -3) {
    digits.insert(",", at: position)
  }
  return (count < 0 ? "-" : "") + String(digits)
}
