import TestEvents

/// A new test: its name, and the candidate that it is based on.
package struct FocusedTest: Hashable, Sendable {
  /// The name as written in source, with backticks if needed.
  package var name: String
  package var candidate: Candidate
  /// The behaviors that the test asserts.
  package var behaviors: [Behavior]
  /// The candidates whose assertions the test combines.
  package var ways: [Candidate]

  /// The name of the test's function without backticks.
  var function: String { name.withoutBackticks }
}

extension Candidate {
  /// A candidate with the assertions of both, if the two differ only in their assertions.
  func merging(_ other: Candidate) -> Candidate? {
    guard withoutField == other.withoutField else { return nil }
    guard let field = ending.field, let added = other.ending.field else {
      return ending.field == nil ? other : self
    }
    return field.merging(added).map { with($0) }
  }

  /// The candidate with an assertion that checks no field.
  var withoutField: Candidate { with(nil) }

  private func with(_ field: FieldAssertion?) -> Candidate {
    var way = self
    way.ending.field = field
    return way
  }
}

extension FieldAssertion {
  /// An assertion of both fields, if one closure can assert both.
  func merging(_ other: FieldAssertion) -> FieldAssertion? {
    var parts: [StorePart: [String]] = [:]
    for (part, own) in inParts {
      parts[part] = other.inParts[part].map { own + $0.filter { !own.contains($0) } }
    }
    guard receiver == other.receiver, parameter == other.parameter,
      statements.isEmpty == other.statements.isEmpty, !statements.isEmpty || !parts.isEmpty
    else { return nil }
    var merged = self
    merged.statements += other.statements.filter { !statements.contains($0) }
    merged.inParts = parts
    merged.isChange = isChange || other.isChange
    return merged
  }
}
