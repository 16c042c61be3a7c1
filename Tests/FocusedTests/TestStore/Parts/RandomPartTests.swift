import FocusedTestStore
import Testing

/// Random tests of scoped stores, compared with the same tests of the store, with closures and actions wrapped by hand.
struct RandomPartTests {
  @Test(arguments: 0..<6)
  func `a part and the store agree`(_ seed: UInt64) async {
    var random = SeededRandom(seed: seed &* 7_919 &+ 5)
    var counts: [Bool: Int] = [:]
    for _ in 0..<60 {
      let exhaustivity: Exhaustivity = Bool.random(using: &random) ? .on : .off
      let way = Way.allCases.randomElement(using: &random) ?? .value
      let moves = (0..<Int.random(in: 1...5, using: &random)).map { _ in Move.random(&random) }
      let byPart = await issues(exhaustivity) { store in
        let part = way.part(of: store)
        for move in moves { await move.make(by: part) }
      }
      let byStore = await issues(exhaustivity) { store in
        for move in moves { await move.make(by: store, way) }
      }
      counts[byPart.isEmpty, default: 0] += 1
      #expect(
        byPart.count == byStore.count,
        "\(exhaustivity) \(way) \(moves)\n\(byPart)\n\(byStore)")
    }
    // Both passing and failing tests must be frequent.
    #expect(counts.values.allSatisfy { $0 > 8 } && counts.count == 2, "\(counts)")
  }

  private func issues(
    _ exhaustivity: Exhaustivity,
    _ operation: nonisolated(nonsending) (TestStoreOf<Office>) async -> Void
  ) async -> [ReportedIssue] {
    await withCapturedIssues {
      let store = Office.store(
        exhaustivity,
        Office.State(
          sheet: Desk.State(), rows: [Desk.State(id: 2)], path: StackState([.desk(Desk.State())])))
      await operation(store)
      await store.skipReceivedActions(strict: false)
    }
  }
}

private enum Way: CaseIterable {
  case value, sheet, row, screen

  func part(of store: TestStoreOf<Office>) -> ScopedTestStore<Desk.State, Desk.Action> {
    switch self {
    case .value: store.scope(state: \.left, action: { .left($0) })
    case .sheet: store.scope(state: \.sheet, action: { .sheet(.presented($0)) })
    case .row: store.scope(state: \.rows[id: 2], action: { .rows(.element(id: 2, action: $0)) })
    case .screen:
      store.scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })
        .scope(state: { .desk($0) }, action: { .desk($0) })
    }
  }

  func action(_ action: Desk.Action) -> Office.Action {
    switch self {
    case .value: .left(action)
    case .sheet: .sheet(.presented(action))
    case .row: .rows(.element(id: 2, action: action))
    case .screen: .path(.element(id: 0, action: .desk(action)))
    }
  }

  func change(_ state: inout Office.State, _ update: (inout Desk.State) -> Void) {
    switch self {
    case .value: update(&state.left)
    case .sheet: update(&state.sheet!)
    case .row: update(&state.rows[id: 2]!)
    case .screen: update(&state.path[id: 0, case: { .desk($0) }]!)
    }
  }
}

/// A call whose closure may be right or wrong.
private enum Move {
  case send(Desk.Action, Claim?)
  case receive(Desk.Action, Claim?)
  case assert(Claim)
  case assertNotReceived(Desk.Action)

  enum Claim: CaseIterable {
    case noteIsA, noteIsB, countGrows, countIsOne, answered, nothing, signed

    func apply(_ state: inout Desk.State) {
      switch self {
      case .noteIsA: state.note = "a"
      case .noteIsB: state.note = "b"
      case .countGrows: state.count += 1
      case .countIsOne: state.count = 1
      case .answered:
        state.answer = 42
        state.count += 1
      case .nothing: break
      case .signed: state.note = "signed"
      }
    }
  }

  static func random(_ random: inout SeededRandom) -> Move {
    let right: [(Desk.Action, Claim)] = [
      (.write("a"), .noteIsA), (.write("b"), .noteIsB), (.countUp, .countGrows), (.ask, .nothing),
      (.sign, .nothing),
    ]
    let (action, claim) = right.randomElement(using: &random) ?? right[0]
    let other = Claim.allCases.randomElement(using: &random) ?? .nothing
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: return .send(action, claim == .nothing ? nil : claim)
    case 5: return .send(action, other)
    case 6: return .receive(.answered(42), Bool.random(using: &random) ? .answered : other)
    case 7: return .receive(.signed, Bool.random(using: &random) ? .signed : nil)
    case 8: return .assert(other)
    default: return .assertNotReceived(.answered(42))
    }
  }

  nonisolated(nonsending) func make(
    by part: ScopedTestStore<Desk.State, Desk.Action>
  ) async {
    switch self {
    case .send(let action, let claim?): await part.send(action) { claim.apply(&$0) }
    case .send(let action, nil): await part.send(action)
    case .receive(let action, let claim?): await part.receive(action) { claim.apply(&$0) }
    case .receive(let action, nil): await part.receive(action)
    case .assert(let claim): part.assert { claim.apply(&$0) }
    case .assertNotReceived(let action): await part.assertNotReceived(action)
    }
  }

  nonisolated(nonsending) func make(by store: TestStoreOf<Office>, _ way: Way) async {
    switch self {
    case .send(let action, let claim?):
      await store.send(way.action(action)) { way.change(&$0, claim.apply) }
    case .send(let action, nil): await store.send(way.action(action))
    case .receive(let action, let claim?):
      await store.receive(way.action(action)) { way.change(&$0, claim.apply) }
    case .receive(let action, nil): await store.receive(way.action(action))
    case .assert(let claim): store.assert { way.change(&$0, claim.apply) }
    case .assertNotReceived(let action): await store.assertNotReceived(way.action(action))
    }
  }
}
