import SourceReading

extension TracedTest {
  /// Whether some statements can run without the others.
  ///
  /// A stub's answer needs an earlier statement that starts the calling effect. Otherwise, it waits until its
  /// time-out. A statement that uses a result needs the statement that produces it.
  package func canGo(_ units: [Int]) -> Bool {
    units.enumerated().allSatisfy { position, unit in
      let before = units.prefix(position)
      return reasonsForAnswers[unit]?.allSatisfy { !$0.isDisjoint(with: before) } ?? true
        && (sources[unit] ?? []).isSubset(of: before)
    }
  }

  /// For each statement, the earlier statements whose results it uses.
  static func sources(of units: [Unit], in source: SwiftSource) -> [Int: Set<Int>] {
    let results = units.indices.filter {
      units[$0].kind == .binding || units[$0].isSend && !units[$0].declared.isEmpty
    }
    guard !results.isEmpty else { return [:] }
    return units.indices.reduce(into: [:]) { sources, index in
      let names = source.names(in: units[index].tokens, withMembers: false)
      sources[index] = Set(
        results.filter { $0 < index && !names.isDisjoint(with: units[$0].declared) })
    }
  }

  /// A candidate, completed by the statements that produce the results that it uses.
  func completed(_ way: Candidate) -> Candidate {
    var units = Set(way.units)
    var open = Array(units) + [way.ending.unit].compactMap(\.self)
    while let unit = open.popLast() {
      for source in sources[unit] ?? [] where units.insert(source).inserted { open.append(source) }
    }
    return units.count == way.units.count ? way : way.with(units: units.sorted())
  }

  /// For each statement that answers stubs, and for each answer, the statements that can cause the call.
  ///
  /// A statement that both causes and answers a call, through a helper, needs no other statement.
  static func reasonsForAnswers(in units: [Unit]) -> [Int: [Set<Int>]] {
    let steps = units.flatMap(\.steps)
    return units.indices.reduce(into: [:]) { reasons, index in
      guard !units[index].answeredSteps.isEmpty else { return }
      let own = Set(units[index].steps.map(\.step))
      let others = units[index].answeredSteps.filter { !own.contains($0) }
      reasons[index] = others.compactMap { number in
        steps.first { $0.step == number }
      }.map { step in
        Set(
          units.indices.filter { other in
            units[other].steps.contains {
              ($0.feature, $0.action) == (step.feature, step.action)
            }
          })
      }
    }
  }
}
