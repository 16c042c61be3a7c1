/// What one store has computed with its selectors.
///
/// Kept by store and not by selector: two stores with different states would take a selector's
/// memory from each other.
@MainActor
package final class Selections<State> {
  private struct Slot {
    weak var identity: SelectorIdentity?
    let computation: AnyObject
  }

  private struct Override {
    let identity: SelectorIdentity
    let value: Any
  }

  private var slots: [ObjectIdentifier: Slot] = [:]
  private var overrides: [ObjectIdentifier: Override] = [:]
  private var sweepThreshold = 32

  package init() {}

  package func value<Value>(of selector: Selector<State, Value>, in state: State) -> Value {
    if !overrides.isEmpty, let override = overrides[ObjectIdentifier(selector.identity)],
      let value = override.value as? Value
    {
      return value
    }
    return selector.evaluate(state, self)
  }

  /// Gives a selector, and those that are made of it, a value of the test's choice.
  package func override<Value>(_ selector: Selector<State, Value>, with value: Value) {
    overrides[ObjectIdentifier(selector.identity)] = Override(
      identity: selector.identity, value: value)
  }

  package func removeOverrides() {
    overrides = [:]
  }

  /// Where a selector's last computation is kept, for as long as the selector exists.
  func computation<Computation: AnyObject>(
    of identity: SelectorIdentity, orNew makeNew: () -> Computation
  ) -> Computation {
    let key = ObjectIdentifier(identity)
    // The address may have belonged to a selector that is gone.
    if let slot = slots[key], slot.identity === identity,
      let computation = slot.computation as? Computation
    {
      return computation
    }
    let computation = makeNew()
    slots[key] = Slot(identity: identity, computation: computation)
    sweepIfGrown()
    return computation
  }

  private func sweepIfGrown() {
    guard slots.count > sweepThreshold else { return }
    slots = slots.filter { $0.value.identity != nil }
    sweepThreshold = max(32, 2 * slots.count)
  }
}
