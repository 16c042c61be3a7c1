import FocusedTestStore
import TestEvents

/// Creates the rows of a test's timeline from the events of its stores, clocks, and stubs.
///
/// A call of the test and the event that it causes share one row. Later events can change a row: an assertion that passes
/// marks it, and an effect that ends after it adds a note.
struct TimelineBuilder: Sendable {
  /// A call of a store, a clock, or a stub by the test.
  enum Call: String {
    case send, receive, assert, assertNotReceived, finish, settle
    case skipReceivedActions, skipInFlightEffects
    /// A clock was moved.
    case advance
    /// A stub's call was answered.
    case answer
  }

  /// An effect, by its number in its store.
  struct EffectID: Hashable {
    var store: Int
    var effect: Int
  }

  /// The end of an effect, or of its store while the effect was in flight.
  enum End { case ended, cancelled, inFlight }

  /// The rows, by their numbers. A row whose event belongs to another row is `nil`.
  private(set) var rows: [TimelineRow?] = []
  /// The numbers of the rows that changed since they were written.
  private var changed: Set<Int> = []
  /// The row of the test's call, until its event arrives.
  private var call: (kind: Call, row: Int)?
  private var stores: [Int: String] = [:]
  private var storeCounts: [String: Int] = [:]
  /// The texts of the reduced actions.
  private var actions: [StepID: String] = [:]
  /// The effects in flight.
  private var effects: [EffectID: Effect] = [:]
  private var effectCount = 0
  /// The numbers of the effects in flight, by name.
  private var numbersInFlight: [String: Set<Int>] = [:]

  private struct StepID: Hashable {
    var store: Int
    var step: Int
  }

  private struct Effect {
    var shown: TimelineRow.Effect
    /// The event that the effect waits for.
    var wait: String?
  }

  /// Returns the rows that were added, changed, or removed since the last call.
  mutating func takeChanges() -> [(number: Int, row: TimelineRow?)] {
    defer { changed = [] }
    return changed.sorted().map { ($0, rows[$0]) }
  }

  private mutating func append(_ row: TimelineRow) {
    changed.insert(rows.count)
    rows.append(row)
  }

  private mutating func change(_ number: Int, _ change: (inout TimelineRow) -> Void) {
    guard var row = rows[number] else { return }
    change(&row)
    rows[number] = row
    changed.insert(number)
  }

  /// The latest row, if an effect acts in it.
  private func lastRow(of effect: TimelineRow.Effect) -> Int? {
    guard let last = rows.lastIndex(where: { $0 != nil }), rows[last]?.effect == effect else {
      return nil
    }
    return last
  }
}

// MARK: - The test

extension TimelineBuilder {
  /// A run under a schedule begins, or no run if there is no role.
  mutating func run(as role: TimelineRow.Role?) {
    append(TimelineRow(.run, role?.rawValue ?? "over", role: role))
    (stores, storeCounts, numbersInFlight) = ([:], [:], [:])
  }

  mutating func store(_ number: Int, stateType: String, at location: LedgerLocation) {
    let type = stateType.hasSuffix(".State") ? String(stateType.dropLast(6)) : stateType
    let count = storeCounts[type, default: 0] + 1
    storeCounts[type] = count
    let name = count == 1 ? type : "\(type) \(count)"
    stores[number] = name
    append(TimelineRow(.store, "store of \(name)", at: location))
  }

  mutating func call(_ kind: Call, at location: LedgerLocation) {
    call = [.send, .answer, .advance].contains(kind) ? (kind, rows.count) : nil
    append(TimelineRow(.call, kind.rawValue, at: location))
  }

  /// Adds the row of the event that the test's call has caused, in place of the row of the call.
  private mutating func append(_ row: TimelineRow, causedBy kind: Call) {
    guard let (_, number) = call.take(ifOf: kind), let location = rows[number]?.location else {
      return append(row)
    }
    rows[number] = nil
    changed.insert(number)
    var row = row
    row.location = location
    append(row)
  }

  /// An assertion has passed.
  ///
  /// - Parameter isProtecting: Whether the assertion covers the whole state or a behavior.
  mutating func assertion(
    of step: Int?, in store: Int, at location: LedgerLocation, isProtecting: Bool
  ) {
    guard let number = rows.lastIndex(where: { $0?.location == location }) else { return }
    let action = step.flatMap { actions[StepID(store: store, step: $0)] }
    change(number) { row in
      if isProtecting { row.isAsserted = true }
      if row.text == Call.receive.rawValue, let action { row.text += " " + action }
    }
  }

  mutating func issue(_ issue: TracedIssue) {
    call = nil
    append(TimelineRow(issue))
  }

