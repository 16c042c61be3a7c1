import Foundation

/// Characters that look alike in most fonts.
enum Lookalikes {
  /// Names the first characters that differ in two strings that look alike. `nil` for other values.
  static func note(_ old: Any, _ new: Any) -> String? {
    guard case .string(let old) = ShownValue(of: old), case .string(let new) = ShownValue(of: new),
      old.count == new.count
    else { return nil }
    let pairs = zip(old, new).filter { $0 != $1 }
    guard let (one, other) = pairs.first,
      pairs.allSatisfy({ ascii[$0] ?? $0 == ascii[$1] ?? $1 })
    else { return nil }
    let names = [one, other].map { character in
      let scalars = character.unicodeScalars.map { String(format: "U+%04X", $0.value) }
      return "“\(character)” is \(scalars.joined(separator: " "))"
    }
    return "these look alike: \(names.joined(separator: ", and "))"
  }

  /// The ASCII characters that characters of Cyrillic, Greek, and typography look like.
  private static let ascii: [Character: Character] = {
    let pairs = [
      ("аеорсухіјѕһԁӏɡ", "aeopcyxijshdlg"), ("АВЕКМНОРСТХІЈЅ", "ABEKMHOPCTXIJS"),
      ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo"), ("‘’‛ʼ′", "'''''"), ("“”″", "\"\"\""),
      ("‐‑‒–—−", "------"), ("ı", "i"), ("∕⁄", "//"), ("∶", ":"),
    ]
    return Dictionary(uniqueKeysWithValues: pairs.flatMap { zip($0.0, $0.1) })
  }()
}
