import FocusedTestStore

/// The expectation of the rules for a script, step by step.
struct Judgment {
  var verdicts: [ScriptModel.Verdict] = []
  /// The actions that the message of each step's issue names.
  var words: [[String]] = []
  /// `store.state` after each step, if the rules determine it.
  var states: [Tree.State?] = []
  var model: ScriptModel

  /// Judges a script. Returns `nil` if the rules don't determine the result.
  init?(_ script: Script) {
    model = ScriptModel(script)
    for (index, step) in script.steps.enumerated() {
      let verdict = model.take(step, line: Script.line(of: index))
      guard model.isClear, !verdict.isUnclear else { return nil }
      verdicts.append(verdict)
      words.append(model.words)
      states.append(model.state)
    }
    var end = model
    let verdict = end.takeEnd()
    guard !verdict.isUnclear else { return nil }
    verdicts.append(verdict)
  }

  /// Whether the script contains no wrong assertion.
  var isRight: Bool { verdicts.allSatisfy { $0 == .right } }

  /// The first wrong step. The end of the script counts as one more step.
  var firstWrong: Int? { verdicts.firstIndex { $0 != .right } }
}

extension ScriptModel {
  var isClear: Bool { effects.isDetermined && effects.strayActions == 0 && !effects.hasDroppedSend }
}

extension ScriptModel.Verdict {
  var isUnclear: Bool {
    if case .unclear = self { true } else { false }
  }
}

extension Script {
  /// The difference between the store and the rules. Returns `nil` if there is none, or if the rules don't determine
  /// the result.
  nonisolated(nonsending) func difference() async -> String? {
    guard let judgment = Judgment(self) else { return nil }
    let run = await run()
    return judgment.differs(from: run)
  }
}

extension Judgment {
  func differs(from run: ScriptRun) -> String? {
    for (index, (expected, actual)) in zip(states, run.states).enumerated() {
      if let expected, expected != actual {
        return
          "After line \(Script.line(of: index)) the state should be\n\(expected)\nbut is\n\(actual)"
      }
    }
    let isHistory = model.effects.reduced.elementsEqual(run.history) { reduced, step in
      let origin = reduced.origin.map { StepOrigin.received(fromEffectOf: $0) } ?? .sent
      return reduced.action == step.action && origin == step.origin
    }
    guard isHistory else {
      let history = model.effects.reduced.map(\.action.source)
      return "The history should be\n\(history)\nbut is\n\(run.history.map(\.action.source))"
    }
    guard run.isDismissed == model.effects.isDismissed else { return "isDismissed is wrong" }
    return differs(from: run.issues)
  }

  /// Compares the issues in order.
  private func differs(from issues: [ReportedIssue]) -> String? {
    var issues = issues[...]
    for (index, verdict) in verdicts.enumerated() {
      let place = index < states.count ? "line \(Script.line(of: index))" : "the end"
      switch verdict {
      case .right, .unclear: continue
      case .wrong(let lines):
        guard let issue = issues.first, lines.contains(issue.line) else {
          return "One issue is missing at \(place), \(lines.sorted()). Instead: \(list(issues))"
        }
        for word in words[index] where !issue.message.contains(word) {
          return "The issue at \(place) does not name \(word): \(issue.message)"
        }
        issues.removeFirst()
      case .several(let all, let count):
        let lines = all.reduce(Set()) { $0.union($1) }
        let found = issues.prefix(count).prefix { lines.contains($0.line) }
        guard all.allSatisfy({ lines in found.contains { lines.contains($0.line) } }) else {
          return
            "Issues are missing at \(place), \(all.map { $0.sorted() }). Instead: \(list(issues))"
        }
        issues = issues.dropFirst(found.count)
      }
    }
    return issues.isEmpty ? nil : "There are issues too many: \(list(issues))"
  }

  private func list(_ issues: ArraySlice<ReportedIssue>) -> String {
    issues.isEmpty
      ? "none." : issues.map { "\n\($0.line): \($0.message)" }.joined(separator: "\n")
  }
}
