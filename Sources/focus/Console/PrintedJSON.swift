import Foundation

extension Encodable {
  /// The value as JSON. Keys are sorted, so the same value is the same text.
  ///
  /// It has strings, finite numbers and truth values only, which can always be encoded.
  var printedJSON: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try! encoder.encode(self), as: UTF8.self)
  }
}
