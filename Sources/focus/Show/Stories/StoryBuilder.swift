import TestEvents

extension TestStory {
  /// Creates the timeline of a run's events.
  package init(_ events: some Sequence<TraceEvent>) {
    var builder = StoryBuilder()
    for event in events { builder.add(event) }
    self = builder.finished()
  }
}

/// Creates rows from events. A test's call and the resulting step share one row.
private struct StoryBuilder {
  private var story = TestStory()
  private var storeNumbers: [Int: Int] = [:]
  /// The number of stores of each feature.
  private var storeCounts: [String: Int] = [:]
  private var effectNumbers: [TracedEffectID: Int] = [:]
  /// The rows of steps, by store and number.
  private var stepRows: [[Int]: Int] = [:]
  /// The numbers of the effects in flight, by name.
  private var numbersInFlight: [String: Set<Int>] = [:]
  /// The test's call, until its event arrives.
  private var call: TracedCall?

  typealias Row = TestStory.Row
  typealias Actor = TestStory.Actor

  mutating func finished() -> TestStory {
    endCall()
    nameOtherFiles()
    story.assignColumns()
    return story
  }

  /// Adds the file's name to each row from another file than most rows, which is the test's file.
  private mutating func nameOtherFiles() {
    let files = story.rows.filter { $0.kind != .store }.compactMap { $0.place?.fileName }
    let counts = Dictionary(grouping: files) { $0 }.mapValues(\.count)
    guard let most = counts.values.max(), let file = files.first(where: { counts[$0] == most })
    else { return }
    for (index, row) in story.rows.enumerated() where !row.isLetter {
      if let place = row.place, place.fileName != file {
        story.rows[index].notes.append(place.brief)
      }
    }
  }

  mutating func add(_ event: TraceEvent) {
    switch event {
    case .wait, .run: break
    case .call, .issue: endCall()
    default: flushCall()
    }
    switch event {
    case .store(let store): add(store)
    case .call(let call): self.call = call
    case .step(let step): add(step)
    case .effect(let effect): add(effect)
    case .wait(let wait): add(wait)
    case .end(let end): add(end)
    case .stubCall(let call): add(call)
    case .answer(let answer): add(answer)
    case .clock(let clock): add(clock)
    case .outcome(let outcome): add(outcome)
    case .assertion(let assertion): add(assertion)
    case .issue(let issue): add(issue)
    case .run: break
    }
  }

  // MARK: - The test

  private mutating func add(_ store: TracedStore) {
    let type =
      store.stateType.hasSuffix(".State") ? String(store.stateType.dropLast(6)) : store.stateType
    let place = LedgerLocation(file: store.file, line: store.line)
    let number = storeCounts[type, default: 0] + 1
    storeCounts[type] = number
    let name = number == 1 ? type : "\(type) \(number)"
    storeNumbers[store.store] = story.stores.count
    story.stores.append(name)
    append(.store, at: place, "store of \(name)", key: "store \(name)")
  }

  /// Removes the pending call if it has a kind, and returns its line.
  private mutating func takeCall(_ kind: TracedCall.Kind) -> LedgerLocation? {
    guard let call, call.kind == kind else { return nil }
    self.call = nil
    return .init(file: call.file, line: call.line)
  }

  /// Adds a row for the pending call before another event. A call with a separate event stays pending, because
  /// effects may run before that event.
  private mutating func flushCall() {
    if let call, ![.send, .answer, .advance].contains(call.kind) { endCall() }
  }

  /// Adds a row for the pending call, which has no separate event.
  private mutating func endCall() {
    guard let call else { return }
    self.call = nil
    let place = LedgerLocation(file: call.file, line: call.line)
    let name = call.kind.rawValue
    append(.call, at: place, name, key: "call \(name) \(place.brief)")
  }

  private mutating func add(_ assertion: TracedAssertion) {
    guard let line = assertion.line, let file = assertion.file,
      let index = story.rows.lastIndex(where: {
        $0.actor == .test && $0.place == .init(file: file, line: line)
      })
    else { return }
    if assertion.isInFull || !assertion.behaviors.isEmpty { story.rows[index].isAsserted = true }
    if story.rows[index].text == TracedCall.Kind.receive.rawValue, let step = assertion.step,
      let row = stepRows[[assertion.store, step]]
    {
      story.rows[index].text += " " + story.rows[row].text
    }
  }

