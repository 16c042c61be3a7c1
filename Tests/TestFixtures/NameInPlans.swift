import Testing

extension Test {
  /// What plans and logs call it.
  package var nameInPlans: String {
    let place = "/\(sourceLocation.fileName):\(sourceLocation.line):\(sourceLocation.column)"
    return String("\(id)".dropLast(place.count))
  }
}
