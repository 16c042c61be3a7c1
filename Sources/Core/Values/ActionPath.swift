/// The nested cases of an action, the outermost first.
///
/// `.path(.element(id: 3, action: .loaded(.success(7))))` is `path`, `element`, `loaded`, and `success`.
package struct ActionPath {
  package struct Case {
    package let value: Any
    package let structure: ValueStructure.Composite

    package var type: Any.Type { structure.type }
    package var name: String { structure.caseName ?? "" }
  }

  package let names: [String]
  /// The cases, unless only the names are known.
  package let cases: [Case]
  /// The part of the innermost case's payload that would have the next case, if it were an enum.
  package let payload: Any?

  package init(of action: Any) {
    self.init(of: action) { Self.inner(of: $0) }
  }

  /// - Parameter inner: The part of a payload in which to go on, if there is one.
  package init(of action: Any, inner: (ValueStructure.Composite) -> Any?) {
    var cases: [Case] = []
    var value: Any? = action
    while cases.count < 16, let current = value,
      case .composite(let choice) = ValueStructure(of: current), choice.caseName != nil
    {
      cases.append(Case(value: current, structure: choice))
      value = inner(choice)
    }
    names = cases.map(\.name)
    self.cases = cases
    payload = value
  }

  package init(names: [String]) {
    self.names = names
    cases = []
    payload = nil
  }

  /// The cases that source code spells one inside the other, without other payloads beside them.
  package static func ofOnlyPayloads(in action: Any) -> ActionPath {
    ActionPath(of: action) { $0.onlyPayload }
  }

  /// The part of a payload that can be an action: the only one, the one named `action`, the only one whose
  /// type is named so, the only `Result`, or the only one that is made of cases.
  private static func inner(of choice: ValueStructure.Composite) -> Any? {
    let fields = choice.fields
    if fields.count < 2 { return fields.first?.value }
    if let action = fields.first(where: { $0.label == "action" }) { return action.value }
    let actions = fields.filter { isAction(Swift.type(of: $0.value)) }
    if actions.count == 1 { return actions[0].value }
    let results = fields.filter { $0.value is any ResultValue }
    if actions.isEmpty, results.count == 1 { return results[0].value }
    let choices = fields.filter {
      caseName(of: $0.value) != nil && !($0.value is any OptionalValue)
    }
    return actions.isEmpty && choices.count == 1 ? choices[0].value : nil
  }

  /// Whether an enum is one of actions, by the name that features, and this package, give those.
  package static func isAction(_ type: Any.Type) -> Bool {
    String(reflecting: type).prefix { $0 != "<" }.hasSuffix("Action")
  }
}

private protocol ResultValue {}

extension Result: ResultValue {}

/// The case that an enum of unknown type is in.
func caseName(of value: Any) -> CaseName? {
  func name<Value>(_: Value.Type) -> CaseName? { (value as? Value).flatMap { CaseName(of: $0) } }
  // The type that the value itself has: an `Any` can hold an existential that holds it.
  let type = type(of: value)
  return name(type)
}
