// Mutations of operators, and the parts of expressions.

import SourceReading

extension MutationFinder {
  /// Reads an expression: its operators, from the lowest precedence to the highest.
  ///
  /// - Parameter isPure: Whether no `try` or `await` before the expression covers it.
  mutating func read(expression range: Range<Int>, isPure: Bool = true) {
    var (range, isPure) = (range, isPure)
    while range.count > 1, ["try", "await"].contains(text(range.lowerBound)) {
      isPure = false
      range = range.lowerBound + 1..<range.upperBound
      if ["?", "!"].contains(text(range.lowerBound)) {
        range = range.lowerBound + 1..<range.upperBound
      }
    }
    guard let first = range.first, !["if", "switch", "do"].contains(text(first)),
      !text(first).hasPrefix("#")
    else { return }
    let operators = source.outerTokens(in: range).filter(isBinary)
    guard operators.allSatisfy({ Self.known.contains(text($0)) }) else {
      return readParts(of: range)
    }
    if let question = operators.first(where: { text($0) == "?" }) {
      readTernary(range, question, isPure: isPure)
    } else if let sign = ["||", "&&"].first(where: operators.map(text).contains) {
      for part in parts(of: range, at: operators.filter { text($0) == sign }) {
        if isPure { add(condition: part, as: sign == "&&") }
        read(expression: part, isPure: isPure)
      }
    } else if let comparison = operators.first(where: { Self.comparisons.contains(text($0)) }) {
      add(boundary(range, comparison))
      read(expression: range.lowerBound..<comparison, isPure: isPure)
      read(expression: comparison + 1..<range.upperBound, isPure: isPure)
    } else {
      readParts(of: range)
    }
  }

  private func isBinary(_ index: Int) -> Bool {
    let token = source.tokens[index]
    return token.kind == .sign && token.hasSpaceBefore && token.hasSpaceAfter
  }

  private mutating func readTernary(_ range: Range<Int>, _ question: Int, isPure: Bool) {
    var depth = 1
    let colon = source.outerTokens(in: question + 1..<range.upperBound).first { index in
      if text(index) == "?", isBinary(index) { depth += 1 }
      if text(index) == ":" { depth -= 1 }
      return depth == 0
    }
    guard let colon else { return readParts(of: range) }
    let condition = range.lowerBound..<question
    isPure ? read(condition: condition) : read(expression: condition, isPure: false)
    read(expression: question + 1..<colon, isPure: isPure)
    read(expression: colon + 1..<range.upperBound, isPure: isPure)
  }

  private func parts(of range: Range<Int>, at signs: [Int]) -> [Range<Int>] {
    let starts = [range.lowerBound] + signs.map { $0 + 1 }
    return zip(starts, signs + [range.upperBound]).map { $0..<$1 }
  }

  private static let comparisons: Set = ["<", ">", "<=", ">=", "==", "!=", "===", "!==", "~="]

  private static let known: Set = comparisons.union([
    "?", "||", "&&", "??", "+", "-", "*", "/", "%", "&+", "&-", "&*", "&", "|", "^", "<<", ">>",
    "...", "..<",
  ])

  /// A comparison with a moved boundary, such as `<=` for `<`.
  private func boundary(_ range: Range<Int>, _ index: Int) -> MutationSite? {
    let others = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]
    // A copy of several lines would add lines.
    guard let other = others[text(index)], let bytes = bytes(range), !waits(range),
      !source.text(range).contains(where: { $0.isNewline || $0 == "@" })
    else { return nil }
    let sign = source.tokens[index].range
    let moved =
      source.text(range.lowerBound..<index) + " \(other) "
      + source.text(index + 1..<range.upperBound)
    return MutationSite(
      operator: .boundaryMoved, range: sign, replacement: other,
      edits: [
        .open(at: bytes.lowerBound, "_mutated(@, "),
        .close(at: bytes.upperBound, ", as: \(moved))"),
      ])
  }
}

// MARK: - Parts

extension MutationFinder {
  /// Reads the parts of an expression other than operators.
  mutating func readParts(of range: Range<Int>, callee: String? = nil) {
    var isOfDescription = false
    for index in source.outerTokens(in: range) {
      if isDescription(index) {
        isOfDescription = true
      } else if [".", ",", ";"].contains(text(index))
        || source.tokens[index].kind == .sign && !["<", ">"].contains(text(index))
      {
        isOfDescription = false
      }
      // Skips the arguments and all closures of the call.
      if isOfDescription { continue }
      switch text(index) {
      case "(" where isRead(groupAt: index): readCall(index)
      case "[" where isRead(groupAt: index): readList(index)
      case "{":
        let name = name(ofClosure: index, in: callee)
        // Skips sort orders: with a moved boundary, the closure would not define an order.
        if let name, Self.orders.contains(name) { continue }
        read(closure: index, value(ofClosure: index, of: name))
      default: break
      }
    }
  }

  /// Whether a group contains ordinary Swift. Macros and attributes have different grammars.
  private func isRead(groupAt index: Int) -> Bool {
    let before = text(index - 1)
    return !before.hasPrefix("#") && !before.hasPrefix("@")
  }

  /// Whether a call that describes a dialog begins at a token.
  func isDescription(_ index: Int) -> Bool {
    source.tokens[index].kind == .word && Self.descriptions.contains(text(index))
      && ["(", "{", "<"].contains(text(index + 1))
  }

  private static let descriptions: Set = [
    "AlertState", "ButtonState", "ConfirmationDialogState", "TextState",
  ]

  private mutating func readCall(_ bracket: Int) {
    guard let inside = source.inside(bracket) else { return }
    let name = source.tokens[bracket - 1].kind == .word ? text(bracket - 1) : nil
    if name != nil, isDiagnostic(bracket - 1..<bracket) { return }
    for argument in source.arguments(in: inside) {
      var value = argument
      if argument.count > 2, source.tokens[argument.lowerBound].kind == .word,
        text(argument.lowerBound + 1) == ":"
      {
        value = argument.lowerBound + 2..<argument.upperBound
      }
      if text(value.lowerBound) == "{" {
        readParts(of: value, callee: name)
      } else {
        read(expression: value)
      }
    }
  }

  private mutating func readList(_ bracket: Int) {
    guard let inside = source.inside(bracket) else { return }
    for element in source.arguments(in: inside) {
      let outer = source.outerTokens(in: element)
      if let colon = outer.first(where: { text($0) == ":" }),
        !outer.contains(where: { text($0) == "?" && isBinary($0) })
      {
        if source.tokens[element.lowerBound].kind != .word || colon > element.lowerBound + 1 {
          read(expression: element.lowerBound..<colon)
        }
        read(expression: colon + 1..<element.upperBound)
      } else {
        read(expression: element)
      }
    }
  }

  /// The label of a closure, or else the name of the called function.
  private func name(ofClosure brace: Int, in callee: String?) -> String? {
    if text(brace - 1) == ":" { return text(brace - 2) }
    if text(brace - 1) == ")", let open = source.partner(of: brace - 1) { return text(open - 1) }
    return brace > 0 && source.tokens[brace - 1].kind == .word ? text(brace - 1) : callee
  }

  /// The return value of a closure, if its call determines it.
  private func value(ofClosure brace: Int, of name: String?) -> Value {
    guard let name else { return .unknown }
    if Self.effects.contains(name) { return .nothing }
    return Self.predicates.contains(name) ? .bool : .unknown
  }

  private static let orders: Set = ["sort", "sorted", "by", "min", "max"]
  private static let effects: Set = ["run", "catch"]
  private static let predicates: Set = ["filter", "removeAll", "contains", "allSatisfy", "where"]
}
