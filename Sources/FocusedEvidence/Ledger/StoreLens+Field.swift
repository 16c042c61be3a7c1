import Core
import FocusedTestStore
import ReducerDebugging

extension StoreLens {
  /// The location of the scoped state among the fields of a state, or its last location if it is
  /// missing.
  ///
  /// The location is found by comparing values. Scoped states with equal values are distinguished by the
  /// names in the source.
  func field(in root: State) -> FieldPath? {
    guard let value = find(root) else { return knownField }
    func isScoped(_ other: Any) -> Bool {
      Swift.type(of: other) == type && areEqual(other, value)
    }
    if let known = knownField?.value(in: root), isScoped(known) { return knownField }
    var fields = FieldPath.paths(in: root, where: isScoped)
    if fields.count > 1 { fields = fields.filter { $0.leads(through: namesOfState) } }
    knownField = fields.count == 1 ? fields[0] : nil
    return knownField
  }
}

extension FieldPath {
  /// Whether fields or cases with these names are on the path, in this order.
  fileprivate func leads(through names: [String]) -> Bool {
    var rest = names[...]
    for component in components {
      switch component {
      case .field(let name), .payload(let name, part: _):
        if name == rest.first { rest = rest.dropFirst() }
      default: break
      }
    }
    return rest.isEmpty
  }
}
