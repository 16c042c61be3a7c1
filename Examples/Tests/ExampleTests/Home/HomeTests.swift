import FocusedTestStore
import Foundation
import Home
import Testing

/// The behaviors of the list of dates, one per test.
struct HomeTests {
  @Test func `the dates of the database are shown`() async {
    let store = makeStore()
    store.dependencies.dateDatabase.load = { [.first] }

    await store.send(.appeared)
    await store.receive(.loaded([.first])) {
      $0.dates = [.first]
    }
  }

  @Test func `a failure to load is shown`() async {
    let store = makeStore()
    store.dependencies.dateDatabase.load = { throw Broken() }

    await store.send(.appeared)
    await store.receive(.databaseFailed) {
      $0.hasFailed = true
    }
  }

  @Test func `the sheet opens with the date of today`() async {
    let store = makeStore()
    store.dependencies.date.now = .today

    await store.send(.addTapped) {
      $0.addDate = AddDate.State(date: .today)
    }
  }

  @Test func `removing a date saves the others`() async {
    let save = Stub<[SavedDate], Void>("DateDatabase.save")
    let store = makeStore(Home.State(dates: [.first, .second]))
    store.dependencies.dateDatabase.save = save.call

    await store.send(.removeTapped(SavedDate.first.id))
    await save.succeed()
    #expect(save.calls == [[.second]])
  }

  @Test func `a failure to save is shown`() async {
    let save = Stub<[SavedDate], Void>("DateDatabase.save")
    let store = makeStore(Home.State(dates: [.first]))
    store.dependencies.dateDatabase.save = save.call

    await store.send(.removeTapped(SavedDate.first.id))
    await save.fail(with: Broken())
    #expect(store.state.hasFailed)
  }
}

/// The behaviors of the sheet.
struct AddDateTests {
  @Test func `saving adds the date`() async {
    let store = makeStore(Home.State(addDate: AddDate.State(date: .today)))

    await store.send(.addDate(.presented(.saveTapped)))
    #expect(store.state.dates.map(\.date) == [.today])
  }

  @Test func `saving adds the date that was picked`() async {
    let store = makeStore(Home.State(addDate: AddDate.State(date: .today)))

    await store.send(.addDate(.presented(.dateChanged(.yesterday))))
    await store.send(.addDate(.presented(.saveTapped)))
    #expect(store.state.dates.map(\.date) == [.yesterday])
  }

  @Test func `the date is saved before the sheet closes`() async {
    let store = makeStore(Home.State(addDate: AddDate.State(date: .today)))

    await store.send(.addDate(.presented(.saveTapped)))
    await store.receive(
      inOrder: .addDate(.presented(.delegate(.saved(.today)))), .addDate(.dismiss))
  }

  @Test func `cancelling adds nothing`() async {
    let store = makeStore(Home.State(addDate: AddDate.State(date: .today)))

    await store.send(.addDate(.presented(.cancelTapped)))
    await store.assertNotReceived(case: { .addDate(.presented(.delegate($0))) })
  }

  @Test func `cancelling closes the sheet`() async {
    let store = makeStore(Home.State(addDate: AddDate.State(date: .today)))

    await store.send(.addDate(.presented(.cancelTapped)))
    #expect(store.state.addDate == nil)
  }
}

private struct Broken: Error {}

private func makeStore(_ state: Home.State = Home.State()) -> TestStoreOf<Home> {
  TestStore(.off, initialState: state) {
    Home()
  } withDependencies: {
    $0.uuid = .incrementing
    $0.dateDatabase.save = { _ in }
  }
}

extension SavedDate {
  static let first = SavedDate(id: UUID(1), date: .yesterday)
  static let second = SavedDate(id: UUID(2), date: .today)
}

extension Date {
  static let today = day(2)
  static let yesterday = day(1)

  static func day(_ number: Int) -> Date {
    Date(timeIntervalSince1970: Double(number - 1) * 86_400)
  }
}
