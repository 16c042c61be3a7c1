/// The names of types as a reader of the source would write them.
enum TypeName {
  /// The name without its module and without private contexts: `Profile.Address`, `[Row]`, `Int?`.
  static func of(_ type: Any.Type) -> String {
    inSource(String(reflecting: type))
  }

  /// The same for a name that the runtime printed.
  ///
  /// A type that is local to a function is named after the type around the function, since the runtime
  /// tells it from a private one in no way.
  static func inSource(_ runtimeName: String) -> String {
    sugared(withoutModules(runtimeName))
  }

  /// Whether the toolchain defines the type, so that its stored properties mean nothing to a reader.
  static func isFromToolchain(_ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    return ["Swift.", "Foundation.", "FoundationEssentials.", "__C.", "Dispatch."]
      .contains(where: name.hasPrefix)
  }

  /// Drops the first component of every dotted path, and components such as
  /// `(unknown context at $10a2b3c4)`, which the runtime prints for private and local types.
  private static func withoutModules(_ name: String) -> String {
    var result = ""
    var rest = name[...]
    var isInsidePath = false
    while let character = rest.first {
      if rest.hasPrefix("(unknown context at ") || rest.hasPrefix("(extension in ") {
        rest = rest.drop { $0 != ")" }.dropFirst(2)
      } else if isNamePart(character) || character == "`" {
        let word = nameAtStart(of: rest)
        rest = rest.dropFirst(word.count)
        if !isInsidePath, rest.first == "." {
          rest = rest.dropFirst()
          isInsidePath = true
        } else {
          result += word
        }
      } else {
        isInsidePath = character == "."
        result.append(character)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static func nameAtStart(of text: Substring) -> Substring {
    guard text.first == "`", let end = text.dropFirst().firstIndex(of: "`") else {
      return text.prefix(while: isNamePart)
    }
    return text[...end]
  }

  private static func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static func sugared(_ name: String) -> String {
    var name = name
    for (generic, rewrite) in rewrites {
      var searchStart = name.startIndex
      while let found = range(of: generic, in: name, from: searchStart) {
        guard let close = closingBracket(in: name, from: found.upperBound) else { break }
        let arguments = String(name[found.upperBound..<close])
        let offset = name.distance(from: name.startIndex, to: found.lowerBound)
        name.replaceSubrange(found.lowerBound...close, with: rewrite(arguments))
        searchStart = name.index(name.startIndex, offsetBy: offset)
      }
    }
    return name
  }

  private static let rewrites: [(String, @Sendable (String) -> String)] = [
    ("Optional<", { $0.contains("->") || $0.hasPrefix("any ") ? "(\($0))?" : "\($0)?" }),
    ("Array<", { "[\($0)]" }),
    (
      "Dictionary<",
      { arguments in
        guard let comma = topLevelComma(in: arguments) else { return "Dictionary<\(arguments)>" }
        let value = arguments[comma...].dropFirst().drop { $0 == " " }
        return "[\(arguments[..<comma]): \(value)]"
      }
    ),
  ]

  private static func range(
    of generic: String, in name: String, from start: String.Index
  ) -> Range<String.Index>? {
    var rest = name[start...]
    while let found = rest.firstRange(of: generic) {
      let isWholeWord =
        found.lowerBound == name.startIndex
        || {
          let before = name[name.index(before: found.lowerBound)]
          return !isNamePart(before) && before != "."
        }()
      if isWholeWord { return found }
      rest = name[found.upperBound...]
    }
    return nil
  }

  private static func closingBracket(
    in name: String, from start: String.Index
  ) -> String.Index? {
    var depth = 0
    var previous: Character = " "
    for index in name[start...].indices {
      switch name[index] {
      case "<": depth += 1
      case ">" where previous == "-": break
      case ">" where depth == 0: return index
      case ">": depth -= 1
      default: break
      }
      previous = name[index]
    }
    return nil
  }

  private static func topLevelComma(in arguments: String) -> String.Index? {
    var depth = 0
    for index in arguments.indices {
      switch arguments[index] {
      case "<", "(", "[": depth += 1
      case ">", ")", "]": depth -= 1
      case "," where depth == 0: return index
      default: break
      }
    }
    return nil
  }
}
