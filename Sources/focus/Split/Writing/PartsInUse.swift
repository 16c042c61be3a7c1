/// The parts of the store that a test is written with: those that two or more of its lines go through, and
/// those without which its assertion cannot be written.
struct PartsInUse: Sendable {
  /// Ordered by their declarations.
  private(set) var all: [StorePart] = []
  private(set) var ofUnits: [Int: StorePart] = [:]
  private(set) var ofEnding: StorePart?

  init() {}

  init(_ way: Candidate, in test: TracedTest) {
    // The assertion comes last.
    var open: [(unit: Int?, parts: [StorePart])] = way.unitsBeforeAssertion
      .compactMap { unit in
        test.parts[unit].map { (unit, $0.way(taken: test.takenNames)) }
      }
    open.append((nil, way.ending.parts(in: test)))
    // The innermost part says the most.
    let parts = open.flatMap(\.parts).uniqued
      .sorted { $0.links.count > $1.links.count }
    for part in parts where !all.contains(where: { $0.name == part.name }) {
      let lines = open.filter { $0.parts.contains(part) }
      let isNeeded = way.ending.field?.neededPart == part && lines.contains { $0.unit == nil }
      guard lines.count > 1 || isNeeded else { continue }
      open.removeAll { $0.parts.contains(part) }
      all.append(part)
      for line in lines {
        if let unit = line.unit { ofUnits[unit] = part } else { ofEnding = part }
      }
    }
    all.reverse()
  }
}

extension Candidate.Ending {
  /// The assertions of a field.
  var field: FieldAssertion? {
    switch self {
    case .sendClosure(let field), .assert(let field), .receive(_, let field?),
      .expect(_, let field?):
      field
    case .receive(_, nil), .expect(_, nil), .finish, .notReceived, .nothingElse, .check, .nothing:
      nil
    }
  }

  /// The parts that the assertion can be made on, from the outside in.
  fileprivate func parts(in test: TracedTest) -> [StorePart] {
    if let field { return field.inParts.map(\.part) }
    guard case .receive(let unit, nil) = self else { return [] }
    return test.parts[unit]?.way(taken: test.takenNames) ?? []
  }
}

extension FieldAssertion {
  /// The part without which there is nothing to say.
  var neededPart: StorePart? { lines.isEmpty ? inParts.last?.part : nil }

  func lines(in part: StorePart?) -> [String] {
    inParts.first { $0.part == part }?.lines ?? lines
  }
}