  private mutating func add(_ issue: TracedIssue) {
    let lines = issue.message.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    // XCTest appends this to the text of an issue without a message.
    let head = lines.first ?? ""
    let first = head.hasSuffix(" - ") ? String(head.dropLast(3)) : head
    let kind = Row.Kind(rawValue: issue.kind.rawValue) ?? .note
    let place = issue.file.flatMap { file in
      issue.line.map { LedgerLocation(file: file, line: $0) }
    }
    let row = Row(
      kind: kind, actor: .test, place: place, text: first,
      notes: Array(lines.dropFirst()),
      key: "\(kind) \(place?.brief ?? "") \(first)"
    )
    if story.rows.last?.isSameIssue(as: row) != true { story.rows.append(row) }
  }

  // MARK: - Steps

  private func actor(ofStore store: Int) -> Actor {
    storeNumbers[store].map(Actor.store) ?? .outside
  }

  private mutating func add(_ step: TracedStep) {
    let target = actor(ofStore: step.store)
    let name = step.text ?? ".\(step.action)"
    let changes = step.changes.map { change in
      change.shown
        ?? .init(field: change.path.map(\.name).joined(separator: "."), old: "", new: "")
    }
    let fields = changes.map(\.field).joined(separator: ",")
    let key = "\(step.feature).\(step.action) \(fields)"
    var row: Row
    if let cause = step.cause {
      let effect = step.effect.flatMap { effectNumbers[.init(store: step.store, effect: $0)] }
      let before = stepRows[[step.store, cause]].map { story.rows[$0].depth } ?? 0
      row = Row(
        kind: .action, actor: effect.map(Actor.effect) ?? target, target: target, text: name,
        changes: changes, depth: effect.map { depth(of: $0) } ?? before + 1,
        key: "action \(effect.map { story.effects[$0].name } ?? "send") \(key)")
    } else {
      let place = takeCall(.send)
      row = Row(
        kind: .send, actor: .test, target: target, place: place, text: "send \(name)",
        changes: changes, key: "send \(key)")
    }
    if row.kind == .action, row.actor == target { row.notes = ["by `.send`"] }
    stepRows[[step.store, step.step]] = story.rows.count
    story.rows.append(row)
  }

  private mutating func add(_ outcome: TracedOutcome) {
    guard outcome.behavior.outcome.kind == .dismisses else { return }
    append(
      .dismissal, by: actor(ofStore: outcome.store), "dismisses itself", key: "dismissal")
  }

  // MARK: - Effects

  private func depth(of effect: Int) -> Int { story.rows[story.effects[effect].start].depth + 1 }

  private mutating func add(_ effect: TracedEffect) {
    let place = LedgerLocation(file: effect.file, line: effect.line)
    let name = effect.name ?? "effect at \(place.brief)"
    let number = story.effects.count
    effectNumbers[effect.id] = number
    let taken = numbersInFlight[name, default: []]
    let inFlight = (1...).first { !taken.contains($0) } ?? 1
    numbersInFlight[name, default: []].insert(inFlight)
    let cause = stepRows[[effect.id.store, effect.step]]
    let before = cause.map { story.rows[$0].depth } ?? -1
    story.effects.append(
      .init(
        name: name, number: inFlight, place: place, cause: cause, start: story.rows.count))
    append(
      .start, by: actor(ofStore: effect.id.store), to: .effect(number), "starts",
      depth: before + 1, key: "start \(name) \(place.brief)")
  }

  private mutating func add(_ wait: TracedWait) {
    guard let effect = effectNumbers[wait.id] else { return }
    guard let text = wait.text else {
      if let last = story.effects[effect].waits.lastIndex(where: { $0.end == nil }) {
        story.effects[effect].waits[last].end = story.rows.count
      }
      return
    }
    let shown = wait.until.map { "sleeps until \($0)" } ?? text
    if wait.cause == .clock {
      flushCall()
      if let last = story.rows.indices.last, story.effect(of: story.rows[last]) == effect {
        story.rows[last].notes.append(shown)
      } else {
        append(.wait, by: .effect(effect), shown, key: "wait \(story.effects[effect].name)")
      }
    }
    if wait.cause != .own {
      story.effects[effect].waits.append(.init(start: max(0, story.rows.count - 1), text: shown))
    }
  }

