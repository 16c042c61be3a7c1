import SourceReading

/// A call of a store in a test: `await store.send(.save) { $0.isSaving = true }`.
@dynamicMemberLookup
package struct StoreCallSource: Hashable, Sendable {
  let call: MethodCall

  /// All tokens of the statement.
  package let statement: Range<Int>

  /// The first token of the call itself: `await`, `try`, or the store. The tokens before it use the result.
  package let start: Int

  /// The statement's name for the result, as in `let task = await store.send(.save)`.
  package let result: String?

  /// The name of the store, or of a scoped store.
  package var receiver: String {
    call.receiver.map { $0.hasPrefix("self.") ? String($0.dropFirst(5)) : $0 } ?? ""
  }

  package subscript<Value>(dynamicMember keyPath: KeyPath<MethodCall, Value>) -> Value {
    call[keyPath: keyPath]
  }
}

extension SwiftSource {
  /// The call of a store, if the statement consists of only that call.
  package func storeCall(_ statement: Range<Int>, on store: String) -> StoreCallSource? {
    let receiver = outerTokens(in: statement).dropLast(3).first { index in
      text(index) == store && text(index + 1) == "." && tokens[index + 2].kind == .word
        && ["(", "{"].contains(text(index + 3))
    }
    guard let receiver, case let start = startOfName(endingAt: receiver + 3),
      start == receiver || start + 2 == receiver && text(start) == "self"
    else { return nil }
    return call(openedBy: receiver + 3).flatMap { call in
      use(of: call, by: statement).map {
        StoreCallSource(call: call, statement: statement, start: $0.start, result: $0.result)
      }
    }
  }

  /// The scoped stores that statements declare. Each has the number of components of a change's path that lead to it.
  package func declaredParts(in statements: [Range<Int>]) -> [String: (store: String, depth: Int)] {
    statements.reduce(into: [:]) { parts, statement in
      let outer = outerTokens(in: statement)
      guard let name = declaration(statement)?.names.first,
        let equals = outer.firstIndex(where: { text($0) == "=" }), equals + 1 < outer.count
      else { return }
      let scopes = outer.filter {
        text($0) == "scope" && text($0 - 1) == "." && text($0 + 1) == "("
      }
      guard !scopes.isEmpty else { return }
      let owner = text(outer[equals + 1])
      let own = scopes.compactMap { inside($0 + 1) }.reduce(0) { depth, inside in
        depth + (arguments(in: inside).first.map(depthOfPart) ?? 0)
      }
      parts[name] = (parts[owner]?.store ?? owner, (parts[owner]?.depth ?? 0) + own)
    }
  }

  /// The number of path components in an argument of `scope`: `state: \.rows[id: 2]`,
  /// `state: { .login($0) }`.
  private func depthOfPart(_ argument: Range<Int>) -> Int {
    let value = outerTokens(in: argument).dropFirst(2)
    guard value.first.map({ text($0).hasPrefix("\\") }) == true else { return 1 }
    // `\State.login` begins with a type.
    let path = value.dropFirst().drop { text($0) == "." || text($0).first?.isUppercase == true }
    return path.count { tokens[$0].kind == .word || text($0) == "[" }
  }

  /// The call without its assert closure.
  package func lines(of call: StoreCallSource, keepingResult: Bool) -> [String] {
    let start = keepingResult ? call.statement.lowerBound : call.start
    let parts = arguments(in: call.arguments)
    let kept = parts.filter { !(text($0.lowerBound) == "assert" && text($0.lowerBound + 1) == ":") }
    guard kept.count != parts.count || call.arguments.isEmpty else {
      return lines(start..<call.arguments.upperBound + 1)
    }
    // Keeps the text up to the method's name.
    let open = call.arguments.lowerBound
    let head = text(start..<(text(open - 1) == "(" ? open - 1 : open))
    return [head + "(" + kept.map { text($0) }.joined(separator: ", ") + ")"]
  }
}
