import Core
import FocusedTestStore
import Testing

// Bugs of effects that run in turns.

extension OrderingBug {
  private final class Balance: Sendable {
    private let value = Lock(0)

    var amount: Int {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }

  private struct Account: Reducer {
    struct State: Equatable {
      var log: [String] = []
    }

    enum Action: Equatable {
      case appear
      case read(Int)
    }

    let balance: Balance

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .appear:
        return .merge(deposit(5), deposit(20))
      case .read(let amount):
        state.log.append("read \(amount)")
        return .none
      }
    }

    private func deposit(_ amount: Int) -> Effect<Action> {
      .run { send in
        let present = balance.amount
        await send(.read(present))
        // The bug: another deposit may have been made since the balance was read.
        balance.amount = present + amount
      }
    }
  }

  static let lostUpdate = OrderingBug(
    "an update is lost", failsWhen: ".read(0) arrives in place of .read(5)"
  ) {
    let balance = Balance()
    let store = TestStore(.off, initialState: Account.State()) { Account(balance: balance) }
    await store.send(.appear)
    #expect(balance.amount == 25)
  }

  private struct Form: Reducer {
    struct State: Equatable {
      var isSubmitting = false
      var submissions = 0
    }

    enum Action: Equatable {
      case finishEditing, submit, start
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .finishEditing:
        return .merge(
          .run { send in await send(.submit) },
          .run { send in
            await Task.yield()
            await send(.submit)
          })
      case .submit:
        guard !state.isSubmitting else { return .none }
        // The bug: the flag must be set here.
        return .run { send in await send(.start) }
      case .start:
        state.isSubmitting = true
        state.submissions += 1
        return .none
      }
    }
  }

  static let doubleSubmit = OrderingBug(
    "a form is submitted twice", failsWhen: ".submit of the effect at TurnBugs.swift:"
  ) {
    let store = TestStore(.off, initialState: Form.State()) { Form() }
    await store.send(.finishEditing)
    store.assert { $0.submissions = 1 }
  }

  private struct Race: Reducer {
    struct State: Equatable {
      var order: [Int] = []
    }

    enum Action: Equatable {
      case start
      case arrive(Int)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .start:
        return .merge(
          (1...3).map { number in
            .run { send in await send(.arrive(number)) }
          })
      case .arrive(let number):
        state.order.append(number)
        return .none
      }
    }
  }

  private struct WrongOrder: Error {}

  static let lastOfThree = OrderingBug(
    "three effects arrive the other way round",
    failsWhen: ".arrive(2) arrives before .arrive(1)", deviations: 2
  ) {
    let store = TestStore(.off, initialState: Race.State()) { Race() }
    await store.send(.start)
    if store.state.order == [3, 2, 1] { throw WrongOrder() }
  }
}
