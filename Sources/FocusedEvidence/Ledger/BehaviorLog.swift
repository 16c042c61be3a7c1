import TestEvents
import Core
import FocusedTestStore
import ReducerDebugging
import SourceReading

/// A log of a store's steps and of the assertions of its test. It takes the events of a run and returns facts.
///
/// It decides by the rules of <doc:TheLedger>. The log has no generic types, tasks, or files, so each rule has a test
/// that lists the events by hand.
package struct BehaviorLog {
  /// A behavior and its new coverage level.
  package struct Fact: Hashable, Sendable {
    package let behavior: Behavior
    package let mark: Behavior.Mark
  }

  private struct LoggedStep {
    let key: ActionKey
    /// The step whose effect sent the action, and that effect.
    let cause: Int?
    let effect: Int?
    let isDismissal: Bool
    /// The sent step from which the step follows.
    let root: Int
  }

  private var steps: [LoggedStep] = []
  private var fields = FieldHistory()
  private var effects = EffectAccounts()
  /// The actions so far, and whether they had an outcome.
  private var outcomes: [ActionKey: Bool] = [:]
  private var lastRead = -1
  private var dismissal: Behavior?
  private var facts: [Fact] = []

  package init() {}

  /// Returns the facts that were recorded since the last call.
  package mutating func takeFacts() -> [Fact] {
    if facts.isEmpty { return [] }
    defer { facts.removeAll(keepingCapacity: true) }
    return facts
  }

  private mutating func note(_ mark: Behavior.Mark, _ behavior: Behavior) {
    facts.append(Fact(behavior: behavior, mark: mark))
  }

  // MARK: - What happens

  /// Records a step.
  ///
  /// - Parameters:
  ///   - cause: The step whose effect sent the action, or `nil` if the test sent it.
  ///   - effect: The effect that sent the action, or `nil` for a `.send` effect.
  ///   - isDismissal: Whether an effect has dismissed its feature by this action of the parent's.
  ///   - changed: The fields that changed.
  package mutating func step(
    _ key: ActionKey, cause: Int? = nil, effect: Int? = nil, isDismissal: Bool = false,
    changed: [ChangedField]
  ) {
    let number = steps.count
    let origin = cause.map { steps[$0] }
    let step = LoggedStep(
      key: key, cause: cause, effect: effect, isDismissal: isDismissal,
      root: origin?.root ?? number)
    steps.append(step)
    // After a send, earlier actions can't be received. So no assertion refers to a change before
    // the latest one.
    if cause == nil { fields.forgetAllButLast() }
    if let origin, let sent = behavior(ofSending: key, by: cause, isDismissal: isDismissal) {
      note(.exercised, sent)
      outcomes[origin.key] = true
    }
    outcomes[key, default: false] = !changed.isEmpty || outcomes[key, default: false]
    for field in changed {
      fields.overwriteParts(of: field, in: number)
      note(field, in: number)
    }
  }

  private mutating func note(_ field: ChangedField, in step: Int) {
    let behavior = behavior(of: step, .field(field.name(in: steps[step].key.feature)))
    note(.exercised, behavior)
    fields.note(
      FieldHistory.Change(step: step, behavior: behavior, elements: field.elements), of: field.path)
  }

  package var stepCount: Int { steps.count }

  /// Records that an effect has started.
  ///
  /// - Parameter name: The name that the feature gave to the effect. Effects without a name are distinguished
  ///   by their lines.
  package mutating func start(_ effect: Int, of step: Int, name: String?, at line: CallSite) {
    let name = effects.names.name(name, ofEffectStartedIn: step, at: line)
    let behavior = behavior(of: step, .starts(name))
    effects.start(effect, behavior, root: steps[step].root)
    noteOutcome(behavior, of: step)
  }

  /// Records that a step has cancelled effects in flight.
  package mutating func cancel(_ cancelled: [Int], in step: Int) {
    // An effect that its own action cancels has ended.
    for effect in cancelled where effect != steps[step].effect {
      guard let name = effects.name(of: effect) else { continue }
      let behavior = behavior(of: step, .cancels(name))
      effects.expectEnd(of: behavior, root: steps[step].root)
      noteOutcome(behavior, of: step)
    }
  }

  private mutating func noteOutcome(_ behavior: Behavior, of step: Int) {
    outcomes[steps[step].key] = true
    note(.exercised, behavior)
  }

  /// Records that the root feature has dismissed itself, in an effect that a step started.
  package mutating func dismiss(in step: Int) {
    let behavior = behavior(of: step, .dismisses)
    noteOutcome(behavior, of: step)
    dismissal = behavior
  }

  /// Records the end of the run. Only then is it known which actions had no outcome.
  package mutating func end() {
    for (key, hasOutcome) in outcomes where !hasOutcome {
      note(.exercised, Behavior(key, .nothing))
    }
  }

  // MARK: - What the test makes of it

  /// Records that an assertion has passed that compared the whole state after a step.
  package mutating func assertEveryField(after step: Int) {
    for (_, change) in fields.latest(upTo: step) where change.step == step {
      if let behavior = change.behavior { note(.asserted, behavior) }
    }
  }

  /// Records that an assertion has passed that compared some fields of the state after a step.
  ///
  /// - Parameter compared: The compared fields. If they are incomplete, the closure could not be read to its end.
  ///   Then each field that the step changed counts as read.
  package mutating func assert(_ compared: ClosureFields, after step: Int) {
    for (path, change) in fields.latest(upTo: step) {
      guard let behavior = change.behavior else { continue }
      let concern = compared.concern(path, elements: change.elements)
      if concern == .certain {
        note(.asserted, behavior)
      } else if concern == .possible || !compared.isComplete && change.step == step {
        note(.read, behavior)
      }
    }
  }

  /// Records that a `receive` has consumed the action of a step.
  package mutating func receive(_ step: Int) {
    let received = steps[step]
    if let sent = behavior(
      ofSending: received.key, by: received.cause, isDismissal: received.isDismissal)
    {
      note(.asserted, sent)
    }
    if let effect = received.effect, let started = effects.account(for: effect) {
      note(.asserted, started)
    }
  }

  /// Records that the test has read the state as of a step.
  ///
  /// - Parameter part: The field that it has read, unless it is the whole state.
  package mutating func read(upTo step: Int, in part: FieldPath? = nil) {
    guard step > lastRead else { return }
    for (path, change) in fields.latest(upTo: step) where change.step > lastRead {
      if let part, !part.contains(path), !path.contains(part) { continue }
      if let behavior = change.behavior { note(.read, behavior) }
    }
    if part == nil { lastRead = step }
  }

  /// Records that the test has read whether the root feature has dismissed itself.
  package mutating func readDismissal() {
    if let dismissal { note(.read, dismissal) }
  }

  /// Records that all effects have ended, or all effects that follow from one send.
  package mutating func finish(root: Int? = nil) {
    for (behavior, isProven) in effects.end(root: root) {
      note(isProven ? .asserted : .read, behavior)
    }
  }
}

// MARK: - Names

extension BehaviorLog {
  private func behavior(of step: Int, _ outcome: Behavior.Outcome) -> Behavior {
    Behavior(steps[step].key, outcome)
  }

  /// The behavior whose outcome is the action that the effects of a step sent.
  ///
  /// - Parameter isDismissal: Whether an effect has dismissed its feature by the action.
  func behavior(ofSending key: ActionKey, by cause: Int?, isDismissal: Bool) -> Behavior? {
    cause.map { step in
      behavior(
        of: step, isDismissal ? .dismisses : .sends(key.name(in: steps[step].key.feature)))
    }
  }
}

extension Behavior {
  init(_ action: ActionKey, _ outcome: Outcome) {
    self.init(
      module: action.module, feature: action.feature, action: action.name, outcome: outcome)
  }
}
