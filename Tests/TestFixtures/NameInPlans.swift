import Testing

extension Test {
  /// The name in plans and logs.
  package var nameInPlans: String {
    let place = "/\(sourceLocation.fileName):\(sourceLocation.line):\(sourceLocation.column)"
    return String("\(id)".dropLast(place.count))
  }
}
