/// A hash that is the same in each process.
package struct StableHash: Sendable {
  package private(set) var value: UInt64

  package init(_ seed: UInt64 = 0) {
    value = Self.mixed(seed)
  }

  package init(of text: String) {
    self.init()
    combine(text)
  }

  package mutating func combine(_ number: UInt64) {
    value = Self.mixed(value ^ number)
  }

  package mutating func combine(_ text: some StringProtocol) {
    for byte in text.utf8 { combine(UInt64(byte)) }
    combine(UInt64(text.utf8.count))
  }

  /// The step of SplitMix64.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension StableHash {
  /// A hash of a text in letters and digits.
  package static func digits(of text: String, count: Int) -> String {
    let digits = String(StableHash(of: text).value, radix: 36)
    return String(String(repeating: "0", count: 13).appending(digits).suffix(count))
  }
}
