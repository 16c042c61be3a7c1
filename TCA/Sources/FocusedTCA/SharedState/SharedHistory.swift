import ComposableArchitecture
@_spi(FocusedTCA) import FocusedTestStore
@_spi(SharedChangeTracking) import Sharing

/// The changes of the shared state of a feature, each with the step whose reduction made it.
///
/// Shared state is behind references, so a state that the store has kept shows the latest values. This history knows the value
/// at each step. TCA's own tracker notices each change, so a feature without shared state costs one question per step.
final class SharedHistory<State> {
  private struct Property: Hashable {
    let storage: ObjectIdentifier
    let name: Substring
  }

  private struct Change {
    let step: Int
    /// Whether an effect made the change, between this step and the next one.
    let isByEffect: Bool
    var isAsserted = false
    var values: [Property: (before: Any, after: Any)] = [:]
    /// The storage is kept, so that no other takes its identity.
    var references: [any SharedReference] = []

    func isAtOrAfter(_ step: Int, isByEffect: Bool) -> Bool {
      self.step > step || self.step == step && (self.isByEffect || !isByEffect)
    }
  }

  private let tracker = SharedChangeTracker(reportUnassertedChanges: false)
  private var changes: [Change] = []
  private var stepCount = 0
  private var lastState: State?
  private var stepsThatWrote: Set<Int> = []
  private var didWrite = false

  /// Notices changes that code with these dependencies makes.
  func track(_ dependencies: inout ComposableArchitecture.DependencyValues) {
    tracker.track(&dependencies)
  }

  func willReduce(_ state: State) {
    recordChangesByEffects()
    lastState = state
  }

  func didReduce(from before: State, to state: State) {
    if tracker.hasChanges {
      stepsThatWrote.insert(stepCount)
      record(in: [before, state], step: stepCount, isByEffect: false)
    }
    lastState = state
    stepCount += 1
  }

  /// Records what effects have changed since the last step.
  private func recordChangesByEffects() {
    guard tracker.hasChanges, let lastState else { return }
    record(in: [lastState], step: stepCount - 1, isByEffect: true)
  }

  private func record(in states: [State], step: Int, isByEffect: Bool) {
    var change = Change(step: step, isByEffect: isByEffect)
    if isByEffect, let last = changes.last, last.step == step, last.isByEffect {
      change = changes.removeLast()
    }
    for (place, reference) in states.flatMap({ sharedProperties(of: $0) }) {
      let property = property(at: place, reference)
      let before = tracker.assert { reference.currentValue }
      let after = reference.currentValue
      if areEqual(before, after) { continue }
      change.values[property] = (change.values[property]?.before ?? before, after)
      change.references.append(reference)
    }
    tracker.reset()
    if !change.values.isEmpty { changes.append(change) }
  }

  /// The shared properties of a state. Alerts have none.
  private func sharedProperties(
    of state: State
  ) -> [(place: ForeignPlace, part: any SharedReference)] {
    parts(of: state, as: (any SharedReference).self) {
      $0 is any ComposableArchitecture._EphemeralState
    }
  }

  private func property(at place: ForeignPlace, _ reference: any SharedReference) -> Property {
    let label = "\(place)".split(separator: ".").last ?? ""
    return Property(storage: reference.storageID, name: label)
  }

  /// The value of a property at a moment, or its present one if it hasn't changed since.
  private func value(
    of property: Property, _ reference: any SharedReference, at moment: ForeignMoment
  ) -> Any {
    let next =
      switch moment {
      case .before(let step): firstChange(of: property, since: step, afterUnassertedEffects: false)
      case .after(let step): firstChange(of: property, since: step, isByEffect: true)
      case .idle(let step): firstChange(of: property, since: step + 1)
      case .latest: nil as (before: Any, after: Any)?
      }
    return next?.before ?? reference.currentValue
  }

  private func firstChange(
    of property: Property, since step: Int, isByEffect: Bool = false,
    afterUnassertedEffects: Bool = true
  ) -> (before: Any, after: Any)? {
    changes.lazy
      .filter { change in
        if !afterUnassertedEffects, change.step == step - 1, change.isByEffect, !change.isAsserted {
          return true
        }
        return change.isAtOrAfter(step, isByEffect: isByEffect)
      }
      .compactMap { $0.values[property] }.first
  }
}

// The values that the store needs for its checks.
extension SharedHistory {
  var hasChanges: Bool { !stepsThatWrote.isEmpty || !changes.isEmpty || tracker.hasChanges }

  func wrote(in step: Int) -> Bool { stepsThatWrote.contains(step) }

  func takeWrites() -> Bool {
    defer { didWrite = false }
    return didWrite
  }

  /// Runs an assert closure whose writes don't reach the feature.
  func isolating(_ closure: () throws -> Void) rethrows {
    let closureTracker = SharedChangeTracker(reportUnassertedChanges: false)
    defer { didWrite = didWrite || closureTracker.hasChanges }
    try closureTracker.assert(closure)
  }

  func references(in state: State, at moment: ForeignMoment) -> [ForeignReference] {
    recordChangesByEffects()
    return sharedProperties(of: state).map { place, reference in
      let value = value(of: property(at: place, reference), reference, at: moment)
      return ForeignReference(at: place, reference: reference, value: value)
    }
  }

  /// - Parameter asFeature: Runs code with the feature's dependencies, outside of any assertion.
  func apply(
    _ update: (inout State) throws -> Void, to state: inout State,
    with references: [ForeignReference], asFeature: (() -> Void) -> Void
  ) rethrows -> [ForeignReference] {
    let closureTracker = SharedChangeTracker(reportUnassertedChanges: false)
    for case let reference as any SharedReference in references.map(\.reference) {
      // Sharing 2.7 reads the value of such a reference while it writes to it, unless the tracker knows it.
      if reference.isDerivedFromOptional {
        asFeature { closureTracker.track { reference.touch() } }
      }
    }
    return try closureTracker.assert {
      for element in references {
        guard let reference = element.reference as? any SharedReference,
          !areEqual(reference.currentValue, element.value)
        else { continue }
        reference.replaceValue(by: element.value)
      }
      try update(&state)
      return sharedProperties(of: state).map { place, reference in
        ForeignReference(at: place, reference: reference, value: reference.currentValue)
      }
    }
  }

  /// Sets what the reduction of the latest step has left, without recording a change by an effect.
  func replaceValue(behind reference: ForeignReference, by value: Any) {
    (reference.reference as? any SharedReference)?.replaceValue(by: value)
    tracker.reset()
  }

  func didAssertChanges(after step: Int) {
    for index in changes.indices where changes[index].step == step && changes[index].isByEffect {
      changes[index].isAsserted = true
    }
  }

  /// Moves the changes of later steps to this one.
  func didAssertAllChanges(since step: Int) {
    recordChangesByEffects()
    let later = changes.filter { $0.isAtOrAfter(step, isByEffect: false) }
    changes.removeLast(later.count)
    var all = Change(step: step, isByEffect: false)
    for change in later {
      all.values.merge(change.values) { ($0.before, $1.after) }
      all.references += change.references
    }
    changes.append(all)
  }

  /// The properties that effects have changed without an assertion, as code.
  func takeUnassertedChanges() -> [String] {
    recordChangesByEffects()
    let unasserted = changes.filter { $0.isByEffect && !$0.isAsserted }
    for step in unasserted.map(\.step) { didAssertChanges(after: step) }
    return unasserted.flatMap { change in
      change.values.map { "\($0.key.name): \($0.value.before) → \($0.value.after)" }
    }
    .sorted()
  }
}
