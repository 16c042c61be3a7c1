import Core
import ReducerDebugging

/// What a store needs from another library to check the state of that library's features.
///
/// Such a state can contain references, for example TCA's `@Shared`. Their values belong to each step, as fields do. So the
/// store compares a state together with the values behind its references.
@_spi(FocusedTCA) public protocol ForeignFeature<State>: AnyObject {
  associatedtype State

  /// Runs an assert closure with the library's dependencies. Writes to references don't reach the feature.
  func run(isExhaustive: Bool, _ closure: () throws -> Void) throws

  /// Whether values behind references have changed since the store was created.
  var hasReferenceChanges: Bool { get }

  /// Whether the reduction of a step has written to a reference, also if the value stayed the same.
  func wroteReferences(in step: Int) -> Bool

  /// Whether a closure has written to a reference since the last call of this method.
  func takeWrites() -> Bool

  /// The values behind the references in a state.
  func references(in state: State, at moment: ForeignMoment) -> [ForeignReference]

  /// Replaces the value that the latest step has left behind a reference, as if its reduction had set it.
  func replaceValue(behind reference: ForeignReference, by value: Any)

  /// Applies a closure to a state whose references have these values. Returns the values that the closure leaves.
  func apply(
    _ update: (inout State) throws -> Void, to state: inout State,
    with references: [ForeignReference]
  ) throws -> [ForeignReference]

  /// An assertion has covered the changes that effects made after a step, outside of reducers.
  func didAssertChanges(after step: Int)

  /// `finish` is about to wait for the effects.
  func willFinish()

  /// The store is about to report what is unfinished or unasserted.
  func willEnd(isExhaustive: Bool)
}

/// A point in the test at which references are compared.
@_spi(FocusedTCA) public enum ForeignMoment {
  case before(step: Int)
  case after(step: Int)
  /// Right before the next step, or now: includes what effects have changed outside of reducers.
  case idle(step: Int)
}

/// The value behind a reference in a state.
@_spi(FocusedTCA) public struct ForeignReference {
  /// The place of the reference in the state.
  public let place: ForeignPlace
  /// The reference itself, for the library.
  public let reference: Any
  public var value: Any

  public init(at place: ForeignPlace, reference: Any, value: Any) {
    self.place = place
    self.reference = reference
    self.value = value
  }
}

/// The place of a part in a state. Its description is code: `rows[id: 3].$title` without the `$`.
@_spi(FocusedTCA) public struct ForeignPlace: CustomStringConvertible {
  package let path: FieldPath

  public var description: String { path.description }
}

/// A change of a value behind a reference, by the reduction of a step.
package struct ForeignChange {
  package let reference: ForeignReference
  package let old: Any

  package var path: FieldPath { reference.place.path }
  package var new: Any { reference.value }
}

extension ForeignFeature {
  /// The changes of values behind the references in a state that a step has left.
  package func changes(inStep step: Int, of state: State) -> [ForeignChange] {
    guard wroteReferences(in: step) else { return [] }
    let old = references(in: state, at: .idle(step: step - 1))
    return zip(old, references(in: state, at: .after(step: step)))
      .filter { !areEqual($0.value, $1.value) }
      .map { ForeignChange(reference: $1, old: $0.value) }
  }
}

extension TestStore {
  /// Lets another library take part in the store's checks. Call it right after the creation.
  @_spi(FocusedTCA) public func setForeignFeature(_ feature: some ForeignFeature<State>) {
    setForeign(feature)
  }

  /// The feature of the other library.
  @_spi(FocusedTCA) public var foreignFeature: (any ForeignFeature<State>)? {
    snapshot.read { $0.foreign }
  }

  /// Dismisses the root feature, for code that can't suspend. The argument is the line of the call.
  @_spi(FocusedTCA) public var rootDismissal:
    @Sendable (_ fileID: StaticString, _ filePath: StaticString, _ line: UInt) -> Void
  {
    { [weak scheduler] in
      scheduler?.dismissRoot(at: CallSite(fileID: $0, filePath: $1, line: $2, column: 1))
    }
  }
}

/// Lets the effects of the running test's stores become idle.
@_spi(FocusedTCA) nonisolated(nonsending) public func settleStoresOfTest() async {
  await EffectScheduler.settle([])
}

/// Lets the running task wait for an event that only the test can cause, for example on another library's test clock.
///
/// - Parameter description: The awaited event in a message.
@_spi(FocusedTCA) public func waitForTest(
  _ description: String, _ operation: nonisolated(nonsending) () async throws -> Void
) async rethrows {
  guard let lane = ExecutorLane.current else { return try await operation() }
  let wait = Wait()
  let id = Parking.ID(0, of: wait)
  lane.park(Parking(.clock, id: id) { description })
  defer {
    lane.unpark(id)
    withExtendedLifetime(wait) {}
  }
  try await operation()
}

/// Gives a wait its identity.
private final class Wait {}

/// The parts of a value that have a type, with their places. Parts of such parts are left out, and parts of objects.
///
/// - Parameter isLeaf: Whether a value has no such parts. The value isn't inspected then.
@_spi(FocusedTCA) public func parts<Part>(
  of root: Any, as _: Part.Type, isLeaf: (Any) -> Bool
) -> [(place: ForeignPlace, part: Part)] {
  func part(_ value: Any) -> Part? { value is any OptionalValue ? nil : value as? Part }
  var found: [(ForeignPlace, Part)] = []
  visitParts(
    of: root, at: FieldPath(), atMost: 20_000,
    appending: { path, step in step.component.map { path.appending($0) } },
    inspecting: { part($0) == nil && !(type(of: $0) is AnyClass) && !isLeaf($0) }
  ) { path, value, _ in
    if let part = part(value) { found.append((ForeignPlace(path: path), part)) }
    return .enters
  }
  return found
}

