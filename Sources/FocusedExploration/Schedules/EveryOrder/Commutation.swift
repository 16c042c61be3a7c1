import FocusedTestStore

/// The actions of effects that commute, as far as runs have shown.
///
/// Two actions commute if runs have shown them in both orders and
/// - each action did the same in every run: it sent the same actions, started as many effects, and set the same parts
///   of the state to the same values, or added the same numbers to them; and
/// - they change no part in common, or set it to the same value, or both add to it.
///
/// If an action does something different in another run, it reads parts that other actions change, so it commutes with
/// none. All other pairs count as dependent.
struct Commutation {
  /// The effect of an action on a part of the state.
  fileprivate struct PartFacts: Equatable {
    let value: StateParts.Value
    var isConstant = true
    var isChanged = false
    /// The number that the action adds to the part; `nil` if the number differs between runs.
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

    /// The parts that the action changes; `nil` if the changes differ between runs.
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

  private var numbers: [UInt64: Int] = [:]
  private var facts: [Facts] = []
  /// For each action, the actions that came after it in a run.
  private var later: [Int: Set<Int>] = [:]
  /// Whether each action of an effect is the same in all runs. If not, effects share more than the state.
  private(set) var isConsistent = true
  private var dependent: [[Bool]] = []

  func areDependent(_ first: Int, _ second: Int) -> Bool { dependent[first][second] }

  /// The numbers of the actions of a run, up to the first action that is new.
  func knownLabels(of order: ActionOrder) -> [Int] {
    Array(order.events.lazy.map { numbers[$0.label] }.prefix { $0 != nil }.compactMap(\.self))
  }

  /// Learns from a run. Returns the numbers of its actions, and whether the run changed which pairs commute.
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
      for earlier in labels where later[earlier, default: []].insert(label).inserted {
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
          later[first]?.contains(second) == true, later[second]?.contains(first) == true
        else { return true }
        return these.contains { path, change in those[path].map { $0 != change } ?? false }
      }
    }
  }
}

extension Commutation.Facts {
  /// Learns from one more step. Returns whether the step changed the facts.
  fileprivate mutating func learn(from old: StateParts, to new: StateParts) -> Bool {
    var isNews = false
    for path in Set(parts.keys).union(old.values.keys).union(new.values.keys) {
      let (before, after) = (old[path], new[path])
      let addend = before.addable.flatMap { before in
        after.addable.map { $0.subtractingReportingOverflow(before).partialValue }
      }
      // In the earlier runs, there was no value at a new path.
      var part =
        parts[path]
        ?? (runCount == 0
          ? Commutation.PartFacts(value: after, addend: addend)
          : Commutation.PartFacts(value: .absent))
      if part.value != after { part.isConstant = false }
      // A missing number counts as 0. So an action that removes a zero, but no other number, adds 0 in each run.
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
