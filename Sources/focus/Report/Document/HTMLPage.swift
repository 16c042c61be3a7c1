extension String {
  /// The text, escaped for use between tags and in quoted attributes.
  package var escapedForHTML: String {
    unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // HTML forbids these characters, even as escapes.
      case "\0"..."\u{8}", "\u{B}", "\u{E}"..."\u{1F}", "\u{7F}"..."\u{9F}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }

  /// The text of a resource of the tool, without its last line break.
  init(resource file: [UInt8]) { self.init(decoding: file.dropLast(), as: UTF8.self) }

  /// The head of a self-contained page, whose security policy forbids it to load files.
  init(headOfPageTitled title: String, style: [UInt8], runsScripts: Bool = false) {
    self = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" \
      content="default-src 'none'; style-src 'unsafe-inline'\(runsScripts ? "; script-src 'unsafe-inline'" : "")">
      <title>\(title.escapedForHTML)</title>
      <style>
      \(String(resource: style))
      </style>
      </head>
      """
  }
}
