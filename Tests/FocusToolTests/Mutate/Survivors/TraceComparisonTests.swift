import TestEvents
import Testing
import focus

/// The differences that a mutant makes in a test that passes with it.
struct TraceComparisonTests {
  @Test func `what a field becomes otherwise is to be asserted, its own feature first`() {
    let usual = [step("Home", "name", "a"), step("Home", "age", "1"), step("App", "count", "1")]
    let mutated = [step("Home", "name", "a"), step("Home", "age", "2"), step("App", "count", "2")]
    claimEqual(compare(usual, mutated).behaviors, [field("Home", "age"), field("App", "count")])
  }

  @Test func `what does not come about is to be asserted, fields before effects`() {
    let start = behavior("Home", .starts("load"))
    let usual = [
      .outcome(TracedOutcome(store: 1, step: 1, behavior: start)), step("Home", "a", "1"),
    ]
    claimEqual(compare(usual, []).behaviors, [field("Home", "a"), start])
  }

  @Test func `an action that says something else is to be asserted`() {
    let sent = behavior("Home", .sends("loaded"))
    func step(_ text: String) -> TraceEvent {
      var step = TracedStep(store: 1, step: 2, feature: "Home", action: "b", text: text)
      step.sent = sent
      return .step(step)
    }
    claimEqual(compare([step("loaded(1)")], [step("loaded(2)")]).behaviors, [sent])
    claimEqual(compare([step("loaded(1)")], [step("loaded(1)")]).behaviors, [])
  }

  @Test func `an action that only the mutant sends can be expected not to follow the effect`() {
    let start = behavior("Home", .starts("load"))
    let usual: [TraceEvent] = [.outcome(TracedOutcome(store: 1, step: 1, behavior: start))]
    var step = TracedStep(store: 1, step: 2, feature: "Home", action: "loaded")
    step.sent = behavior("Home", .sends("loaded"))
    step.expectations = [".loaded(1)", "case: { .loaded($0) }"]
    let more = compare(usual, usual + [.step(step)])
    claimEqual(more.behaviors, [start])
    claimEqual(more.unexpectedActions, ["case: { .loaded($0) }"])
    let same = compare(usual + [.step(step)], usual + [.step(step)])
    claimEqual(same.behaviors, [])
    claimEqual(same.unexpectedActions, [])
  }

  @Test func `an effect that has another name only is the same`() {
    func starts(_ names: String...) -> [TraceEvent] {
      names.map {
        .outcome(TracedOutcome(store: 1, step: 1, behavior: behavior("Home", .starts($0))))
      }
    }
    let same = compare(starts("CancelID.save"), starts("effect 1"))
    #expect(
      same.behaviors == [] && same.obstacle.hasPrefix("the mutant changes no state or effect"))
    #expect(
      compare(starts("CancelID.save", "a"), starts("effect 1")).behaviors
        == [behavior("Home", .starts("CancelID.save")), behavior("Home", .starts("a"))])
  }

  @Test func `no more than four are looked at`() {
    let usual = (0..<9).map { step("Home", "f\($0)", "1") }
    claimEqual(compare(usual, []).behaviors.count, 4)
  }

  @Test func `where nothing differs, only a dependency or another step can tell`() {
    let same = compare([step("Home", "a", "1")], [step("Home", "a", "1")])
    claimEqual(same.behaviors, [])
    #expect(
      same.obstacle
        == "the mutant changes no state or effect here: the test needs another step, or a "
        + "check of a dependency")
  }

  @Test func `what comes about besides, and calls of stubs, are named`() {
    let more = compare([], [step("Home", "a", "1")])
    claimEqual(more.behaviors, [])
    #expect(
      more.obstacle
        == "the mutant adds Home · .b → a, but no test is written for an absence")
    let call = TraceEvent.stubCall(
      TracedStubCall(id: nil, stub: "save", input: "1", hasRule: true))
    #expect(
      compare([call], []).obstacle
        == "the mutant changes the calls of save: an expectation of these calls would detect it")
  }

  private func compare(_ usual: [TraceEvent], _ mutated: [TraceEvent]) -> TraceComparison {
    TraceComparison(of: "Home", from: Trace(usual), to: Trace(mutated))
  }

  private func step(_ feature: String, _ name: String, _ value: String) -> TraceEvent {
    let change = TracedChange(
      behavior: field(feature, name), path: [.init(.field, name)],
      assignment: "$0.\(name) = \(value)")
    return .step(TracedStep(store: 1, step: 1, feature: feature, action: "b", changes: [change]))
  }

  private func field(_ feature: String, _ name: String) -> Behavior {
    behavior(feature, .field(name))
  }

  private func behavior(_ feature: String, _ outcome: Behavior.Outcome) -> Behavior {
    Behavior(feature: feature, action: "b", outcome: outcome)
  }
}
