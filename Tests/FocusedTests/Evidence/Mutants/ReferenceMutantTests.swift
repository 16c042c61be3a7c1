import FocusedEvidence
@_spi(FocusedTCA) import FocusedTestStore
import Testing

/// A value behind a reference, such as TCA's `@Shared`, is a field of the state.
struct ReferenceMutantTests {
  @Test func `a change behind a reference is a behavior`() async {
    let table = await ledger(of: {
      let store = Tally.store()
      await store.send(.tapped) { $0.total.value = 1 }
    })
    #expect(table.contains { $0.hasPrefix("Tally · .tapped → total: ") })
  }

  @Test func `a value behind a reference keeps its value`() async throws {
    let mutation = try await mutating("Tally", "tapped", .field("total")) {
      let store = Tally.store()
      await store.send(.tapped) { $0.total.value = 1 }
    }
    claimEqual(mutation.events, [.applied])
    #expect(mutation.isKilled)
  }

  @Test func `a change behind a reference that nothing asserts survives`() async throws {
    let mutation = try await mutating("Tally", "tapped", .field("total")) {
      let store = Tally.store()
      await store.send(.tapped) { $0.taps = 1 }
    }
    claimEqual(mutation.events, [.applied])
    #expect(!mutation.isKilled)
    #expect(mutation.code?.lines.contains { $0.contains("$0.$total.withLock { $0 = 1 }") } == true)
  }
}

/// A feature that counts in a field, and behind a reference.
enum Tally {
  struct State {
    var taps = 0
    let total = Total()
  }

  enum Action { case tapped }

  final class Total {
    var value = 0
  }

  static func store() -> TestStore<State, Action> {
    let feature = Library()
    let store = TestStore(.off, initialState: State()) {
      Reduce<State, Action> { state, _ in
        state.taps += 1
        state.total.value += 1
        feature.totals.append(state.total.value)
        return .none
      }
    }
    store.setForeignFeature(feature)
    return store
  }

  /// The library that knows the values behind the references at each step.
  private final class Library: ForeignFeature {
    var totals: [Int] = []

    let hasReferenceChanges = true

    func wroteReferences(in step: Int) -> Bool { totals.indices.contains(step) }

    func references(in state: State, at moment: ForeignMoment) -> [ForeignReference] {
      let step =
        switch moment {
        case .before(let step): step - 1
        case .after(let step), .idle(let step): step
        case .latest: totals.count - 1
        }
      let value = totals.indices.contains(step) ? totals[step] : 0
      return parts(of: state, as: Total.self) { _ in false }.map {
        ForeignReference(at: $0.place, reference: $0.part, value: value)
      }
    }

    func replaceValue(behind reference: ForeignReference, by value: Any) {
      guard let total = reference.reference as? Total, let value = value as? Int else { return }
      total.value = value
      totals[totals.count - 1] = value
    }

    func apply(
      _ update: (inout State) throws -> Void, to state: inout State,
      with references: [ForeignReference]
    ) throws -> [ForeignReference] {
      let live = state.total.value
      defer { state.total.value = live }
      state.total.value = references[0].value as? Int ?? 0
      try update(&state)
      var changed = references[0]
      changed.value = state.total.value
      return [changed]
    }

    func run(isExhaustive _: Bool, for _: Int?, _ closure: () throws -> Void) throws {
      try closure()
    }
    func takeWrites() -> Bool { false }
    func didAssertChanges(after _: Int) {}
    func didAssertAllChanges(since _: Int) {}
    func casePath(of action: Any) -> ForeignCasePath? { nil }
    func willFinish() {}
    func willEnd(isExhaustive _: Bool) {}
  }
}
