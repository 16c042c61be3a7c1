/// A call of a method: `store.send(.save) { $0.isSaving = true }`.
package struct MethodCall: Hashable, Sendable {
  /// All tokens of the call, from its receiver to its last closure.
  package let tokens: Range<Int>
  /// The receiver of the call, if it is a dotted name, such as `store` or `self.store`.
  package let receiver: String?
  /// `send`, `receive`, `assert` …
  package let method: String
  /// The tokens between the parentheses; empty if there are none.
  package let arguments: Range<Int>
  /// The tokens between the braces of the trailing closure, or of the closure for the argument `assert`.
  package let closure: Range<Int>?
}

extension SwiftSource {
  /// The call whose arguments a bracket opens: its parenthesis, or the brace of its only closure.
  package func call(openedBy bracket: Int) -> MethodCall? {
    guard let first = inside(bracket), bracket > 0, tokens[bracket - 1].kind == .word else {
      return nil
    }
    let start = startOfName(endingAt: bracket)
    var (arguments, end) = (bracket..<bracket, bracket)
    if text(bracket) == "(" {
      arguments = first
      end = next(after: bracket)
    }
    let labeled = value(of: "assert", in: arguments)
    var closure = labeled.flatMap { text($0.lowerBound) == "{" ? inside($0.lowerBound) : nil }
    if text(end) == "{", let trailing = inside(end) {
      if labeled == nil { closure = trailing }
      end = next(after: end)
      while text(end + 1) == ":", text(end + 2) == "{", let trailing = inside(end + 2) {
        if text(end) == "assert" { closure = trailing }
        end = next(after: end + 2)
      }
    }
    return MethodCall(
      tokens: start..<end, receiver: start < bracket - 2 ? text(start..<bracket - 2) : nil,
      method: text(bracket - 1), arguments: arguments, closure: closure)
  }

  /// The call whose arguments begin at a line and a column, as `#line` and `#column` are passed to
  /// the called method.
  ///
  /// A helper may pass on only the line. The result is then the first call of a store on that line, or
  /// otherwise the first call with a closure.
  package func call(atLine line: Int, column: Int) -> MethodCall? {
    if column > 0, let exact = token(atLine: line, column: column).flatMap(call(openedBy:)) {
      return exact
    }
    let first = firstToken(fromLine: line)
    guard first < tokens.count, tokens[first].line == line else { return nil }
    var end = first
    while end < tokens.count, end == first || !tokens[end].startsLine { end = next(after: end) }
    let ofStore = (first..<end).lazy.filter { index in
      ["(", "{"].contains(self.text(index)) && self.text(index - 2) == "."
        && ["send", "receive", "assert"].contains(self.text(index - 1))
    }
    let others = outerTokens(in: first..<end).lazy.filter { ["(", "{"].contains(self.text($0)) }
    return ofStore.compactMap(call(openedBy:)).first
      ?? others.compactMap(call(openedBy:)).first { $0.closure != nil }
  }

  /// The first token of the dotted name that ends before a token.
  package func startOfName(endingAt end: Int) -> Int {
    var start = end
    while start > 0, tokens[start - 1].kind == .word {
      start -= 1
      if start > 1, text(start - 1) == ".", tokens[start - 2].kind == .word {
        start -= 1
      } else {
        break
      }
    }
    return start
  }
}

// MARK: - What a call says

extension SwiftSource {
  /// The variable that a statement or an accessor sets to a value that contains an expression.
  package func variable(holding expression: Int) -> (name: String, statement: Range<Int>)? {
    guard let statement = statement(around: expression) else { return nil }
    if let declaration = declaration(statement) {
      let isVariable = ["let", "var"].contains(declaration.keyword) && declaration.names.count == 1
      return isVariable ? (declaration.name, statement) : nil
    }
    // `login = …`, `self.login = …`
    if let equals = equals(in: statement) {
      let start = startOfName(endingAt: equals)
      guard start == statement.lowerBound, equals - start == 1 || text(start) == "self" else {
        return nil
      }
      return (text(equals - 1).withoutBackticks, statement)
    }
    // `var login: ScopedTestStoreOf<Login> { store.scope(…) }`
    let brace = block(around: statement.lowerBound).lowerBound - 1
    guard brace >= 0, let outer = self.statement(around: brace), let owner = declaration(outer),
      owner.keyword == "var", owner.body?.lowerBound == brace + 1
    else { return nil }
    return (owner.name, outer)
  }
}

/// An argument between parentheses: `initialState: Profile.State()`.
package typealias CallArgument = (label: String?, value: Range<Int>)

extension SwiftSource {
  /// The arguments of a call.
  package func callArguments(in range: Range<Int>) -> [CallArgument] {
    arguments(in: range).map { argument in
      argument.count > 2 && text(argument.lowerBound + 1) == ":"
        ? (text(argument.lowerBound), argument.lowerBound + 2..<argument.upperBound)
        : (nil, argument)
    }
  }

  /// The value of an argument with a label.
  package func value(of label: String, in arguments: Range<Int>) -> Range<Int>? {
    callArguments(in: arguments).first { $0.label == label }?.value
  }
}
