import FocusedTestStore
import TestEvents

/// Creates the rows of a test's timeline from the events of its stores and clocks.
///
/// A call of the test and the event that it causes share one row. Later events can change a row: a receive gets its
/// action, and an effect that ends after a row adds a note.
struct TimelineBuilder: Sendable {
  /// An effect, by its number in its store.
  struct EffectID: Hashable {
    var store: ObjectIdentifier
    var effect: Int
  }

  /// The end of an effect, or of its store while the effect was in flight.
  enum End { case ended, cancelled, inFlight }

  /// The rows, by their numbers. A row whose event belongs to another row is `nil`.
  private(set) var rows: [TimelineRow?] = []
  /// The numbers of the rows that changed since they were written.
  private var changed: Set<Int> = []
  /// The number of the row of the test's latest call, until its event arrives.
  private var call: Int?
  private var stores: [ObjectIdentifier: String] = [:]
  /// The effects in flight.
  private var effects: [EffectID: TimelineRow.Effect] = [:]
  private var effectCount = 0

  /// Returns the rows that were added, changed, or removed since the last call.
  mutating func takeChanges() -> [(number: Int, row: TimelineRow?)] {
    defer { changed = [] }
    return changed.sorted().map { ($0, rows[$0]) }
  }

  private mutating func append(_ row: TimelineRow) {
    changed.insert(rows.count)
    rows.append(row)
  }

  /// Adds the row of the event that a call of the test has caused, in place of the row of the call.
  private mutating func append(_ row: TimelineRow, causedBy name: String) {
    var row = row
    if let number = call, rows[number]?.text == name {
      row.location = rows[number]?.location
      rows[number] = nil
      changed.insert(number)
      call = nil
    }
    append(row)
  }

  private mutating func change(_ number: Int, _ change: (inout TimelineRow) -> Void) {
    guard var row = rows[number] else { return }
    change(&row)
    rows[number] = row
    changed.insert(number)
  }

  /// The latest row, if an effect acts in it.
  private func lastRow(of effect: TimelineRow.Effect) -> Int? {
    rows.lastIndex { $0 != nil }.flatMap { rows[$0]?.effect == effect ? $0 : nil }
  }
}

// MARK: - The test

extension TimelineBuilder {
  /// A run under a schedule begins, or no run if there is no role.
  mutating func run(as role: TimelineRow.Role?) {
    append(TimelineRow(.run, role?.rawValue ?? "over", role: role))
    stores = [:]
  }

  mutating func store(_ store: ObjectIdentifier, stateType: String, at location: LedgerLocation) {
    let type = stateType.hasSuffix(".State") ? String(stateType.dropLast(6)) : stateType
    let name = stores.values.contains(type) ? "\(type) \(stores.count + 1)" : type
    stores[store] = name
    append(TimelineRow(.store, "store of \(name)", at: location))
  }

  mutating func call(_ name: String, at location: LedgerLocation) {
    call = rows.count
    append(TimelineRow(.call, name, at: location))
  }

  /// A `receive` has consumed an action.
  mutating func receive(_ action: String, at location: LedgerLocation) {
    guard let number = rows.lastIndex(where: { $0?.location == location }) else { return }
    change(number) { $0.text = "receive \(action)" }
  }

  mutating func issue(_ issue: TracedIssue) {
    call = nil
    append(TimelineRow(issue))
  }

  mutating func clock(from start: String, to end: String?) {
    let unit = " seconds"
    let isShort = start.hasSuffix(unit) && end?.hasSuffix(unit) == true
    let start = isShort ? String(start.dropLast(unit.count)) : start
    let text = "clock \(start) → \(end ?? "until no task sleeps")"
    append(TimelineRow(.clock, text), causedBy: "advance")
  }
}

// MARK: - The store and its effects

extension TimelineBuilder {
  /// - Parameters:
  ///   - action: The reduced action, as messages show it.
  ///   - isSent: Whether the test sent the action.
  ///   - effect: The effect that sent the action, if one did.
  mutating func step(
    in store: ObjectIdentifier, action: String, isSent: Bool, by effect: EffectID?,
    changes: [TimelineRow.Change]
  ) {
    let notes = stores.count > 1 ? stores[store].map { ["in \($0)"] } ?? [] : []
    if isSent {
      append(TimelineRow(.send, "send \(action)", notes: notes, changes: changes), causedBy: "send")
    } else if let effect = effect.flatMap({ effects[$0] }) {
      append(
        TimelineRow(.action, "sends \(action)", effect: effect, notes: notes, changes: changes))
    } else {
      append(TimelineRow(.action, action, notes: ["by `.send`"] + notes, changes: changes))
    }
  }

  mutating func dismissal() { append(TimelineRow(.dismissal, "dismisses itself")) }

  mutating func start(_ id: EffectID, name: String?, at location: LedgerLocation) {
    let name = name ?? "effect at \(location.brief)"
    // Effects of one name that are in flight at the same time have numbers.
    var (title, number) = (name, 1)
    while effects.values.contains(where: { $0.name == title }) {
      number += 1
      title = "\(name) #\(number)"
    }
    let effect = TimelineRow.Effect(id: effectCount, name: title)
    effectCount += 1
    effects[id] = effect
    let origin = name.hasSuffix(location.brief) ? "" : " (\(location.brief))"
    append(TimelineRow(.start, "starts\(origin)", effect: effect))
  }

  /// An effect waits for the test.
  mutating func wait(_ id: EffectID, _ text: String) {
    guard let effect = effects[id] else { return }
    if let last = lastRow(of: effect) {
      change(last) { $0.notes.append(text) }
    } else {
      append(TimelineRow(.wait, text, effect: effect))
    }
  }

  mutating func end(_ id: EffectID, _ kind: End) {
    guard let effect = effects.removeValue(forKey: id) else { return }
    switch kind {
    case .ended:
      if let last = lastRow(of: effect) {
        change(last) { row in
          row.notes.append("ends")
          row.endsEffect = true
        }
      } else {
        append(TimelineRow(.end, "ends", effect: effect, endsEffect: true))
      }
    case .cancelled:
      append(TimelineRow(.cancel, "cancelled", effect: effect, endsEffect: true))
    case .inFlight:
      append(
        TimelineRow(
          .inFlight, "still in flight when the test ends", effect: effect, endsEffect: true))
    }
  }
}
