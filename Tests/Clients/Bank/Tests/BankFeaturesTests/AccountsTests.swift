import BankFeatures
import BankModels
import FocusedTestStore
import Testing

/// The visible behavior of the list.
struct AccountsExpectations {
  let store: TestStoreOf<Accounts>

  func names(_ names: [String], _ sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(store.state.rows.map(\.account.name) == names, sourceLocation: sourceLocation)
  }

  func balance(_ cents: Int, of id: Account.ID, _ location: SourceLocation = #_sourceLocation) {
    #expect(store.state.rows[id: id]?.account.balance.cents == cents, sourceLocation: location)
  }

  func undoOffered(for account: Account?, _ location: SourceLocation = #_sourceLocation) {
    #expect(store.state.pendingDeletion?.row.account == account, sourceLocation: location)
  }
}

struct AccountsTests {
  let clock = TestClock()
  let fetch = Stub<Void, [Account]>("AccountsClient.fetch")
  let delete = Stub<Account.ID, Void>("AccountsClient.delete")
  let store: TestStoreOf<Accounts>
  let expect: AccountsExpectations

  init() {
    let rows = [Account.broker, .checking, .savings].map { AccountRow.State(account: $0) }
    store = TestStore(
      .off, initialState: Accounts.State(rows: IdentifiedArray(uniqueElements: rows))
    ) {
      Accounts()
    } withDependencies: { [clock, fetch, delete] in
      $0.continuousClock = clock
      $0.accounts.fetch = fetch.call
      $0.accounts.delete = delete.call
      $0.transfers.submit = { Receipt(reference: "R-1", request: $0) }
    }
    expect = AccountsExpectations(store: store)
  }

  @Test func refreshingShowsProgress() async {
    await store.send(.refreshTapped) { $0.isLoading = true }
    await fetch.succeed(with: [])
    await store.receive(.loaded([])) { $0.isLoading = false }
  }

  @Test func theAccountsAreSortedByName() async {
    await store.send(.refreshTapped)
    await fetch.succeed(with: [.savings, .broker, .checking])
    expect.names(["Broker", "Checking", "Savings"])
  }

  @Test func theyCanBeSortedByBalance() async {
    await store.send(.orderChanged(.balance)) { $0.order = .balance }
    expect.names(["Savings", "Checking", "Broker"])
  }

  @Test func `of duplicates the last one counts`() async {
    await store.send(.refreshTapped)
    await fetch.succeed(with: [.checking, .savings, .checking.with(cents: 5)])
    expect.names(["Checking", "Savings"])
    expect.balance(5, of: 1)
  }

  @Test func aRefreshKeepsFavorites() async {
    await store.send(.rows(.element(id: 2, action: .favoriteTapped)))
    await store.send(.refreshTapped)
    await fetch.succeed(with: [.savings])
    #expect(store.state.rows[id: 2]?.isFavorite == true)
  }

  @Test func onlyTheLatestRefreshCounts() async {
    await store.send(.refreshTapped)
    await store.send(.refreshTapped)
    #expect(fetch.pendingCalls.count == 1)
    await fetch.succeed(with: [.broker])
    expect.names(["Broker"])
  }

  @Test func aFailedRefreshShowsTheError() async {
    await store.send(.refreshTapped)
    await fetch.fail(with: APIError("Offline"))
    store.assert {
      $0.isLoading = false
      $0.error = "Offline"
    }
  }

  @Test func tappingARowExpandsIt() async {
    await store.send(.rows(.element(id: 1, action: .tapped))) {
      $0.rows[id: 1]?.isExpanded = true
    }
  }

  @Test func deletingOffersAnUndo() async {
    await store.send(.rows(.element(id: 1, action: .deleteTapped)))
    expect.names(["Broker", "Savings"])
    expect.undoOffered(for: .checking)
    #expect(delete.calls.isEmpty)
  }

  @Test func undoingPutsTheRowBack() async {
    await store.send(.rows(.element(id: 1, action: .deleteTapped)))
    await store.send(.undoTapped) { $0.pendingDeletion = nil }
    expect.names(["Broker", "Checking", "Savings"])
    await store.finish()
    #expect(delete.calls.isEmpty)
  }

  @Test func afterFiveSecondsTheAccountIsDeleted() async {
    delete.willReturn(())

    await store.send(.rows(.element(id: 1, action: .deleteTapped)))
    await clock.advance(by: .seconds(5))
    expect.undoOffered(for: nil)
    #expect(delete.calls == [1])
  }

  @Test func `a second deletion ends the undo of the first`() async {
    delete.willReturn(())

    await store.send(.rows(.element(id: 1, action: .deleteTapped)))
    await clock.advance(by: .seconds(4))
    await store.send(.rows(.element(id: 2, action: .deleteTapped)))
    await clock.advance(by: .seconds(4))
    expect.undoOffered(for: .savings)
    #expect(delete.calls == [1])
  }

  @Test func aDeletionThatFailsComesBack() async {
    await store.send(.rows(.element(id: 1, action: .deleteTapped)))
    await clock.advance(by: .seconds(5))
    await delete.fail(with: APIError("Not empty"))
    await store.receive(case: { .deletionFailed($0, $1) }) { $0.error = "Not empty" }
    expect.names(["Broker", "Checking", "Savings"])
  }

  @Test func aTransferMovesTheMoney() async {
    await store.send(.rows(.element(id: 1, action: .transferTapped)))
    await store.send(.transfer(.presented(.chooseRecipientTapped)))
    await store.send(
      .transfer(.presented(.destination(.presented(.picker(.accountTapped(3)))))))
    await store.send(.transfer(.presented(.set(\.amountText, "100"))))
    await store.send(.transfer(.presented(.submitTapped)))
    expect.balance(240_000, of: 1)
    expect.balance(20_000, of: 3)
    #expect(store.state.transfer == nil)
  }
}
