/// The cases that an action is made of, from the outside in, and how many of them name actions.
///
/// `.path(.element(id: 3, action: .loaded(.success(7))))` is `path`, `element`, `loaded`, which say
/// what happened, and `success`, which belongs to the payload. Two actions that differ in a case that says
/// what happened have nothing in common that helps a reader.
struct CaseTrail {
  private let names: [String]
  /// The number of payloads of each case, if the action is known.
  private let payloadCounts: [Int]
  private let actionCount: Int

  init(of action: Any) {
    let cases = ValueStructure.cases(of: action, Self.inner)
    names = cases.compactMap(\.caseName)
    payloadCounts = cases.map(\.fields.count)
    // The outermost case is that of an action, whatever its type is called.
    let last = cases.lastIndex { Self.isAction($0.type) }
    actionCount = min(names.count, (last ?? 0) + 1)
  }

  /// Reads the cases off the name of an expected one: `.pageResponse(1, .success)`.
  init(named name: String) {
    names = name.replacing(/"(\\.|[^"\\])*"/, with: "").matches(of: /(?:^|[( ])\.(\w+)/)
      .map { String($0.1) }
    actionCount = names.count
    payloadCounts = []
  }

  /// How many cases an action shares that is the same but for what is inside of its payload; else `nil`.
  func likeness(toReceived other: CaseTrail) -> Int? {
    let shared = zip(names, other.names).prefix { $0 == $1 }.count
    return shared >= min(other.actionCount, names.count) ? shared : nil
  }

  /// Whether the innermost of these cases has several payloads in a received action.
  func hasSeveralPayloads(in received: CaseTrail) -> Bool {
    let innermost = names.count - 1
    return received.payloadCounts.indices.contains(innermost)
      && received.payloadCounts[innermost] > 1
  }

  /// Whether a case inside of the payload differs, if the action is the same.
  func isOfOtherPayloadCase(than other: CaseTrail) -> Bool {
    zip(names, other.names).contains { $0 != $1 }
  }

  /// How many cases another action shares, if it is the same but for its payload; else `nil`.
  func likeness(to other: CaseTrail) -> Int? {
    let shared = zip(names, other.names).prefix { $0 == $1 }.count
    return shared >= actionCount ? shared : nil
  }

  /// The one part of a payload that is made of cases, such as the action in `.element(id: 3, action: …)`.
  private static func inner(_ choice: ValueStructure.Composite) -> Any? {
    if choice.fields.count == 1 { return choice.fields[0].value }
    if let action = choice.fields.first(where: { $0.label == "action" }) { return action.value }
    let choices = choice.fields.map(\.value).filter { value in
      if case .composite(let part) = Shape(of: value) { part.caseName != nil } else { false }
    }
    return choices.count == 1 ? choices[0] : nil
  }

  /// Whether an enum is one of actions, by the name that features, and this package, give those.
  private static func isAction(_ type: Any.Type) -> Bool {
    TypeName.of(type).prefix { $0 != "<" }.hasSuffix("Action")
  }
}
