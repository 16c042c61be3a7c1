import BehaviorLedger
import Core
import ReducerDebugging
import SourceReading

/// What a store's steps did, and what its test made of it: the events of a run in, facts out.
///
/// It decides by the rules of <doc:TheLedger>. A value without types, tasks and files, so that each rule
/// has a test that writes the events down.
package struct BehaviorLog {
  /// A behavior and what is now known of it.
  package struct Fact: Hashable, Sendable {
    package let behavior: Behavior
    package let mark: Behavior.Mark
  }

  /// What a passing closure, or the lack of one, demands of a state.
  package enum Constraint {
    /// The state was compared as a whole.
    case everyField
    /// Some fields were compared.
    ///
    /// - `isComplete`: Whether they are all. If the closure could not be read to its end, it may have
    ///   compared any field that its step changed, and has read them.
    case fields([ClosureFields.Path], isComplete: Bool)
  }

  private struct LoggedStep {
    let key: ActionKey
    /// The step whose effect sent the action, and that effect.
    let cause: Int?
    let effect: Int?
    let isDismissal: Bool
    /// The sent step that the step follows from.
    let root: Int
    /// Whether its changes have been compared.
    var isSeen: Bool
  }

  /// A change of one field. Without a behavior the field went with a part of the state that it stood in.
  private struct Change {
    let step: Int
    let behavior: Behavior?
    var elements: ChangedElements?
  }

  private struct Sending: Hashable {
    let cause: ActionKey
    let action: ActionKey
    let isDismissal: Bool
  }

  private struct Effect {
    let name: String
    let behavior: Behavior
  }

  private var steps: [LoggedStep] = []
  private var fields: [FieldPath] = []
  private var positions: [FieldPath: Int] = [:]
  /// The most components that one of the fields has.
  private var depth = 0
  /// The changes of each field since the last send, and the last one before it.
  private var changes: [[Change]] = []
  /// Whether any field has more than one change.
  private var hasHistory = false
  private var effects: [Int: Effect] = [:]
  private var effectNames = EffectNames()
  /// Started and cancelled effects that nothing has accounted for, and the sends that they go back to.
  private var unaccounted: [Behavior: Int] = [:]
  private var lastRead = -1
  private var dismissal: Behavior?
  /// The actions so far, and whether anything has come of them.
  private var outcomes: [ActionKey: Bool] = [:]
  /// The actions of which the test says that nothing changes.
  private var stillActions: Set<ActionKey> = []
  private var facts: [Fact] = []
  /// What has been noted as sent: a step that repeats another is not a new fact.
  private var sendings: Set<Sending> = []
  private var lastSending: Sending?

  /// How many fields, and changes of each, are remembered for assertions that are yet to come.
  private static let memory = 1_024

  package init() {}

  /// Hands over what has become known.
  package mutating func takeFacts() -> [Fact] {
    if facts.isEmpty { return [] }
    defer { facts.removeAll(keepingCapacity: true) }
    return facts
  }

  /// Has all that happens noted again, because it now happens in another test.
  package mutating func testChanges() {
    sendings = []
    lastSending = nil
  }

  private mutating func note(_ mark: Behavior.Mark, _ behavior: Behavior) {
    facts.append(Fact(behavior: behavior, mark: mark))
  }

  // MARK: - What happens

  /// Notes a step.
  ///
  /// - Parameters:
  ///   - cause: The step whose effect sent the action; `nil` if the test sent it.
  ///   - effect: The effect that did; `nil` for a `.send` effect.
  ///   - isDismissal: Whether an effect has dismissed its feature by this action of the parent's.
  ///   - changed: The fields that changed; `nil` if they were not compared.
  package mutating func step(
    _ key: ActionKey, cause: Int? = nil, effect: Int? = nil, isDismissal: Bool = false,
    changed: [ChangedField]?
  ) {
    let number = steps.count
    let origin = cause.flatMap { steps.indices.contains($0) ? steps[$0] : nil }
    let step = LoggedStep(
      key: key, cause: cause, effect: effect, isDismissal: isDismissal,
      root: origin?.root ?? number, isSeen: changed != nil)
    steps.append(step)
    if cause == nil { forgetChangesBeforeLast() }
    if let origin, isNew(step, from: origin), let sent = behaviorOfSending(step) {
      note(.exercised, sent)
      outcomes[origin.key] = true
    }
    if changed?.isEmpty != true {
      if outcomes[key] != true { outcomes[key] = true }
    } else if outcomes[key] == nil {
      outcomes[key] = false
    }
    for field in changed ?? [] {
      let behavior = behavior(of: number, .field(field.key.name(in: key.feature)))
      note(.exercised, behavior)
      overwriteParts(of: field, in: number)
      append(Change(step: number, behavior: behavior, elements: field.elements), to: field.path)
    }
  }

  private mutating func isNew(_ step: LoggedStep, from cause: LoggedStep) -> Bool {
    let sending = Sending(cause: cause.key, action: step.key, isDismissal: step.isDismissal)
    // An effect that sends many actions mostly sends the same.
    if sending == lastSending { return false }
    lastSending = sending
    return sendings.insert(sending).inserted
  }

  /// How many steps there have been.
  package var stepCount: Int { steps.count }

  /// The action of a step.
  package func key(of step: Int) -> ActionKey? {
    steps.indices.contains(step) ? steps[step].key : nil
  }

  /// Whether the changes of a step have not been compared.
  package func isUnseen(_ step: Int) -> Bool { steps.indices.contains(step) && !steps[step].isSeen }

  /// Notes the changes of a step that were not compared when it was taken.
  package mutating func lookBack(at step: Int, changed: [ChangedField]) {
    guard isUnseen(step) else { return }
    steps[step].isSeen = true
    let feature = steps[step].key.feature
    for field in changed {
      let behavior = behavior(of: step, .field(field.key.name(in: feature)))
      note(.exercised, behavior)
      append(Change(step: step, behavior: behavior, elements: field.elements), to: field.path)
    }
  }

  /// Notes that an effect has started.
  ///
  /// - Parameter name: The name that it was given; effects without one are told apart by their lines.
  package mutating func start(_ effect: Int, of step: Int, name: String?, at line: CallSite) {
    guard steps.indices.contains(step) else { return }
    let name = effectNames.name(name, ofEffectStartedIn: step, at: line)
    let behavior = behavior(of: step, .starts(name))
    effects[effect] = Effect(name: name, behavior: behavior)
    outcomes[steps[step].key] = true
    note(.exercised, behavior)
    unaccounted[behavior] = steps[step].root
  }

  /// Notes that a step has cancelled effects in flight.
  package mutating func cancel(_ cancelled: [Int], in step: Int) {
    guard steps.indices.contains(step) else { return }
    // What an effect does to itself by its action is its end.
    for effect in cancelled where effect != steps[step].effect {
      guard let name = effects[effect]?.name else { continue }
      let behavior = behavior(of: step, .cancels(name))
      outcomes[steps[step].key] = true
      note(.exercised, behavior)
      unaccounted[behavior] = steps[step].root
    }
  }

  /// Notes that the root feature has dismissed itself, in an effect that a step started.
  package mutating func dismiss(in step: Int) {
    guard steps.indices.contains(step) else { return }
    let behavior = behavior(of: step, .dismisses)
    outcomes[steps[step].key] = true
    note(.exercised, behavior)
    dismissal = behavior
  }

  /// Notes the end of the run: actions of which nothing has come are known only now.
  package mutating func end() {
    for (key, hasOutcome) in outcomes where !hasOutcome {
      let behavior = Behavior(feature: key.feature, action: key.name, outcome: .nothing)
      note(stillActions.contains(key) ? .asserted : .exercised, behavior)
    }
  }

  // MARK: - What the test makes of it

  /// Notes that an assertion about the state after a step has passed.
  package mutating func assertState(after step: Int, _ constraint: Constraint) {
    guard steps.indices.contains(step) else { return }
    if case .everyField = constraint { stillActions.insert(steps[step].key) }
    for (position, path) in fields.enumerated() {
      guard let change = changes[position].last(where: { $0.step <= step }),
        let behavior = change.behavior
      else { continue }
      switch constraint {
      case .everyField:
        if change.step == step { note(.asserted, behavior) }
      case .fields(let fields, let isComplete):
        let concern = fields.lazy.map { $0.concern(path, elements: change.elements) }.max()
        if concern == .certain {
          note(.asserted, behavior)
        } else if concern == .possible || !isComplete && change.step == step {
          note(.read, behavior)
        }
      }
    }
  }

  /// Notes that a `receive` has consumed the action of a step.
  package mutating func receive(_ step: Int) {
    guard steps.indices.contains(step) else { return }
    let received = steps[step]
    if let sent = behaviorOfSending(received) { note(.asserted, sent) }
    if let effect = received.effect.flatMap({ effects[$0] }) { account(for: effect.behavior) }
  }

  /// Notes that the test has read the state as of a step.
  ///
  /// - Parameter part: The field that it has read, unless it is the whole state.
  package mutating func read(upTo step: Int, in part: FieldPath? = nil) {
    guard step > lastRead else { return }
    for (position, history) in changes.enumerated() {
      if let part, !part.contains(fields[position]), !fields[position].contains(part) { continue }
      guard let change = history.last(where: { $0.step <= step }), change.step > lastRead,
        let behavior = change.behavior
      else { continue }
      note(.read, behavior)
    }
    if part == nil { lastRead = step }
  }

  /// Notes that the test has asked whether the root feature has dismissed itself.
  package mutating func readDismissal() {
    if let dismissal { note(.read, dismissal) }
  }

  /// Notes that all effects have been found to be over, or all of those that go back to one send.
  ///
  /// An effect that was cancelled would still be in flight without that, unless the same step has started
  /// another in its place, which has ended, too. One that never started would not be missed.
  package mutating func finish(root: Int? = nil) {
    for (behavior, origin) in unaccounted where root == nil || root == origin {
      unaccounted[behavior] = nil
      note(isProvenByEnd(behavior) ? .asserted : .read, behavior)
    }
  }

  private func isProvenByEnd(_ behavior: Behavior) -> Bool {
    guard case .cancels(let name) = behavior.outcome else { return false }
    var restart = behavior
    restart.outcome = .starts(name)
    return !effects.values.contains { $0.behavior == restart }
  }

  private mutating func account(for behavior: Behavior) {
    unaccounted[behavior] = nil
    note(.asserted, behavior)
  }
}

