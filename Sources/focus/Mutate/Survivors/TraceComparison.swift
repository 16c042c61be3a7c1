import TestEvents

/// A comparison of a test's usual trace with its trace under a surviving source mutant.
package struct TraceComparison: Hashable, Sendable {
  /// The behaviors of the usual run that are different or missing with the mutant, changes of fields first. Then the
  /// effects of the actions that send something only with the mutant: a test of them can expect no such action.
  package let behaviors: [Behavior]
  /// The outcomes that happen only with the mutant.
  private let additions: [Behavior]
  /// The actions that effects send only with the mutant, as arguments of `assertNotReceived`.
  package let unexpectedActions: [String]
  /// The stubs that are called differently.
  private let stubs: [String]

  /// The maximum number of behaviors per mutant. Each takes trials.
  private static let limit = 4

  /// - Parameter feature: The feature that contains the mutant. Its behaviors come first.
  package init(of feature: String, from usual: Trace, to mutated: Trace) {
    let (old, new) = (usual.signs, mutated.signs)
    func rank(_ behavior: Behavior) -> Int {
      (behavior.outcome.kind.sign == .state ? 0 : 2) + (behavior.feature == feature ? 0 : 1)
    }
    // An effect without a name has that of its ID, which a mutant removes together with `.cancellable`.
    let (oldStarts, newStarts) = (old.startCounts, new.startCounts)
    func isRenamed(_ behavior: Behavior) -> Bool {
      guard behavior.outcome.kind == .starts else { return false }
      let step = [behavior.feature, behavior.action]
      return oldStarts[step] == newStarts[step]
    }
    let different = old.keys.filter { old[$0] != new[$0] && !isRenamed($0) }
      .sorted { (rank($0), $0) < (rank($1), $1) }
    let additions = new.keys.filter { old[$0] == nil && !isRenamed($0) }.sorted()
    let sending = additions.filter { $0.outcome.kind == .sends }.map { [$0.feature, $0.action] }
    let effects = old.keys.filter {
      $0.outcome.kind.sign == .effect && sending.contains([$0.feature, $0.action])
    }
    behaviors = (different.prefix(Self.limit) + effects.sorted()).uniqued
    self.additions = additions
    unexpectedActions =
      mutated.events.compactMap { event in
        guard case .step(let step) = event, let sent = step.sent, additions.contains(sent) else {
          return nil
        }
        return step.expectations?.last
      }.uniqued
    let (oldCalls, newCalls) = (usual.stubCalls, mutated.stubCalls)
    stubs = Set(oldCalls.keys).union(newCalls.keys).sorted()
      .filter { oldCalls[$0] != newCalls[$0] }
  }

  /// The reason why no test can be written, if there is no behavior to assert.
  package var obstacle: String {
    if let stub = stubs.first {
      return
        "the mutant changes the calls of \(stub): an expectation of these calls would detect it"
    }
    if let addition = additions.first {
      return "the mutant adds \(addition), but no test is written for an absence"
    }
    return
      "the mutant changes no state or effect here: the test needs another step, or a check "
      + "of a dependency"
  }
}

/// The observable part of a behavior: the field's value, the action's payload, or its existence.
private enum Sign: Hashable {
  case change(TracedChange)
  case sent(String?)
  case outcome
}

extension [Behavior: [Sign]] {
  /// The number of effects that each action of a feature starts.
  fileprivate var startCounts: [[String]: Int] {
    reduce(into: [:]) { counts, entry in
      guard entry.key.outcome.kind == .starts else { return }
      counts[[entry.key.feature, entry.key.action], default: 0] += entry.value.count
    }
  }
}

extension Trace {
  fileprivate var signs: [Behavior: [Sign]] {
    events.reduce(into: [:]) { signs, event in
      switch event {
      case .step(let step):
        for change in step.changes { signs[change.behavior, default: []].append(.change(change)) }
        if let sent = step.sent { signs[sent, default: []].append(.sent(step.text)) }
      case .outcome(let outcome): signs[outcome.behavior, default: []].append(.outcome)
      default: break
      }
    }
  }

  fileprivate var stubCalls: [String: [String?]] {
    events.reduce(into: [:]) { calls, event in
      if case .stubCall(let call) = event { calls[call.stub, default: []].append(call.input) }
    }
  }
}

extension SplitWorkspace {
  /// The comparisons of a test's traces with and without surviving source mutants.
  ///
  /// - Parameters:
  ///   - name: The test's name in the evidence.
  ///   - usual: The trace without mutants.
  func comparisons(
    of mutants: [SourceMutant], in found: FoundTest, called name: String, usual: Trace
  ) throws(ToolError) -> [SourceMutant: TraceComparison] {
    var result: [SourceMutant: TraceComparison] = [:]
    for mutant in mutants where switches?.mutants.contains(mutant) == true {
      let plan = try plan(.source(mutant), in: name)
      do throws(ToolError) {
        let mutated = try trace(found.function.name, plan: plan)
        result[mutant] = TraceComparison(of: mutant.feature, from: usual, to: mutated)
      } catch {
        // A test with different steps under tracing can't be compared.
        if Interruption.process.isRaised { throw error }
      }
    }
    return result
  }
}
