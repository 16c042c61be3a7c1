@testable import FocusedEvidence
import FocusedTCA
import Foundation
import Testing

/// What the ledger of the tool records of TCA's features.
struct EvidenceTests {
  @Test func anEffectThatWaitsForADismissalIsNoBehavior() async throws {
    let ledger = try await ledger {
      let store = TestStore(initialState: Shop.State()) { Shop() }
      await store.send(.pushed("Milk")) { $0.path[id: 0] = Item.State(name: "Milk") }
      await store.send(.path(.popFrom(id: 0))) { $0.path[id: 0] = nil }
      await store.send(.opened) { $0.sheet = Item.State() }
      await store.send(.sheet(.dismiss)) { $0.sheet = nil }
    }
    #expect(!ledger.contains(#""outcome":"starts""#))
  }

  @Test func theEffectOfAChildThatDismissesItselfIsABehavior() async throws {
    let ledger = try await ledger {
      let store = TestStore(initialState: Shop.State(sheet: Item.State(name: "Milk"))) { Shop() }
      await store.send(.sheet(.presented(.saveTapped)))
      await store.receive(.sheet(.presented(.saved("Milk")))) { $0.saved = ["Milk"] }
      await store.receive(.sheet(.dismiss)) { $0.sheet = nil }
    }
    #expect(ledger.contains(#""outcome":"starts""#))
  }

  @Test func anAssertionOfAnElementOfAStackIsNotVacuous() async throws {
    let ledger = try await ledger {
      let store = TestStore(initialState: Shop.State()) { Shop() }
      await store.send(.pushed("Milk")) { $0.path[id: 0] = Item.State(name: "Milk") }
      await store.send(.path(.element(id: 0, action: .nameChanged("Bread")))) {
        $0.path[id: 0]?.name = "Bread"
      }
    }
    #expect(ledger.contains("nameChanged"))
    #expect(!ledger.contains("vacuous"))
  }

  @Test func aSharedFieldOfAChildHasItsNameInAStack() async throws {
    let ledger = try await ledger {
      let store = TestStore(initialState: Totals.State()) { Totals() }
      await store.send(.pushed) { $0.path[id: 0] = Total.State() }
      await store.send(.path(.element(id: 0, action: .tapped))) {
        $0.path[id: 0]?.$total.withLock { $0 = 1 }
      }
    }
    #expect(ledger.contains(#""name":"total","outcome":"field""#))
    #expect(!ledger.contains(#""name":"Totals.path"#))
  }

  /// The ledger that the stores of an operation write.
  private func ledger(
    of operation: nonisolated(nonsending) () async -> Void
  ) async throws -> String {
    let directory = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: directory) }
    await LedgerWriter(directory: directory.path).use(operation)
    let files = try FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: nil)
    return try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
  }
}

private struct Totals: Reducer {
  struct State: Equatable { var path = StackState<Total.State>() }

  enum Action: CasePathable {
    case pushed
    case path(StackAction<Total.State, Total.Action>)

    struct AllCasePaths {
      var path: AnyCasePath<Action, StackAction<Total.State, Total.Action>> {
        AnyCasePath(
          embed: { .path($0) }, extract: { if case .path(let action) = $0 { action } else { nil } })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .pushed = action { state.path.append(Total.State()) }
      return .none
    }
    .forEach(\.path, action: \.path) { Total() }
  }
}
