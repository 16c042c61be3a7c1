import SourceReading

/// The name of a test as `swift test --filter` and the ledger write it: `AppTests.ProfileTests/testSaving`.
package struct TestName: Hashable, Sendable {
  package let module: String
  /// The types around the function, from the outside in; empty for a global function.
  package let types: [String]
  /// The function's name without parentheses.
  package let function: String

  package init(module: String, types: [String], function: String) {
    self.module = module
    self.types = types
    self.function = function
  }

  /// Parses a name, or returns `nil` if the module or the function is missing.
  package init?(_ text: String) {
    guard let dot = text.firstIndex(where: { $0 == "." || $0 == "/" }) else { return nil }
    var parts = Self.parts(of: text[text.index(after: dot)...])
    guard let last = parts.popLast() else { return nil }
    let isRaw = last.hasPrefix("`")
    let function = String(
      isRaw ? last.dropFirst().prefix { $0 != "`" } : last.prefix { $0 != "(" })
    guard dot > text.startIndex, !function.isEmpty, !parts.contains("") else { return nil }
    self.init(
      module: String(text[..<dot]),
      types: parts.map(\.withoutBackticks), function: function)
  }

  /// The parts between slashes. A raw identifier may contain slashes, too.
  private static func parts(of text: Substring) -> [String] {
    var parts = [""]
    var isRaw = false
    for character in text {
      if character == "`" { isRaw.toggle() }
      if character == "/", !isRaw {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  /// A regular expression that `swift test --filter` matches against this test and no other.
  package var filter: String {
    "^\(module)\\.\(patterns(quote: "`?"))(\\(|$)"
  }

  /// The name as an argument of `swift test --filter` that is easy to read. It can match other tests, too.
  var readableFilter: String { "\(module).\(patterns(quote: "`"))" }

  private func patterns(quote: String) -> String {
    (types + [function]).map { name in
      let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      return isPlain ? name : quote + name.escapedForPattern + quote
    }.joined(separator: "/")
  }
}

extension TestName: CustomStringConvertible {
  package var description: String {
    "\(module).\((types + [function]).joined(separator: "/"))"
  }
}
