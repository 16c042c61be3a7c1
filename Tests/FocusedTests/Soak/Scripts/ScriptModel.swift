/// An independent judge of scripts: a test store's verdict on each step, by the rules S1 to S8, S12, S16, S19, and S21
/// alone.
struct ScriptModel {
  /// The store's verdict on a step.
  enum Verdict: Equatable {
    case right
    /// One issue, on one of these lines.
    case wrong(Set<Int>)
    /// Several failures: at least one issue on a line of each set, and at most `atMost` issues.
    case several([Set<Int>], atMost: Int)
    /// The rules don't determine the verdict.
    case unclear(String)
  }

  private(set) var effects: EffectModel
  /// The actions that the message of the step's issue names.
  private(set) var words: [String] = []
  private(set) var mode: Mode
  /// The received actions.
  private(set) var received: [Received] = []
  /// The number of received actions that no longer count, because a `skipReceivedActions` or a change of the mode
  /// dropped them.
  private var forgotten = 0
  /// Whether an issue has reported a missing action, or another order. Until the next send, receives then take actions in
  /// any order, closures aren't compared, and no action must be asserted.
  private var isOrderBroken = false
  /// In `.on`, the state as of the last asserted step.
  private var asserted: Tree.State
  private var outerModes: [Mode] = []
  /// The line of each reduced action: of the step that asserted or sent it.
  private var lines: [Int: Int] = [:]
  private var lastSend = Script.firstLine
  private(set) var sendCount = 0
  /// The effects that `finish` has reported.
  private var reportedThreads: Set<Int> = []

  struct Received {
    /// The index of the action among the reduced actions.
    let index: Int
    var status = Status.pending

    enum Status {
      case pending, asserted
      /// `finish` has reported the action.
      case reported
      /// A `send` has dropped the action, which an issue has reported.
      case overdue
      case skipped, stale
    }
  }

  init(_ script: Script) {
    effects = EffectModel(script.plan, state: Script.state)
    effects.waits = true
    effects.limit = 300
    mode = script.mode
    asserted = effects.state
  }

  /// Whether a `withExhaustivity` has begun.
  var isInside: Bool { !outerModes.isEmpty }

  /// The value of `store.state`, or nil if the rules don't determine it.
  var state: Tree.State? {
    guard mode.isOn else { return effects.state }
    return isAstray ? nil : asserted
  }

  /// The received actions that can be asserted, in order.
  var pending: [Int] { received.indices.filter { received[$0].status == .pending } }

  /// Whether an action must be asserted.
  private var demandsReceive: Bool { mode.isOn && !isOrderBroken && !pending.isEmpty }

  func action(_ index: Int) -> Tree.Action { effects.reduced[received[index].index].action }

  /// The states before and after a received action.
  func states(_ index: Int) -> (before: Tree.State, after: Tree.State) {
    let position = received[index].index
    return (effects.reduced[position - 1].state, effects.reduced[position].state)
  }

  /// The lines of the steps that started the effects in flight.
  private var startLines: [Set<Int>] {
    var starts: [Set<Int>] = []
    for thread in effects.threads where !reportedThreads.contains(thread.id) {
      let line = startLine(of: thread.origin)
      if !starts.contains([line]) { starts.append([line]) }
    }
    return starts
  }

  /// The line of the step that asserted an action, or else of the step that led to it.
  private func startLine(of index: Int) -> Int {
    lines[index] ?? effects.reduced[index].origin.map(startLine) ?? Script.firstLine
  }

  /// Records that an issue has reported effects in flight.
  private mutating func markReported(where isReported: (EffectModel.Thread) -> Bool) {
    reportedThreads.formUnion(effects.threads.filter(isReported).map(\.id))
  }

  /// Adds the actions that were received since then.
  private mutating func takeUp(from count: Int) {
    for index in effects.reduced.indices[count...] where effects.reduced[index].origin != nil {
      received.append(Received(index: index))
    }
  }

  private mutating func mark(_ indices: [Int], _ status: Received.Status) {
    for index in indices { received[index].status = status }
  }
}

// MARK: - Steps

