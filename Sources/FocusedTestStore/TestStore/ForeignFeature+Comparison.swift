import Core
import ReducerDebugging

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

/// Whether stores own the tasks that effects start, and their main-actor jobs. It depends on the runtime of the system.
@_spi(FocusedTCA) public var storesOwnTasks: Bool { Ownership.isExact }

/// Lets the effects of the running test's stores become idle.
@_spi(FocusedTCA) nonisolated(nonsending) public func settleStoresOfTest() async {
  await EffectScheduler.settle([])
}

/// Runs code that wakes effects, which then continue before that code does: a scheduler that repeats an action until an
/// effect stops it, for example.
@_spi(FocusedTCA) public func runningArrivals<R>(_ body: () throws -> R) rethrows -> R {
  let outer = ThreadValue.runsArrivals.pointer
  ThreadValue.runsArrivals.set(UnsafeMutableRawPointer(bitPattern: 1))
  defer { ThreadValue.runsArrivals.set(outer) }
  return try body()
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
  lane.park(Parking(id: id, cause: .clock) { description })
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
  /// Compares the states of the step as a check does, together with the values behind their references.
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
    // TCA's store accepts a closure that changes nothing if the step has set a shared value to its old value.
    if case .changesNothing = ofStep, wroteReferences(in: step) { return nil }
    guard ofStep != nil, let update, let lifted else { return ofStep }
    if try failure(.before(step: step), .idle(step: step)) == nil {
      didAssertChanges(after: step)
      return nil
    }
    // TCA's store compares with the present value, so exhaustive tests state there what later actions have left.
    if check.isInFull, try failure(.before(step: step), .latest) == nil {
      didAssertAllChanges(since: step)
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

  /// Whether a closure changes the references before the step to those after it, instead of setting values.
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
    switch self {
    case .fields(let mismatches):
      let mismatches = mismatches.map {
        FieldMismatch(
          path: FieldPath(Array($0.path.components.dropFirst())), expected: $0.expected,
          actual: $0.actual)
      }
      return .fields(mismatches)
    case .state(let difference): return .state(difference.ofState)
    case .unasserted(let difference):
      return .unasserted(difference.ofState)
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
