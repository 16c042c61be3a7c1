/// What the package's collections and wrappers know of an assert closure that runs.
///
/// A closure that states the right values changes nothing. A write to a missing element changes nothing
/// either, so collections report it here. Adding an element that is present would change nothing, so
/// identified arrays give it the stated value where the closure is applied to the actual state.
package final class AssertionContext: Sendable {
  /// The state to which the closure is applied.
  package enum Target: Sendable {
    /// A state for which collections do what they do in production.
    case other
    /// The actual state. In `assert`, there is no step that it follows.
    case actual(isAfterStep: Bool)
  }

  /// What the closure did besides changing the state.
  package struct Outcome: Sendable {
    /// The writes that found nothing. Those to an element that the closure removes are left out.
    package var missed: [MissedMutation] = []
    /// Whether an identified array has something to settle: see `SettlingCollection`.
    package var needsSettling = false
    /// Whether that may show a wrong value where the closure seems to change nothing.
    package var hidesValues = false

    package init() {}
  }

  private struct Contents {
    var target = Target.other
    var outcome = Outcome()
    var removed: Set<String> = []
  }

  private let contents = Lock(Contents())

  package init() {}

  /// Starts another application of a closure.
  func begin(_ target: Target) {
    contents.withLock { $0 = Contents(target: target) }
  }

  /// What the latest application of a closure did besides changing the state.
  package var outcome: Outcome {
    contents.withLock { contents in
      var outcome = contents.outcome
      outcome.missed.removeAll { contents.removed.contains($0.subject) }
      return outcome
    }
  }
}

/// A write of an assert closure to an element, or to a presented state, that is not there.
package struct MissedMutation: Sendable {
  /// `the Row.State with the id 7`
  package let subject: String
  /// The elements that are there instead.
  package let context: String
}

// MARK: - What collections report

extension AssertionContext {
  /// Whether the running closure is applied to the state after a step; `nil` if it is not applied to the
  /// actual state, or if no closure runs.
  static var isAfterStep: Bool? {
    guard let context = DependencyValues.scoped?.contents.assertionContext,
      case .actual(let isAfterStep) = context.contents.withLock({ $0.target })
    else { return nil }
    return isAfterStep
  }

  /// Reports that an array has something to settle.
  static func noteRestatement(changesValue: Bool) {
    withCurrent {
      $0.outcome.needsSettling = true
      if changesValue { $0.outcome.hidesValues = true }
    }
  }

  /// Reports a write to an element that is not there.
  static func noteMiss<Element>(of type: Element.Type, id: some Any, among ids: some Collection) {
    guard isAfterStep != nil else { return }
    let list = ids.prefix(8).map { "\($0)" }.joined(separator: ", ")
    let missed = MissedMutation(
      subject: subject(type, id),
      context: ids.isEmpty
        ? " There are no others." : " Those that are there: \(list)\(ids.count > 8 ? ", …" : "")")
    withCurrent { $0.outcome.missed.append(missed) }
  }

  /// Reports a write to a presented state that is not there.
  static func noteMiss<State>(ofPresented type: State.Type) {
    guard isAfterStep != nil else { return }
    let missed = MissedMutation(subject: subject(presented: type), context: "")
    withCurrent { $0.outcome.missed.append(missed) }
  }

  /// Reports the removal of an element that is not there, to which the closure may then write in vain.
  static func noteRemoval<Element>(of type: Element.Type, id: some Any) {
    guard isAfterStep != nil else { return }
    let subject = subject(type, id)
    withCurrent { $0.removed.insert(subject) }
  }

  /// Reports the removal of a presented state that is not there.
  static func noteRemoval<State>(ofPresented type: State.Type) {
    guard isAfterStep != nil else { return }
    let subject = subject(presented: type)
    withCurrent { $0.removed.insert(subject) }
  }

  private static func subject<Element>(_: Element.Type, _ id: Any) -> String {
    "the \(Spelling.shortName(Element.self)) with the id \(id)"
  }

  private static func subject<State>(presented _: State.Type) -> String {
    "the \(Spelling.shortName(State.self)) that is presented"
  }

  private static func withCurrent(_ change: @Sendable (inout Contents) -> Void) {
    DependencyValues.scoped?.contents.assertionContext?.contents.withLock { change(&$0) }
  }
}
