import BankFeatures
import BankModels
import FocusedTestStore
import Testing

struct WholeTransferTests {
  @Test func `a transfer from the list of accounts, from beginning to end`() async {
    let clock = TestClock()
    let submit = Stub<TransferRequest, Receipt>("TransferClient.submit")
    let delete = Stub<Account.ID, Void>("AccountsClient.delete")
    let store = TestStore(initialState: Accounts.State()) {
      Accounts()
    } withDependencies: {
      $0.continuousClock = clock
      $0.accounts.fetch = { [.checking, .savings, .broker, .checking] }
      $0.accounts.delete = delete.call
      $0.transfers.submit = submit.call
    }

    await store.send(.refreshTapped) {
      $0.isLoading = true
    }
    await store.receive(.loaded([.checking, .savings, .broker, .checking])) {
      $0.isLoading = false
      $0.rows = [
        AccountRow.State(account: .broker), AccountRow.State(account: .checking),
        AccountRow.State(account: .savings),
      ]
    }
    await store.send(.rows(.element(id: 1, action: .tapped))) {
      $0.rows[id: 1]?.isExpanded = true
    }
    await store.send(.rows(.element(id: 2, action: .favoriteTapped))) {
      $0.rows[id: 2]?.isFavorite = true
    }
    await store.send(.orderChanged(.balance)) {
      $0.order = .balance
      $0.rows = [
        AccountRow.State(account: .savings, isFavorite: true),
        AccountRow.State(account: .checking, isExpanded: true),
        AccountRow.State(account: .broker),
      ]
    }

    // The form
    await store.send(.rows(.element(id: 1, action: .transferTapped))) {
      $0.transfer = Transfer.State(from: .checking, recipients: [.savings, .broker])
    }
    await store.send(.transfer(.presented(.submitTapped))) {
      $0.transfer?.amountError = "Enter an amount and a recipient."
    }
    await store.send(.transfer(.presented(.set(\.amountText, "9999")))) {
      $0.transfer?.amountText = "9999"
      $0.transfer?.amountError = "You have only 2500.00."
    }
    await store.send(.transfer(.presented(.set(\.amountText, "1500")))) {
      $0.transfer?.amountText = "1500"
      $0.transfer?.amountError = nil
    }
    await store.send(.transfer(.presented(.set(\.note, #"a "raw" note }"#)))) {
      $0.transfer?.note = #"a "raw" note }"#
    }
    await store.send(.transfer(.presented(.chooseRecipientTapped))) {
      $0.transfer?.destination = .picker(
        RecipientPicker.State(accounts: [.savings, .broker]))
    }
    await store.send(
      .transfer(.presented(.destination(.presented(.picker(.queryChanged("brok"))))))
    ) {
      $0.transfer?.$destination[case: { .picker($0) }]?.query = "brok"
    }
    await store.send(
      .transfer(.presented(.destination(.presented(.picker(.accountTapped(3))))))
    ) {
      $0.transfer?.recipient = .broker
      $0.transfer?.destination = nil
    }

    // Confirm, fail, try again
    await store.send(.transfer(.presented(.submitTapped))) {
      $0.transfer?.destination = .alert(.confirm(Money(cents: 150_000)))
    }
    await store.send(.transfer(.presented(.destination(.dismiss)))) {
      $0.transfer?.destination = nil
    }
    await store.send(.transfer(.presented(.submitTapped))) {
      $0.transfer?.destination = .alert(.confirm(Money(cents: 150_000)))
    }
    await store.send(.transfer(.presented(.destination(.presented(.alert(.confirmed)))))) {
      $0.transfer?.destination = nil
      $0.transfer?.isSubmitting = true
    }
    await submit.fail(with: APIError("Try later"))
    await store.receive(.transfer(.presented(.submitFailed(APIError("Try later"))))) {
      $0.transfer?.isSubmitting = false
      $0.transfer?.destination = .alert(.failed(APIError("Try later")))
    }
    await store.send(.transfer(.presented(.destination(.presented(.alert(.confirmed)))))) {
      $0.transfer?.destination = nil
      $0.transfer?.isSubmitting = true
    }
    let receipt = Receipt(
      reference: "R-1",
      request: TransferRequest(
        from: 1, to: 3, amount: Money(cents: 150_000), note: #"a "raw" note }"#))
    await submit.succeed(with: receipt)
    await store.receive(.transfer(.presented(.submitted(receipt)))) {
      $0.transfer?.isSubmitting = false
    }
    await store.receive(.transfer(.presented(.delegate(.completed(receipt))))) {
      $0.lastReceipt = receipt
      $0.rows = [
        AccountRow.State(account: .savings, isFavorite: true),
        AccountRow.State(account: .broker.with(cents: 160_000)),
        AccountRow.State(account: .checking.with(cents: 100_000), isExpanded: true),
      ]
    }
    await store.receive(.transfer(.dismiss)) {
      $0.transfer = nil
    }

    // Another one, cancelled
    await store.send(.rows(.element(id: 3, action: .transferTapped))) {
      $0.transfer = Transfer.State(
        from: .broker.with(cents: 160_000),
        recipients: [.savings, .checking.with(cents: 100_000)])
    }
    await store.send(.transfer(.presented(.cancelTapped)))
    await store.receive(.transfer(.dismiss)) {
      $0.transfer = nil
    }

    // Deletions
    let broker = AccountRow.State(account: .broker.with(cents: 160_000))
    await store.send(.rows(.element(id: 3, action: .deleteTapped))) {
      $0.rows.remove(id: 3)
      $0.pendingDeletion = Accounts.PendingDeletion(row: broker, index: 1)
    }
    await store.send(.undoTapped) {
      $0.rows.insert(broker, at: 1)
      $0.pendingDeletion = nil
    }
    await store.send(.rows(.element(id: 3, action: .deleteTapped))) {
      $0.rows.remove(id: 3)
      $0.pendingDeletion = Accounts.PendingDeletion(row: broker, index: 1)
    }
    await clock.advance(by: .seconds(5))
    await store.receive(.undoExpired) {
      $0.pendingDeletion = nil
    }
    await delete.fail(with: APIError("The account is not empty."))
    await store.receive(.deletionFailed(broker, APIError("The account is not empty."))) {
      $0.error = "The account is not empty."
      $0.rows.insert(broker, at: 1)
    }
  }
}