extension ScriptModel {
  /// Judges a step and applies it.
  mutating func take(_ step: ScriptStep, line: Int) -> Verdict {
    words = []
    switch step {
    case .send(let action, let claims): return send(action, claims, line)
    case .receive(let expected, let claims): return receive(expected, claims, line)
    case .receiveInOrder(let actions): return receive(inOrder: actions, line)
    case .assertNotReceived(let action): return assertNotReceived(action, line)
    case .assert(let claims):
      guard let state, !mode.isOn || pending.isEmpty else {
        return .unclear("assert amid receives")
      }
      words = differences(claims.applied(to: state), state)
      if claims.writeToNothing(in: state) { words = ["Leaf.State"] }
      return words.isEmpty ? .right : .wrong([line])
    case .settle: return .right
    case .advance(let ticks):
      taking { $0.advance(by: ticks) }
      return .right
    case .succeed(let endpoint, let value): return answer(endpoint, value, line)
    case .fail(let endpoint): return answer(endpoint, nil, line)
    case .skipReceivedActions(let strict):
      if isAstray { return .unclear("skip what was reported") }
      let isWrong = strict && pending.isEmpty
      forgetReceived()
      asserted = effects.state
      return isWrong ? .wrong([line]) : .right
    case .skipInFlightEffects(let strict):
      let isWrong = strict && effects.threads.isEmpty
      effects.cancelAll()
      return isWrong ? .wrong([line]) : .right
    case .set(let mode): return set(mode)
    case .begin(let mode):
      guard outerModes.isEmpty else { return .unclear("a scope inside of a scope") }
      outerModes.append(self.mode)
      return set(mode)
    case .end:
      guard let outer = outerModes.popLast() else { return .unclear("an end of nothing") }
      return set(outer)
    case .finish: return finish(at: line)
    case .cancelTask(let send):
      guard send < sendCount else { return .unclear("no such task") }
      effects.cancelAll(of: send)
      return .right
    case .finishTask(let send):
      guard send < sendCount else { return .unclear("no such task") }
      let isRunning = effects.threads.contains { effects.reduced[$0.origin].send == send }
      guard isRunning else { return .right }
      guard mode != .on else { return .unclear("an unfinished task in .on") }
      let reported = reportedThreads
      let reduced = effects.reduced
      markReported { reduced[$0.origin].send == send }
      return reportedThreads == reported ? .right : .wrong([line])
    }
  }

  /// Judges the end of the store.
  mutating func takeEnd() -> Verdict {
    while let outer = outerModes.popLast() {
      if case .unclear(let why) = set(outer) { return .unclear(why) }
    }
    guard mode.isOn else { return .right }
    let starts = mode == .on ? startLines : []
    let unasserted: [Set<Int>] = demandsReceive ? [[Script.firstLine, lastSend]] : []
    guard !starts.isEmpty || !unasserted.isEmpty else { return .right }
    return .several(unasserted + starts, atMost: unasserted.count + effects.threads.count)
  }

  @discardableResult
  private mutating func taking<Result>(_ run: (inout EffectModel) -> Result) -> Result {
    let count = effects.reduced.count
    let result = run(&effects)
    takeUp(from: count)
    return result
  }

  private mutating func send(_ action: Tree.Action, _ claims: [StateClaim]?, _ line: Int) -> Verdict
  {
    guard !effects.isDismissed else { return .wrong([line]) }
    let leavesPending = demandsReceive
    if isOrderBroken { forgetOverdue() }
    for index in received.indices where received[index].status != .overdue {
      received[index].status =
        leavesPending && received[index].status == .pending ? .overdue : .stale
    }
    let (count, before) = (effects.reduced.count, effects.state)
    isOrderBroken = false
    effects.send(action)
    lines[count] = line
    lastSend = line
    sendCount += 1
    takeUp(from: count)
    asserted = effects.reduced[count].state
    let holds = judge(claims, before, asserted)
    guard leavesPending else { return holds ? .right : .wrong([line]) }
    words = []
    return holds ? .wrong([line]) : .several([[line]], atMost: 2)
  }

  private mutating func receive(
    _ expected: Expected, _ claims: [StateClaim]?, _ line: Int
  ) -> Verdict {
    func first(_ status: Received.Status) -> Int? {
      received.indices.first { received[$0].status == status && expected.matches(action($0)) }
    }
    if first(.reported) != nil { return .unclear("reported before") }
    let index = first(.pending)
    let isOutOfOrder = demandsReceive && index != pending.first
    let wasBroken = mode.isOn && isOrderBroken
    if mode.isOn, isOutOfOrder || index == nil {
      if let overdue = first(.overdue) {
        received[overdue].status = .stale
        lines[received[overdue].index] = line
        return .right
      }
      isOrderBroken = true
    }
    guard let index else {
      if case .action(let action) = expected { words = [action.caseName] }
      return .wrong([line])
    }
    let (before, after) = states(index)
    received[index].status = .asserted
    lines[received[index].index] = line
    asserted = after
    if isOutOfOrder { return .wrong([line]) }
    if wasBroken { return .right }
    return judge(claims, before, after) ? .right : .wrong([line])
  }

