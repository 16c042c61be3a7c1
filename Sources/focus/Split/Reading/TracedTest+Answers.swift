extension TracedTest {
  /// Whether no stub's answer among some statements is in vain: an effect that has called must have been
  /// started before. One that is in vain takes the stub's time-out.
  package func canGo(_ units: [Int]) -> Bool {
    units.enumerated().allSatisfy { position, unit in
      reasonsForAnswers[unit]?.allSatisfy { !$0.isDisjoint(with: units.prefix(position)) } ?? true
    }
  }

  /// For each statement with answers of stubs, and each of these, the statements that can be the reason.
  static func reasonsForAnswers(in units: [Unit]) -> [Int: [Set<Int>]] {
    let steps = units.flatMap(\.steps)
    return units.indices.reduce(into: [:]) { reasons, index in
      guard !units[index].answeredSteps.isEmpty else { return }
      reasons[index] = units[index].answeredSteps.compactMap { number in
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
