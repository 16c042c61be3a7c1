/// The values that one store has computed with its selectors.
///
/// They belong to the store and not to the selector, because two stores with different states would
/// keep overwriting each other's.
@MainActor
package final class Selections<State> {
  private struct Slot {
    weak var identity: Identity?
    let computation: AnyObject
  }

  private struct Override {
    let identity: Identity
    let value: Any
  }

  private var slots: [ObjectIdentifier: Slot] = [:]
  private var overrides: [ObjectIdentifier: Override] = [:]
  private var sweepThreshold = 32

  package init() {}

  package func value<Value>(of selector: StateSelector<State, Value>, in state: State) -> Value {
    if !overrides.isEmpty, let override = overrides[ObjectIdentifier(selector.identity)],
      let value = override.value as? Value
    {
      return value
    }
    return selector.evaluate(state, self)
  }

  /// Overrides the value of a selector, and thereby of those that are computed from it.
  package func override<Value>(_ selector: StateSelector<State, Value>, with value: Value) {
    overrides[ObjectIdentifier(selector.identity)] = Override(
      identity: selector.identity, value: value)
  }

  package func removeOverrides() {
    overrides = [:]
  }

  /// The last computation of a selector, kept for as long as the selector exists.
  func computation<Computation: AnyObject>(
    of identity: Identity, orNew makeNew: () -> Computation
  ) -> Computation {
    let key = ObjectIdentifier(identity)
    // The address may have been that of a selector that is gone.
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
