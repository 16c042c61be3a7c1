/// A script as the test that it stands for, to be read in a failure.
extension Script {
  var source: String {
    let lines = steps.enumerated().map { "\(Self.line(of: $0)):  \($1.source)" }
    return """
      \(plan.source)

      \(Self.firstLine):  let store = TestStore(\(mode.source), initialState: Script.state) { … }
      \(lines.joined(separator: "\n"))
      """
  }
}

extension Mode {
  fileprivate var source: String {
    switch self {
    case .on: ".on"
    case .off: ".off"
    case .offShowing: ".off(showSkippedAssertions: true)"
    case .onButEffects: ".on(checking: [.stateChanges, .receivedActions])"
    }
  }
}

extension ScriptStep {
  var source: String {
    switch self {
    case .send(let action, let claims): "await store.send(\(action.source))\(closure(claims))"
    case .receive(let expected, let claims):
      "await store.receive(\(expected.source))\(closure(claims))"
    case .receiveInOrder(let actions):
      "await store.receive(inOrder: \(actions.map(\.source).joined(separator: ", ")))"
    case .assertNotReceived(let action): "await store.assertNotReceived(\(action.source))"
    case .assert(let claims): "store.assert\(closure(claims))"
    case .advance(let ticks): "await clock.advance(by: .seconds(\(ticks)))"
    case .succeed(let endpoint, let value): "await load\(endpoint).succeed(with: \(value))"
    case .fail(let endpoint): "await load\(endpoint).fail(with: Failure())"
    case .skipReceivedActions(let strict):
      "await store.skipReceivedActions(\(strict ? "" : "ifAny: true"))"
    case .skipInFlightEffects(let strict):
      "await store.skipInFlightEffects(\(strict ? "" : "ifAny: true"))"
    case .set(let mode): "store.exhaustivity = \(mode.source)"
    case .begin(let mode): "await store.withExhaustivity(\(mode.source)) {"
    case .end: "}"
    case .settle: "await store.settle()"
    case .finish: "await store.finish()"
    case .cancelTask(let send): "await task\(send).cancel()  // of send \(send)"
    case .finishTask(let send): "await task\(send).finish()  // of send \(send)"
    }
  }

  private func closure(_ claims: [StateClaim]?) -> String {
    guard let claims else { return "" }
    return " { \(claims.map(\.source).joined(separator: "; ")) }"
  }
}

extension Expected {
  fileprivate var source: String {
    switch self {
    case .action(let action): action.source
    case .sameCase(let action): "case: { .\(action.caseName)($0) }"
    case .sameCaseAndValue(let action):
      "case: { .\(action.caseName)($0) }, \(action.source).payload"
    }
  }
}

extension StateClaim {
  fileprivate var source: String {
    switch self {
    case .count(let count): "$0.count = \(count)"
    case .add(let amount): "$0.count += \(amount)"
    case .name(let name): "$0.name = \"\(name)\""
    case .values(let values): "$0.values = \(values)"
    case .append(let value): "$0.values.append(\(value))"
    case .choice(let choice): "$0.choice = \(choice.map { "\($0)" } ?? "nil")"
    case .scopedCount(let count): "$0.scoped.count = \(count)"
    case .optional(let child): "$0.optional = \(child?.source ?? "nil")"
    case .optionalCount(let count): "$0.optional?.count = \(count)"
    case .rows(let rows): "$0.rows = [\(rows.map(\.source).joined(separator: ", "))]"
    case .rowCount(let id, let count): "$0.rows[id: \(id)]?.count = \(count)"
    case .sheet(let child): "$0.sheet = \(child?.source ?? "nil")"
    case .sheetCount(let count): "$0.sheet?.count = \(count)"
    }
  }
}

extension Leaf.State {
  fileprivate var source: String { "Leaf.State(id: \(id), count: \(count))" }
}
