/// The innermost case of an action, as a key path: `\.rows[id: 3].renamed`.
@_spi(FocusedTCA) public struct ForeignCasePath {
  public enum Component {
    case named(String)
    case element(id: Any)
  }

  let components: [Component]
  /// The payload of the case. `nil` if the case has none, or several.
  let payload: Any?

  public init(_ components: [Component], payload: Any?) {
    self.components = components
    self.payload = payload
  }

  /// The code of the key path. `nil` if an ID has no literal.
  var code: String? {
    var code = "\\"
    for component in components {
      switch component {
      case .named(let name): code += ".\(name)"
      case .element(let id):
        let literal = SourceLiteral(id)
        guard literal.isPasteable else { return nil }
        code += "[id: \(literal.text)]"
      }
    }
    return code
  }
}
