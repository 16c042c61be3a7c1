/// The scoped stores that a new test uses: those that at least two of its lines can use, and those that its assertion
/// needs.
struct PartsInUse: Sendable {
  /// The scoped stores, in the order of their declarations.
  private(set) var all: [StorePart] = []
  /// The scoped store of each statement. That of the assertion has the key `nil`.
  private(set) var ofUnits: [Int?: StorePart] = [:]

  init() {}

  init(_ way: Candidate, in test: TracedTest) {
    // The assertion comes last, after the setup steps.
    var open: [(unit: Int?, parts: [StorePart])] = way.units.map { unit in
      (unit, test.parts[unit] ?? [])
    }
    open.append((nil, way.ending.parts(in: test)))
    // Prefers the innermost scoped store, which shortens a line most.
    let parts = open.flatMap(\.parts).uniqued
      .sorted { $0.links.count > $1.links.count }
    for part in parts where !all.contains(where: { $0.name == part.name }) {
      let lines = open.filter { $0.parts.contains(part) }
      let isNeeded = way.ending.field?.neededPart == part && lines.contains { $0.unit == nil }
      guard lines.count > 1 || isNeeded else { continue }
      open.removeAll { $0.parts.contains(part) }
      all.append(part)
      for line in lines { ofUnits[line.unit] = part }
    }
    all.reverse()
  }
}

extension Candidate.Ending {
  /// The scoped stores that can make the assertion.
  fileprivate func parts(in test: TracedTest) -> [StorePart] {
    if let field { return Array(field.inParts.keys) }
    guard kind == .receive, let unit else { return [] }
    return test.parts[unit] ?? []
  }
}

extension FieldAssertion {
  /// The scoped store that is needed to assert the field; `nil` if the store itself can assert it.
  var neededPart: StorePart? {
    statements.isEmpty ? inParts.keys.max { $0.links.count < $1.links.count } : nil
  }

  func statements(in part: StorePart?) -> [String] {
    part.flatMap { inParts[$0] } ?? statements
  }
}
