import Foundation

/// A JSON object. Keys without a value are left out.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private let values: [String: Element]

  private struct Element: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  init(dictionaryLiteral values: (String, (any Encodable)?)...) {
    self.values = Dictionary(
      uniqueKeysWithValues: values.compactMap { key, value in
        value.map { (key, Element(value: $0)) }
      })
  }

  func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }
}

extension Encodable {
  /// The value as JSON. Keys are sorted, so the same value is the same text.
  ///
  /// Encoding can't fail, because the values contain only strings, finite numbers, and Booleans.
  var printedJSON: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try! encoder.encode(self), as: UTF8.self)
  }
}

extension Decodable {
  /// Decodes the JSON object in a program's output, which may have other lines around it.
  package init?(output: String) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    // A warning about the manifest quotes code, which may have braces.
    guard let start = output.firstRange(of: /^\{/.anchorsMatchLineEndings())?.lowerBound,
      let end = output.lastIndex(of: "}"), start < end,
      let value = try? decoder.decode(Self.self, from: Data(output[start...end].utf8))
    else { return nil }
    self = value
  }
}