extension ForeignFeature {
  /// Compares the states of a step as a check does, together with the values behind their references.
  func failure(
    of check: ClosureCheck, _ update: ((inout State) throws -> Void)?,
    by comparison: Equality<State>, step: Int, before: State, after: State
  ) throws -> UnmetExpectation? {
    if !hasReferenceChanges {
      _ = takeWrites()
      let failure = try check.failure(of: update, by: comparison, from: before, to: after)
      guard takeWrites() else { return failure }
    }
    let lifted = update.map { update in
      { (value: inout StateWithReferences<State>) in
        value.references.references = try self.apply(
          update, to: &value.state, with: value.references.references)
      }
    }
    func failure(_ start: ForeignMoment, _ end: ForeignMoment) throws -> UnmetExpectation? {
      try check.failure(
        of: lifted, by: Equality<StateWithReferences<State>>(),
        from: withReferences(before, at: start), to: withReferences(after, at: end))?.ofState
    }
    guard check.isAfterStep else {
      let isFull = check.isInFull
      let failure = try failure(isFull ? .after(step: step) : .idle(step: step), .idle(step: step))
      if failure == nil { didAssertChanges(after: step) }
      return failure
    }
    let ofStep = try failure(.before(step: step), .after(step: step))
    if ofStep == nil { didAssertChanges(after: step - 1) }
    // TCA's store accepts a closure that changes nothing if the step has set a shared value to what it was.
    if case .changesNothing = ofStep?.reason, wroteReferences(in: step) { return nil }
    guard ofStep != nil, let update, let lifted else { return ofStep }
    if try failure(.before(step: step), .idle(step: step)) == nil {
      didAssertChanges(after: step)
      return nil
    }
    // A method of a shared value that changes its fields only under a condition, for example a minimum.
    if !check.isInFull,
      try isRightChange(
        lifted, of: check, from: withReferences(before, at: .before(step: step)),
        to: withReferences(after, at: .after(step: step))),
      try check.failure(of: update, by: comparison, from: before, to: after) == nil
    {
      return nil
    }
    return ofStep
  }

  /// Whether a closure changes the references before a step to those after it, instead of setting values.
  private func isRightChange(
    _ update: (inout StateWithReferences<State>) throws -> Void, of check: ClosureCheck,
    from before: StateWithReferences<State>, to after: StateWithReferences<State>
  ) throws -> Bool {
    let once = try check.reapplied(update, to: after, .other)
    let twice = try check.reapplied(update, to: once, .other)
    if areEqual(once.references, twice.references) { return false }
    let changed = try check.reapplied(update, to: before, .other)
    return areEqual(changed.references, after.references)
  }

  private func withReferences(
    _ state: State, at moment: ForeignMoment
  ) -> StateWithReferences<State> {
    StateWithReferences(
      state: state,
      references: ReferenceValues(references: references(in: state, at: moment)))
  }
}

/// A state and the values behind its references.
private struct StateWithReferences<State> {
  var state: State
  var references: ReferenceValues
}

/// The values behind references, shown as fields with the names of the references.
private struct ReferenceValues: CustomReflectable {
  var references: [ForeignReference]

  var customMirror: Mirror {
    Mirror(
      self, children: references.map { (label: $0.place.description, value: $0.value) },
      displayStyle: .struct)
  }
}

extension UnmetExpectation {
  /// The same expectation, with paths that begin at the state instead of a `StateWithReferences`.
  fileprivate var ofState: UnmetExpectation {
    switch reason {
    case .fields(let mismatches, let areUnchanged):
      let mismatches = mismatches.map {
        FieldMismatch(
          path: FieldPath(Array($0.path.components.dropFirst())), expected: $0.expected,
          actual: $0.actual)
      }
      return UnmetExpectation(reason: .fields(mismatches, areUnchanged: areUnchanged))
    case .state(let difference): return UnmetExpectation(reason: .state(difference.ofState))
    case .unasserted(let difference):
      return UnmetExpectation(reason: .unasserted(difference.ofState))
    default: return self
    }
  }
}

extension Difference {
  /// The difference of two states, with the references as fields of the state.
  fileprivate var ofState: Difference {
    guard case .fields(_, let parts) = cause, parts.count == 2 else { return self }
    let (state, references) = (parts[0].difference, parts[1].difference)
    guard let references, case .fields(_, let values) = references.cause else {
      return state ?? self
    }
    var whole = ShownValue(of: parts[0].field.value).composite
    var fields: [(field: ValueStructure.Field, difference: Difference?)] = []
    if let state {
      guard case .fields(let of, let own) = state.cause else { return self }
      (whole, fields) = (of, own)
    } else {
      fields = whole?.fields.map { ($0, nil) } ?? []
    }
    guard var whole else { return references }
    let names = Set(values.map { $0.field.label })
    fields = fields.filter { !names.contains($0.field.label) } + values
    whole.fields = fields.map(\.field)
    let old = state?.old ?? parts[0].field.value
    return Difference(
      old: old, new: state?.new ?? old, cause: .fields(of: whole, fields))
  }
}
