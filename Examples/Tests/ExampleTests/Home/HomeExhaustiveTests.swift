import FocusedTestStore
import Foundation
import Home
import Testing

/// The exhaustive test that the focused tests replace. It asserts every field, action, and effect.
struct HomeExhaustiveTests {
  @Test func addingADate() async {
    let store = TestStore(initialState: Home.State()) {
      Home()
    } withDependencies: {
      $0.dateDatabase.load = { [.first] }
      $0.dateDatabase.save = { _ in }
      $0.date.now = .today
      $0.uuid = .incrementing
    }

    await store.send(.appeared)
    await store.receive(.loaded([.first])) {
      $0.dates = [.first]
    }

    await store.send(.addTapped) {
      $0.addDate = AddDate.State(date: .today)
    }
    await store.send(.addDate(.presented(.dateChanged(.yesterday)))) {
      $0.addDate?.date = .yesterday
    }
    await store.send(.addDate(.presented(.saveTapped))) {
      $0.addDate?.isSaving = true
    }
    await store.receive(.addDate(.presented(.delegate(.saved(.yesterday))))) {
      $0.dates = [.first, SavedDate(id: UUID(0), date: .yesterday)]
    }
    await store.receive(.addDate(.dismiss)) {
      $0.addDate = nil
    }

    await store.send(.removeTapped(SavedDate.first.id)) {
      $0.dates = [SavedDate(id: UUID(0), date: .yesterday)]
    }
    await store.finish()
  }
}
