import BankFeatures
import BankModels
import FocusedTestStore
import Testing

struct `Transfer sheet` {
  let submit = Stub<TransferRequest, Receipt>("TransferClient.submit")

  private func makeStore(
    recipient: Account? = .savings, amount: String = "",
    destination: Transfer.Destination.State? = nil
  ) -> TestStoreOf<Transfer> {
    TestStore(
      .off,
      initialState: Transfer.State(
        from: .checking, recipients: [.savings, .broker], recipient: recipient, amountText: amount,
        destination: destination)
    ) {
      Transfer()
    } withDependencies: {
      $0.transfers.submit = submit.call
    }
  }

  @Test func `more than the balance is refused`() async {
    let store = makeStore()

    await store.send(.set(\.amountText, "2500.01")) {
      $0.amountText = "2500.01"
      $0.amountError = "You have only 2500.00."
    }
  }

  @Test(arguments: ["abc", "0", "1.234", "-5"])
  func `what is not an amount is refused`(text: String) async {
    let store = makeStore()

    await store.send(.set(\.amountText, text)) { $0.amountError = "Enter an amount." }
  }

  @Test func `a note has at most 140 characters`() async {
    let store = makeStore()

    await store.send(.set(\.note, String(repeating: "x", count: 150)))
    #expect(store.state.note.count == 140)
  }

  @Test func `a recipient is picked`() async {
    let store = makeStore(recipient: nil)

    await store.send(.chooseRecipientTapped)
    await store.send(.destination(.presented(.picker(.accountTapped(3))))) {
      $0.recipient = .broker
      $0.destination = nil
    }
  }

  @Test func `a small amount is submitted at once`() async {
    let store = makeStore(amount: "12,50")

    await store.send(.submitTapped) { $0.isSubmitting = true }
    #expect(submit.calls == [TransferRequest(from: 1, to: 2, amount: Money(cents: 1250))])
  }

  @Test func `a large amount must be confirmed`() async {
    let store = makeStore(amount: "1000.01")

    await store.send(.submitTapped) {
      $0.destination = .question(.confirms(Money(cents: 100_001)))
    }
    #expect(submit.calls.isEmpty)
    await store.send(.confirmed) {
      $0.isSubmitting = true
      $0.destination = nil
    }
    #expect(submit.calls.count == 1)
  }

  @Test func `the parent hears of success, and the sheet closes`() async {
    let store = makeStore(amount: "10")

    await store.send(.submitTapped)
    await submit.answer { Receipt(reference: "R-7", request: $0) }
    await store.receive(case: { .delegate($0) })
    await store.finish()
    #expect(store.isDismissed)
  }

  @Test func `a failure can be tried again`() async {
    let store = makeStore(amount: "10")

    await store.send(.submitTapped)
    await submit.fail(with: APIError("Try later"))
    await store.receive(.submitFailed(APIError("Try later"))) {
      $0.isSubmitting = false
      $0.destination = .question(.retries(APIError("Try later")))
    }
    await store.send(.confirmed)
    #expect(submit.calls.count == 2)
  }

  @Test func `cancelling closes the sheet`() async {
    let store = makeStore()

    await store.send(.cancelTapped)
    #expect(store.isDismissed)
  }
}