// MARK: - Names

extension BehaviorLog {
  private func behavior(of step: Int, _ outcome: Behavior.Outcome) -> Behavior {
    let key = steps[step].key
    return Behavior(feature: key.feature, action: key.name, outcome: outcome)
  }

  /// The behavior that an effect's action is the outcome of.
  private func behaviorOfSending(_ step: LoggedStep) -> Behavior? {
    guard let cause = step.cause, steps.indices.contains(cause) else { return nil }
    if step.isDismissal { return behavior(of: cause, .dismisses) }
    return behavior(of: cause, .sends(step.key.name(in: steps[cause].key.feature)))
  }
}

// MARK: - Fields

extension BehaviorLog {
  private mutating func append(_ change: Change, to path: FieldPath) {
    if let position = positions[path] {
      let index = changes[position].lastIndex { $0.step <= change.step }.map { $0 + 1 } ?? 0
      changes[position].insert(change, at: index)
      hasHistory = true
      if changes[position].count > Self.memory { changes[position].removeFirst() }
      return
    }
    if fields.count >= Self.memory { forgetOldestFields() }
    positions[path] = fields.count
    depth = max(depth, path.components.count)
    fields.append(path)
    changes.append([change])
  }

  /// What is inside of a part that changed as a whole has changed with it, but for the elements of a list
  /// that stayed where they were.
  private mutating func overwriteParts(of changed: ChangedField, in step: Int) {
    // Most states have no parts in parts, and most of their changes are of the deepest.
    let count = changed.path.components.count
    guard count < depth else { return }
    for (position, field) in fields.enumerated()
    where field.components.count > count && changed.path.contains(field)
      && changed.elements?.include(field.components[count]) != false
    {
      changes[position].append(Change(step: step, behavior: nil))
      hasHistory = true
    }
  }

  /// A send ends what could be received, so that no assertion looks back beyond the latest change.
  private mutating func forgetChangesBeforeLast() {
    guard hasHistory else { return }
    hasHistory = false
    for position in changes.indices where changes[position].count > 1 {
      changes[position] = [changes[position][changes[position].count - 1]]
    }
  }

  private mutating func forgetOldestFields() {
    let latest = changes.map { $0[$0.count - 1].step }
    let kept = latest.indices.sorted { latest[$0] > latest[$1] }.prefix(Self.memory / 2).sorted()
    fields = kept.map { fields[$0] }
    changes = kept.map { changes[$0] }
    positions = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($1, $0) })
  }
}
