extension LedgerFact {
  /// The fact's line, line feed included.
  ///
  /// Tests wait for the encoding. In a debug build, handwritten code takes a tenth of the time of `JSONEncoder`.
  package var line: String {
    let name = behavior.outcome.name
    let assertedIn = assertedAt.flatMap { $0.file == test.location.file ? nil : $0.file }
    // All texts are checked together, because texts rarely need escaping.
    var all = behavior.feature
    all += behavior.module
    all += behavior.action
    all += name ?? ""
    all += test.name
    all += test.location.file
    all += assertedIn ?? ""
    let escape = all.needsEscape ? escapedForJSON : { $0 }

    var text = #"{"feature":""#
    text += escape(behavior.feature)
    if !behavior.module.isEmpty {
      text += #"","module":""#
      text += escape(behavior.module)
    }
    text += #"","action":""#
    text += escape(behavior.action)
    text += #"","outcome":""#
    text += behavior.outcome.kind.rawValue
    if let name {
      text += #"","name":""#
      text += escape(name)
    }
    text += #"","mark":""#
    text += mark.rawValue
    text += #"","test":""#
    text += escape(test.name)
    text += #"","file":""#
    text += escape(test.location.file)
    text += #"","line":"#
    text += String(test.location.line)
    if let assertedAt {
      text += #","assertedAt":"#
      text += String(assertedAt.line)
    }
    if let assertedIn {
      text += #","assertedIn":""#
      text += escape(assertedIn)
      text += #"""#
    }
    text += "}\n"
    return text
  }
}

/// The text between the quotes of a JSON string.
///
/// Only the characters that JSON requires are escaped. The result contains no line feed.
private func escapedForJSON(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\":
      escaped += "\\"
      escaped.unicodeScalars.append(scalar)
    case ..<" ":
      let digits = String(scalar.value, radix: 16)
      escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default:
      escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}

extension String {
  /// Whether the text contains characters that must be escaped in JSON.
  fileprivate var needsEscape: Bool {
    // Indices of an array, because a loop over `utf8` takes twenty times as long in debug builds.
    let bytes = Array(utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return true }
      index += 1
    }
    return false
  }
}
