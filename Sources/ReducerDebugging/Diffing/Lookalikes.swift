/// Two strings that differ, but look alike in most fonts.
struct Lookalikes {
  /// The first characters that differ.
  private let characters: (Character, Character)

  /// - Returns: `nil` unless both values are strings, or characters, that look alike.
  init?(_ old: Any, _ new: Any) {
    guard let (old, new) = Self.texts(old, new), old.count == new.count else { return nil }
    let pairs = zip(old, new).filter { $0 != $1 }
    guard let first = pairs.first,
      pairs.allSatisfy({ Self.ascii(of: $0) == Self.ascii(of: $1) })
    else { return nil }
    characters = first
  }

  /// The names of the characters by which the strings differ.
  var note: String {
    "these look alike: \(Self.described(characters.0)), and \(Self.described(characters.1))"
  }

  private static func described(_ character: Character) -> String {
    let scalars = character.unicodeScalars.map { "U+\(hex($0))" }.joined(separator: " ")
    return "“\(character)” is \(scalars)"
  }

  private static func hex(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func texts(_ old: Any, _ new: Any) -> (String, String)? {
    switch (ShownValue(of: old), ShownValue(of: new)) {
    case (.string(let old), .string(let new)): (old, new)
    case (.plain(let old as Character), .plain(let new as Character)): (String(old), String(new))
    default: nil
    }
  }

  /// The ASCII character that a character looks like, or the character itself.
  private static func ascii(of character: Character) -> Character {
    if let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1,
      (0xFF01...0xFF5E).contains(scalar.value), let ascii = Unicode.Scalar(scalar.value - 0xFEE0)
    {
      return Character(ascii)
    }
    return table[character] ?? character
  }

  /// The characters of Cyrillic, Greek, and typography that look like ASCII characters.
  private static let table: [Character: Character] = {
    let pairs = [
      ("аеорсухіјѕһԁӏɡ", "aeopcyxijshdlg"), ("АВЕКМНОРСТХІЈЅ", "ABEKMHOPCTXIJS"),
      ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo"), ("‘’‛ʼ′", "'''''"), ("“”″", "\"\"\""),
      ("‐‑‒–—−", "------"), ("ı", "i"), ("∕⁄", "//"), ("∶", ":"),
    ]
    return Dictionary(
      pairs.flatMap { Array(zip($0.0, $0.1)) }, uniquingKeysWith: { first, _ in first })
  }()
}
