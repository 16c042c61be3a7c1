/// The names of types as source code writes them.
package enum TypeName {
  /// The name without its module and without private contexts: `Profile.Address`, `[Row]`, `Int?`.
  ///
  /// A type that is local to a function is named after the type that contains the function, because the runtime doesn't
  /// distinguish it from a private type.
  package static func of(_ type: Any.Type) -> String {
    var name = RuntimeName(rest: String(reflecting: type)[...])
    return name.parts().joined(separator: ", ")
  }
}

/// A parser of a name that the runtime returns: `Swift.Optional<Module.(unknown context at $1f0).Row>`.
private struct RuntimeName {
  var rest: Substring

  /// Reads up to the closing bracket, and splits at the commas in between.
  mutating func parts() -> [String] {
    var parts = [""]
    while let next = rest.first {
      if skipContext() { continue }
      if isNamePart(next) {
        parts[parts.count - 1] += path()
        continue
      }
      rest = rest.dropFirst(rest.hasPrefix("->") ? 2 : 1)
      switch next {
      case "-": parts[parts.count - 1] += "->"
      case "(": parts[parts.count - 1] += "(\(self.parts().joined(separator: ", ")))"
      case ")", ">": return parts
      case ",": parts.append("")
      case " " where parts.last == "": break
      default: parts[parts.count - 1].append(next)
      }
    }
    return parts
  }

  /// Skips the text that the runtime prints for private and local types, and for extensions.
  private mutating func skipContext() -> Bool {
    guard rest.hasPrefix("(unknown context at ") || rest.hasPrefix("(extension in ") else {
      return false
    }
    rest = rest.drop { $0 != ")" }.dropFirst(2)
    return true
  }

  /// Reads a dotted name and drops its first component, the module.
  private mutating func path() -> String {
    var names: [String] = []
    let module = word()
    while rest.first == ".", rest.dropFirst().first.map({ isNamePart($0) || $0 == "(" }) == true {
      rest = rest.dropFirst()
      while skipContext() {}
      let name = word()
      guard rest.first == "<" else {
        names.append(name)
        continue
      }
      rest = rest.dropFirst()
      let arguments = parts()
      switch (module, name) {
      case ("Swift", "Optional"):
        let needsParentheses = arguments[0].contains("->") || arguments[0].hasPrefix("any ")
        names.append(needsParentheses ? "(\(arguments[0]))?" : "\(arguments[0])?")
      case ("Swift", "Array"): names.append("[\(arguments[0])]")
      case ("Swift", "Dictionary"): names.append("[\(arguments.joined(separator: ": "))]")
      default: names.append("\(name)<\(arguments.joined(separator: ", "))>")
      }
    }
    return names.isEmpty ? module : names.joined(separator: ".")
  }

  private mutating func word() -> String {
    guard rest.first == "`", let end = rest.dropFirst().firstIndex(of: "`") else {
      let word = rest.prefix(while: isNamePart)
      rest = rest[word.endIndex...]
      return String(word)
    }
    defer { rest = rest[end...].dropFirst() }
    return String(rest[...end])
  }

  private func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "`"
  }
}
