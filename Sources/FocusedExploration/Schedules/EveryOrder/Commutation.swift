import FocusedTestStore

/// The knowledge, from runs, about the actions of effects: which of them commute.
///
/// Two actions commute if runs have shown them in both orders and
/// - each has done the same in every run: sent the same actions, started as many effects, and set the same parts of the
///   state to the same values, or added the same numbers to them; and
/// - they change no part in common, or set it to the same value, or both add to it.
///
/// An action that does something else in another run reads what others change, so it commutes with none. All other pairs
/// count as dependent.
struct Commutation {
  /// How an action leaves a part of the state.
  fileprivate struct PartFacts: Equatable {
    let value: StateParts.Value
    var isConstant = true
    var isChanged = false
    /// The number that the action adds to the part; `nil` if it does not add the same in each run.
    var addend: Int?
  }

  fileprivate enum Change: Equatable {
    case sets(StateParts.Value)
    case adds
  }

  fileprivate struct Facts {
    let action: UInt64
    let startCount: Int
    var runCount = 0
    var isVaried = false
    var parts: [UInt64: PartFacts] = [:]

    /// The parts that the action changes; `nil` if it does not always do the same.
    var changes: [UInt64: Change]? {
      if isVaried { return nil }
      var changes: [UInt64: Change] = [:]
      for (path, part) in parts where part.isChanged {
        if part.isConstant {
          changes[path] = .sets(part.value)
        } else if part.addend != nil {
          changes[path] = .adds
        } else {
          return nil
        }
      }
      return changes
    }
  }

  private struct Pair: Hashable {
    let first: Int
    let second: Int
  }

  private var numbers: [UInt64: Int] = [:]
  private var facts: [Facts] = []
  /// The pairs of actions of which the first came before the second in a run.
  private var seen: Set<Pair> = []
  /// Whether each action of an effect is the same in all runs. Otherwise, effects share more than the state.
  private(set) var isConsistent = true
  private var dependent: [[Bool]] = []

  func areDependent(_ first: Int, _ second: Int) -> Bool { dependent[first][second] }

  /// The numbers of the actions of a run, up to the first one that no earlier run had.
  func knownLabels(of order: ActionOrder) -> [Int] {
    Array(order.events.lazy.map { numbers[$0.label] }.prefix { $0 != nil }.compactMap(\.self))
  }

  /// Learns from a run. Returns the numbers of the actions in it, and whether other pairs commute than before.
  mutating func learn(from run: RecordedActions) -> (labels: [Int], isNews: Bool) {
    var labels: [Int] = []
    var isNews = false
    for (index, event) in run.order.events.enumerated() {
      let outcome = run.outcomes[index]
      if numbers[event.label] == nil {
        numbers[event.label] = facts.count
        facts.append(Facts(action: outcome.action, startCount: event.startCount))
        isNews = true
      }
      let label = numbers[event.label]!
      if facts[label].action != outcome.action { isConsistent = false }
      if facts[label].startCount != event.startCount, !facts[label].isVaried {
        facts[label].isVaried = true
        isNews = true
      }
      if index > 0, facts[label].learn(from: run.outcomes[index - 1].state, to: outcome.state) {
        isNews = true
      }
      for earlier in labels where seen.insert(Pair(first: earlier, second: label)).inserted {
        isNews = true
      }
      labels.append(label)
    }
    guard isNews else { return (labels, false) }
    let old = dependent
    dependent = judged()
    return (labels, dependent != old)
  }

  private func judged() -> [[Bool]] {
    let changes = facts.map(\.changes)
    return facts.indices.map { first in
      facts.indices.map { second in
        guard first != second, let these = changes[first], let those = changes[second],
          seen.contains(Pair(first: first, second: second)),
          seen.contains(Pair(first: second, second: first))
        else { return true }
        return these.contains { path, change in those[path].map { $0 != change } ?? false }
      }
    }
  }
}

extension Commutation.Facts {
  /// Learns from one more step. Returns whether it differs in kind from those before.
  fileprivate mutating func learn(from old: StateParts, to new: StateParts) -> Bool {
    var isNews = false
    for path in Set(parts.keys).union(old.values.keys).union(new.values.keys) {
      let (before, after) = (old[path], new[path])
      let addend = before.addable.flatMap { before in
        after.addable.map { $0.subtractingReportingOverflow(before).partialValue }
      }
      // In the earlier runs, there was nothing at a path that is new now.
      var part =
        parts[path]
        ?? (runCount == 0
          ? Commutation.PartFacts(value: after, addend: addend)
          : Commutation.PartFacts(value: .absent))
      if part.value != after { part.isConstant = false }
      if part.addend != addend || before == after { part.addend = nil }
      if before != after { part.isChanged = true }
      if parts[path] != part {
        parts[path] = part
        isNews = true
      }
    }
    runCount += 1
    return isNews
  }
}