  private mutating func receive(inOrder actions: [Tree.Action], _ line: Int) -> Verdict {
    if isAstray { return .unclear("in order after reported") }
    var left = pending[...]
    var isRight = true
    for action in actions {
      guard let index = left.first(where: { self.action($0) == action }) else {
        return .unclear("a sequence that is not there")
      }
      if mode.isOn {
        guard index == left.first else { return .unclear("a sequence with gaps") }
        isRight = isRight && states(index).before == states(index).after
      }
      left = left.filter { $0 > index }[...]
      received[index].status = .asserted
      lines[received[index].index] = line
      asserted = states(index).after
    }
    return isRight ? .right : .unclear("a sequence that changes the state")
  }

  /// Whether an issue has reported unasserted actions, or a broken order.
  private var isAstray: Bool { isOrderBroken || received.contains { $0.status == .reported } }

  /// Drops the received actions: each is now skipped, or was asserted before.
  private mutating func forgetReceived() {
    mark(pending, .skipped)
    forgetOverdue()
    forgotten = received.count
  }

  /// Drops the actions that a `send` has reported.
  private mutating func forgetOverdue() {
    mark(received.indices.filter { received[$0].status == .overdue }, .stale)
  }

  private func assertNotReceived(_ action: Tree.Action, _ line: Int) -> Verdict {
    let status = received.indices.filter { self.action($0) == action }.map { received[$0].status }
    if status.contains(.pending) { return .wrong([line]) }
    if status.allSatisfy({ $0 == .stale || $0 == .overdue }) { return .right }
    let isKept = received.indices.contains {
      $0 >= forgotten && received[$0].status == .asserted && self.action($0) == action
    }
    return isKept ? .wrong([line]) : .unclear("received, but skipped")
  }

  private mutating func answer(_ endpoint: Int, _ value: Int?, _ line: Int) -> Verdict {
    taking { $0.answer(endpoint, with: value) } ? .right : .wrong([line])
  }

  private mutating func set(_ mode: Mode) -> Verdict {
    defer { self.mode = mode }
    guard mode.isOn != self.mode.isOn else {
      return !mode.isOn || mode == self.mode || pending.isEmpty
        ? .right : .unclear("other checks amid receives")
    }
    if isAstray { return .unclear("toggling after reported") }
    if mode.isOn {
      forgetReceived()
      asserted = effects.state
    }
    return .right
  }

  private mutating func finish(at line: Int) -> Verdict {
    let isUnasserted = demandsReceive
    let starts = startLines
    if mode == .onButEffects, !starts.isEmpty { return .unclear("finish that checks no effects") }
    guard isUnasserted || !starts.isEmpty else { return .right }
    // The next effect of a concatenation may count as another one.
    guard effects.threads.allSatisfy({ $0.items.count < 2 }) else {
      return .unclear("finish amid a concatenation")
    }
    if isUnasserted {
      mark(pending, .reported)
      forgetOverdue()
    }
    let unasserted: [Set<Int>] = isUnasserted ? [[line, lastSend]] : []
    markReported { _ in true }
    if mode.isOn {
      return .several(
        unasserted + starts.map { $0.union([line]) },
        atMost: unasserted.count + effects.threads.count)
    }
    return .wrong(starts.reduce([line]) { $0.union($1) })
  }
}

// MARK: - Closures

extension ScriptModel {
  /// Whether a closure holds for a step (S1, S4, S14). If not, the message names the fields.
  private mutating func judge(
    _ claims: [StateClaim]?, _ before: Tree.State, _ after: Tree.State
  ) -> Bool {
    guard mode.isOn else {
      words = claims.map { wrongFields($0, before, after) } ?? []
      return words.isEmpty
    }
    let expected = claims?.applied(to: before) ?? before
    words = differences(expected, after)
    return words.isEmpty && (claims == nil || expected != before)
  }

  /// The fields that a closure gets wrong in `.off`. It is right if it states values of the state, or describes the
  /// change.
  private func wrongFields(
    _ claims: [StateClaim], _ before: Tree.State, _ after: Tree.State
  ) -> [String] {
    if claims.writeToNothing(in: after) { return ["Leaf.State"] }
    let once = claims.applied(to: after)
    guard once != after, claims.applied(to: once) != once else { return differences(once, after) }
    let fromBefore = claims.applied(to: before)
    return Field.allCases.filter { field in
      let isChanged = !field.isEqual(fromBefore, before)
      let isTouched = isChanged || !field.isEqual(once, after)
      return isTouched && !(isChanged && field.isEqual(fromBefore, after))
    }.map { "\($0)" }
  }

  private func differences(_ one: Tree.State, _ other: Tree.State) -> [String] {
    Field.allCases.filter { !$0.isEqual(one, other) }.map { "\($0)" }
  }
}
