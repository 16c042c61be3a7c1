import FocusedTestStore
import Testing

/// Random scripts on random features, against an independent model of the rules.
///
/// `FOCUSED_SOAK=100000 swift test --filter Soak` runs any number of scripts. A failure prints the seed, and the
/// failing script with the fewest steps.
struct SoakTests {
  @Test(arguments: 0..<SoakSize.chunks)
  func `right scripts report nothing, and a planted error is reported at its line`(
    chunk: Int
  ) async {
    for seed in SoakSize.seeds(of: chunk, everyRun: 250) {
      let script = ScriptMaker.script(seed: seed)
      var random = SeededRandom(seed: seed)
      for script in [script] + script.planted(&random) {
        guard let difference = await script.difference() else { continue }
        let smallest = await shrink(script, smaller: \.smaller) {
          await $0.difference() != nil
        }
        let cause = await smallest.difference() ?? difference
        Issue.record("Seed \(seed) differs, and shrinks to\n\(smallest.source)\n\n\(cause)")
        return
      }
    }
  }

  @Test func `scripts without an error are right, and most changes make them wrong`() {
    var wrongSteps: Set<String> = []
    var planted = 0
    for seed in 0..<500 as Range<UInt64> {
      let script = ScriptMaker.script(seed: seed)
      #expect(Judgment(script)?.isRight == true, "seed \(seed)")
      var random = SeededRandom(seed: seed)
      for wrong in script.planted(&random) {
        planted += 1
        let step = Judgment(wrong)?.firstWrong ?? 0
        wrongSteps.insert(step < wrong.steps.count ? wrong.steps[step].kind : "the end")
      }
    }
    #expect(planted > 400)
    #expect(
      wrongSteps.isSuperset(of: [
        "send", "receive", "assert", "succeed", "skipReceivedActions", "skipInFlightEffects",
        "finish", "assertNotReceived", "the end",
      ]), "\(wrongSteps.sorted())")
  }

  @Test func `scripts take every kind of step, in every mode`() {
    let scripts = (0..<500 as Range<UInt64>).map(ScriptMaker.script)
    let kinds = Set(scripts.flatMap { $0.steps.map(\.kind) })
    #expect(
      kinds.isSuperset(of: [
        "send", "receive", "receiveInOrder", "assertNotReceived", "assert", "advance", "succeed",
        "fail", "skipReceivedActions", "skipInFlightEffects", "set", "begin", "end", "settle",
        "finish", "cancelTask", "finishTask",
      ]), "\(kinds.sorted())")
    for mode in [Mode.on, .off, .offShowing, .onButEffects] {
      #expect(scripts.contains { $0.mode == mode })
    }
    #expect(scripts.count { Judgment($0)?.model.effects.isDismissed == true } > 0)
  }

  @Test func `a store that says nothing, too much or at the wrong line is noticed`() async throws {
    let right = Script(plan: .counting, mode: .on, steps: [.send(.step(0), [.count(1)])])
    let wrong = Script(plan: .counting, mode: .on, steps: [.send(.step(0), [.count(2)])])
    let rightly = try #require(Judgment(right))
    let wrongly = try #require(Judgment(wrong))
    let (fine, failed) = (await right.run(), await wrong.run())
    #expect(rightly.differs(from: fine) == nil)
    #expect(wrongly.differs(from: failed) == nil)
    claimEqual(failed.issues.map(\.line), [Script.line(of: 0)])

    claimEqual(rightly.differs(from: failed)?.contains("too many"), true)
    claimEqual(wrongly.differs(from: fine)?.contains("missing at line 10"), true)
    var vague = failed
    vague.issues = withCapturedIssues { Issues.report("?", at: failed.issues[0].callSite) }
    claimEqual(wrongly.differs(from: vague)?.contains("does not name count"), true)
    var twice = failed
    twice.issues += failed.issues
    claimEqual(wrongly.differs(from: twice)?.contains("too many"), true)
    var behind = fine
    behind.states = [Script.state]
    claimEqual(rightly.differs(from: behind)?.contains("the state should be"), true)
    var forgetful = fine
    forgetful.history = []
    claimEqual(rightly.differs(from: forgetful)?.contains("The history should be"), true)
  }
}

extension Plan {
  fileprivate static let counting = Plan(
    tree: [Tree.Reaction(action: .step(0), changes: [.count(1)])])
}

extension Script {
  /// The script with one error. Empty if a few attempts find no error that the rules determine.
  func planted(_ random: inout SeededRandom) -> [Script] {
    for _ in 0..<8 {
      let script = changed(&random)
      if let judgment = Judgment(script), !judgment.isRight { return [script] }
    }
    return []
  }
}

extension ScriptStep {
  /// The name of the case.
  var kind: String { String("\(self)".prefix { $0 != "(" }) }
}
