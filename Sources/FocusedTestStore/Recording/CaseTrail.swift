/// The cases that an action is made of, from the outside in, and how many of them name actions.
///
/// `.path(.element(id: 3, action: .loaded(.success(7))))` is `path`, `element`, `loaded`, which say
/// what happened, and `success`, which belongs to the payload. Actions that part ways before the last
/// of those that say what happened have nothing in common that a reader could use.
struct CaseTrail {
  private let names: [String]
  private let actionCount: Int

  init(of action: Any) {
    var names: [String] = []
    // The outermost case is that of an action, whatever its type is called.
    var actionCount = 0
    var value: Any? = action
    while names.count < 16, let choice = value.flatMap(Self.choice), let name = choice.caseName {
      names.append(name)
      if names.count == 1 || Self.isAction(choice.type) { actionCount = names.count }
      value = Self.inner(of: choice)
    }
    self.names = names
    self.actionCount = actionCount
  }

  /// How many cases another action shares, if it is the same but for its payload; else `nil`.
  func likeness(to other: CaseTrail) -> Int? {
    let shared = zip(names, other.names).prefix { $0 == $1 }.count
    return shared >= actionCount ? shared : nil
  }

  private static func choice(_ value: Any) -> Shape.Composite? {
    if case .composite(let parts) = Shape(of: value), parts.caseName != nil { parts } else { nil }
  }

  /// The one part of a payload that is made of cases, such as the action in `.element(id: 3, action: …)`.
  private static func inner(of choice: Shape.Composite) -> Any? {
    if choice.fields.count == 1 { return choice.fields[0].value }
    let choices = choice.fields.map(\.value).filter { Self.choice($0) != nil }
    return choices.count == 1 ? choices[0] : nil
  }

  /// Whether an enum is one of actions, by the name that features, and this package, give those.
  private static func isAction(_ type: Any.Type) -> Bool {
    TypeName.of(type).prefix { $0 != "<" }.hasSuffix("Action")
  }
}
