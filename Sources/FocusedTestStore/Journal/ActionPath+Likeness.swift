import Core

// Cases that name actions state what happened, and the others belong to the payload. Two actions that differ in a
// case that names an action have nothing in common that helps a reader.

extension ActionPath {
  /// Reads the cases off the name of an expected action: `.pageResponse(1, .success)`.
  init(named name: String) {
    self.init(
      names: name.replacing(/"(\\.|[^"\\])*"/, with: "").matches(of: /(?:^|[( ])\.(\w+)/)
        .map { String($0.1) })
  }

  /// The number of cases that name actions. The outermost case is that of an action, whatever its type is called.
  private var actionCount: Int {
    cases.isEmpty ? names.count : (cases.lastIndex { Self.isAction($0.type) } ?? 0) + 1
  }

  /// How many cases an action shares that is the same but for what is inside of its payload; else `nil`.
  func likeness(toReceived other: ActionPath) -> Int? {
    let shared = zip(names, other.names).prefix { $0 == $1 }.count
    return shared >= min(other.actionCount, names.count) ? shared : nil
  }

  /// How many cases another action shares, if it is the same but for its payload; else `nil`.
  func likeness(to other: ActionPath) -> Int? {
    let shared = zip(names, other.names).prefix { $0 == $1 }.count
    return shared >= actionCount ? shared : nil
  }

  /// Whether the innermost of these cases has several payloads in a received action.
  func hasSeveralPayloads(in received: ActionPath) -> Bool {
    let innermost = names.count - 1
    return received.cases.indices.contains(innermost)
      && received.cases[innermost].structure.fields.count > 1
  }

  /// Whether a case inside of the payload differs, if the action is the same.
  func isOfOtherPayloadCase(than other: ActionPath) -> Bool {
    zip(names, other.names).contains { $0 != $1 }
  }
}
