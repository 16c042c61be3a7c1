import FocusedTestStore

/// A state before a step, the step, and a closure that asserts it, each as a list of edits.
struct VerdictCase {
  enum Mode: CaseIterable {
    case send, assert, exhaustive
  }

  var setup: [LockerEdit] = []
  var step: [LockerEdit] = []
  var closure: [LockerEdit] = []
  var mode = Mode.send

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    mode = random.pick([.send, .send, .send, .assert, .exhaustive])
    let kinds = (0..<random.number(1..<4)).map { _ in random.number(0..<6) }
    func edits(_ count: Int, after reading: LockerReading) -> [LockerEdit] {
      var reading = reading
      var edits: [LockerEdit] = []
      while edits.count < count {
        let edit = Self.edit(random.pick(kinds), &random)
        var result = reading
        guard (try? edit.model(&result)) != nil else { continue }
        reading = result
        edits.append(edit)
      }
      return edits
    }
    setup = edits(random.number(0..<8), after: Self.start)
    step = edits(random.number(0..<4), after: before)
    for _ in 0..<10 {
      closure = (0..<random.number(1..<4)).map { _ in
        !step.isEmpty && random.chance(75)
          ? random.pick(step) : Self.edit(random.pick(kinds), &random)
      }
      // The oracle doesn't judge a closure that can trap.
      if expected != .traps { break }
    }
  }

  private static func edit(_ kind: Int, _ random: inout SeededRandom) -> LockerEdit {
    switch kind {
    case 0: LockerEdit.value(&random)
    case 1: LockerEdit.array(&random)
    case 2: LockerEdit.hashed(&random)
    case 3: LockerEdit.identified(&random)
    case 4: LockerEdit.entries(&random)
    default: LockerEdit.stack(&random)
    }
  }
}

// MARK: - What should be

extension VerdictCase {
  private static let start = LockerReading(
    LockerModel(
      path: [LockerModel.Item(id: 0, value: 1), LockerModel.Item(id: 1, value: 2)]),
    target: .production, freshIDs: Array(2..<70))

  private var before: LockerReading { Self.applying(setup, to: Self.start) }
  private var actual: LockerReading { Self.applying(step, to: before) }

  private static func applying(_ edits: [LockerEdit], to reading: LockerReading) -> LockerReading {
    var reading = reading
    for edit in edits {
      var result = reading
      if (try? edit.model(&result)) != nil { reading = result }
    }
    return reading
  }

  /// Whether each edit of the setup and of the step can be applied. Shrinking may have made an edit impossible.
  var isPossible: Bool {
    var reading = Self.start
    for edit in setup + step where (try? edit.model(&reading)) == nil { return false }
    return true
  }

  var expected: VerdictOracle.Verdict {
    let freshIDs = before.freshIDs
    let (before, actual) = (before.model, actual.model)
    // `==` of the state, which `.on` uses, is false for NaN.
    if mode == .exhaustive, before.ratio.isNaN || actual.ratio.isNaN { return .traps }
    let closure: VerdictOracle.Closure = { reading in
      for edit in self.closure { try edit.model(&reading) }
    }
    return switch mode {
    case .send:
      VerdictOracle.verdict(
        before: before, actual: actual, freshIDs: freshIDs,
        namesPositions: self.closure.contains(where: \.namesPosition), closure: closure)
    case .assert:
      VerdictOracle.verdict(current: actual, freshIDs: self.actual.freshIDs, closure: closure)
    case .exhaustive:
      VerdictOracle.exhaustiveVerdict(
        before: before, actual: actual, freshIDs: freshIDs, closure: closure)
    }
  }
}

// MARK: - What is

extension VerdictCase {
  /// The failures of the assertion.
  func run() async -> [ReportedIssue] {
    let store = TestStore(
      .off,
      initialState: Locker.State(path: [Locker.Page(value: 1), Locker.Page(value: 2)])
    ) { Locker() }
    await store.send(Locker.Action(edits: setup))
    if mode == .exhaustive { store.exhaustivity = .on }
    let issues = await withCapturedIssues {
      switch mode {
      case .send, .exhaustive:
        await store.send(Locker.Action(edits: step)) { state in
          for edit in closure { edit.change(&state) }
        }
      case .assert:
        await store.send(Locker.Action(edits: step))
        store.assert { state in
          for edit in closure { edit.change(&state) }
        }
      }
    }
    return issues.filter { $0.severity == .error }
  }

  func difference() async -> String? {
    guard isPossible, expected != .traps else { return nil }
    let issues = await run()
    if issues.isEmpty == (expected == .holds) { return nil }
    return issues.isEmpty
      ? "The assertion should fail, and passes."
      : "The assertion should pass, and fails:\n\(issues.map(\.message).joined(separator: "\n"))"
  }

  var source: String {
    func lines(_ edits: [LockerEdit]) -> String { edits.map { "  \($0.source)\n" }.joined() }
    return "before:\n\(lines(setup))step:\n\(lines(step))closure of \(mode):\n\(lines(closure))"
  }

  var smaller: [VerdictCase] {
    func without(_ list: WritableKeyPath<VerdictCase, [LockerEdit]>) -> [VerdictCase] {
      self[keyPath: list].indices.map { index in
        var copy = self
        copy[keyPath: list].remove(at: index)
        return copy
      }
    }
    return without(\.setup) + without(\.step) + without(\.closure)
  }
}