  private mutating func add(_ end: TracedEnd) {
    guard let effect = effectNumbers[end.id], story.effects[effect].end == nil else { return }
    let name = story.effects[effect].name
    numbersInFlight[name]?.remove(story.effects[effect].number)
    switch end.kind {
    case .ended:
      if let last = story.rows.indices.last, story.effect(of: story.rows[last]) == effect,
        story.rows[last].kind != .cancel
      {
        story.rows[last].notes.append("ends")
      } else {
        append(.end, by: .effect(effect), "ends", key: "end \(name)")
      }
    case .cancelled:
      let step = end.step.flatMap { stepRows[[end.id.store, $0]] }
      append(
        .cancel, by: step == nil ? .effect(effect) : actor(ofStore: end.id.store),
        to: .effect(effect), "cancelled", depth: depth(of: effect), key: "cancel \(name)")
    case .inFlight:
      let wait = story.effects[effect].waits.last { $0.end == nil }?.text
      append(
        .inFlight, by: .effect(effect), "still in flight when the test ends",
        notes: [
          wait.map { "waits: \($0)" } ?? "waits for unknown work outside the store"
        ], key: "in flight \(name)")
    }
    let last = story.rows.count - 1
    story.effects[effect].end = last
    for index in story.effects[effect].waits.indices
    where story.effects[effect].waits[index].end == nil {
      story.effects[effect].waits[index].end = last
    }
  }

  // MARK: - Doubles

  private mutating func add(_ call: TracedStubCall) {
    let effect = call.id.flatMap { effectNumbers[$0] }
    append(
      .stubCall, by: effect.map(Actor.effect) ?? .outside,
      "calls \(call.stub)(\(call.input ?? ""))",
      notes: [call.hasRule ? "answered by the stub's rule" : "waits for the test's answer"],
      key: "call \(call.stub) \(call.hasRule)")
  }

  private mutating func add(_ answer: TracedAnswer) {
    let place = takeCall(.answer)
    let effect = answer.id.flatMap { effectNumbers[$0] }
    let output = answer.output.map { $0.hasPrefix("throws ") ? $0 : "returns \($0)" } ?? "returns"
    append(
      .answer, to: effect.map(Actor.effect), at: place,
      "\(answer.stub ?? "a stub")(\(answer.input ?? "")) \(output)",
      key: "answer \(answer.stub ?? "")")
  }

  private mutating func add(_ clock: TracedClock) {
    let place = takeCall(.advance)
    let unit = " seconds"
    let isShort = clock.from.hasSuffix(unit) && clock.to?.hasSuffix(unit) == true
    let from = isShort ? String(clock.from.dropLast(unit.count)) : clock.from
    append(
      .clock, at: place, "clock \(from) → \(clock.to ?? "until no task sleeps")", key: "clock")
  }

  /// Adds a row. The row of an acting effect is indented below the effect's start.
  private mutating func append(
    _ kind: Row.Kind, by actor: Actor = .test, to target: Actor? = nil,
    at place: LedgerLocation? = nil, _ text: String, notes: [String] = [], depth: Int? = nil,
    key: String
  ) {
    var ownDepth = 0
    if case .effect(let effect) = actor { ownDepth = self.depth(of: effect) }
    story.rows.append(
      Row(
        kind: kind, actor: actor, target: target, place: place, text: text, notes: notes,
        depth: depth ?? ownDepth, key: key))
  }
}

extension TestStory.Row {
  /// Whether two rows show the same failure: one from the package, one from the test framework.
  func isSameIssue(as other: Self) -> Bool {
    kind == other.kind && place?.line == other.place?.line
      && (text == other.text || other.text.hasSuffix(text) || text.hasSuffix(other.text))
  }
}

extension TestStory {
  /// The maximum number of columns. Further effects in flight at the same time share the last one.
  package static let columnLimit = 12

  /// Assigns each effect a column that no other effect uses while it is in flight.
  mutating func assignColumns() {
    var ends: [Int] = []
    var (step, next) = (0, 0)
    for index in effects.indices.sorted(by: { effects[$0].start < effects[$1].start }) {
      let (start, end) = (effects[index].start, effects[index].end ?? rows.count)
      // A step's row on the page includes the effects that it cancels and starts.
      for row in next..<start where rows[row].kind != .start && rows[row].kind != .cancel {
        step = row
      }
      next = start
      let free = ends.firstIndex { $0 < step }
      let column = min(free ?? ends.count, Self.columnLimit - 1)
      effects[index].column = column
      if column == ends.count { ends.append(end) } else { ends[column] = max(end, ends[column]) }
    }
  }

  package var columnCount: Int { (effects.map(\.column).max() ?? -1) + 1 }
}