  mutating func clock(from start: String, to end: String?) {
    let unit = " seconds"
    let isShort = start.hasSuffix(unit) && end?.hasSuffix(unit) == true
    let start = isShort ? String(start.dropLast(unit.count)) : start
    append(
      TimelineRow(.clock, "clock \(start) → \(end ?? "until no task sleeps")"), causedBy: .advance)
  }
}

extension Optional {
  /// Removes and returns the call if it has a kind.
  fileprivate mutating func take(
    ifOf kind: TimelineBuilder.Call
  ) -> Wrapped? where Wrapped == (kind: TimelineBuilder.Call, row: Int) {
    guard self?.kind == kind else { return nil }
    defer { self = nil }
    return self
  }
}

// MARK: - The store and its effects

extension TimelineBuilder {
  /// - Parameters:
  ///   - action: The reduced action, as messages show it.
  ///   - isSent: Whether the test sent the action.
  ///   - effect: The effect that sent the action, if one did.
  mutating func step(
    _ step: Int, in store: Int, action: String, isSent: Bool, by effect: EffectID?,
    changes: [TimelineRow.Change]
  ) {
    actions[StepID(store: store, step: step)] = action
    let notes = stores.count > 1 ? stores[store].map { ["in \($0)"] } ?? [] : []
    if isSent {
      append(TimelineRow(.send, "send \(action)", notes: notes, changes: changes), causedBy: .send)
    } else if let effect = effect.flatMap({ effects[$0] }) {
      append(
        TimelineRow(
          .action, "sends \(action)", effect: effect.shown, notes: notes, changes: changes))
    } else {
      append(TimelineRow(.action, action, notes: ["by `.send`"] + notes, changes: changes))
    }
  }

  mutating func dismissal() { append(TimelineRow(.dismissal, "dismisses itself")) }

  mutating func start(_ id: EffectID, name: String?, at location: LedgerLocation) {
    let name = name ?? "effect at \(location.brief)"
    let taken = numbersInFlight[name, default: []]
    let number = (1...).first { !taken.contains($0) } ?? 1
    numbersInFlight[name, default: []].insert(number)
    let effect = TimelineRow.Effect(id: effectCount, name: name, number: number)
    effectCount += 1
    effects[id] = Effect(shown: effect)
    let origin = name.hasSuffix(location.brief) ? "" : " (\(location.brief))"
    append(TimelineRow(.start, "starts\(origin)", effect: effect))
  }

  /// An effect is parked.
  ///
  /// - Parameters:
  ///   - text: The event that the effect waits for.
  ///   - end: The time on the clock that ends the wait for a clock.
  mutating func wait(
    _ id: EffectID, _ cause: Parking.Cause, _ text: String, until end: String?
  ) {
    guard let effect = effects[id]?.shown else { return }
    let text = end.map { "sleeps until \($0)" } ?? text
    effects[id]?.wait = text
    guard cause == .clock else { return }
    if let last = lastRow(of: effect) {
      change(last) { $0.notes.append(text) }
    } else {
      append(TimelineRow(.wait, text, effect: effect))
    }
  }

  mutating func resume(_ id: EffectID) { effects[id]?.wait = nil }

  mutating func end(_ id: EffectID, _ kind: End) {
    guard let effect = effects.removeValue(forKey: id) else { return }
    let shown = effect.shown
    numbersInFlight[shown.name]?.remove(shown.number)
    switch kind {
    case .ended:
      if let last = lastRow(of: shown) {
        change(last) { row in
          row.notes.append("ends")
          row.endsEffect = true
        }
      } else {
        append(TimelineRow(.end, "ends", effect: shown, endsEffect: true))
      }
    case .cancelled:
      append(TimelineRow(.cancel, "cancelled", effect: shown, endsEffect: true))
    case .inFlight:
      let wait = effect.wait.map { "waits: \($0)" } ?? "waits for unknown work outside the store"
      append(
        TimelineRow(
          .inFlight, "still in flight when the test ends", effect: shown, notes: [wait],
          endsEffect: true))
    }
  }
}

// MARK: - Stubs

extension TimelineBuilder {
  mutating func stubCall(_ call: String, hasRule: Bool, by effect: EffectID?) {
    append(
      TimelineRow(
        .stubCall, "calls \(call)", effect: effect.flatMap { effects[$0]?.shown },
        notes: [hasRule ? "answered by the stub's rule" : "waits for the test's answer"]))
  }

  mutating func answer(_ call: String, _ result: String, to effect: EffectID?) {
    append(
      TimelineRow(
        .answer, "\(call) \(result)", effect: effect.flatMap { effects[$0]?.shown }),
      causedBy: .answer)
  }
}
