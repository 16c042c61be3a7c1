import Core

/// The nested cases of an action, starting with the outermost.
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
  /// The cases. Empty if only the names are known.
  package let cases: [Case]
  /// The part of the innermost case's payload that could contain another case.
  package let payload: Any?

  package init(of action: Any) {
    var cases: [Case] = []
    var value: Any? = action
    while cases.count < 16, let current = value,
      case .composite(let choice) = ValueStructure(of: current), choice.caseName != nil
    {
      cases.append(Case(value: current, structure: choice))
      value = Self.inner(of: choice)
    }
    names = cases.map(\.name)
    self.cases = cases
    payload = value
  }

  /// The part of a payload that can be an action. It is the only part, or the part named `action`, or the only part
  /// whose type has such a name, or the only `Result`, or the only enum.
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

  /// Whether an enum is an action type, by the naming convention of features and of this package.
  static func isAction(_ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    // A type can be inside a generic one, as in `Form<Int>.Action`, or be generic itself.
    return name.hasSuffix("Action") || name.prefix { $0 != "<" }.hasSuffix("Action")
  }
}

private protocol ResultValue {}

extension Result: ResultValue {}
