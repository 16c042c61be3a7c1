import ComposableArchitecture
import FocusedTCA
import ReexportingApp

/// FocusedTCA after TCA.
enum AfterTCA: ImportForm {
  static let names = Names(
    store: TestStore<Int, Int>.self, storeOf: TestStoreOf<Lookup>.self,
    clock: TestClock<Swift.Duration>.self, exhaustivity: Exhaustivity.self,
    stub: Stub<Int, Int>.self)

  static func count() async -> Int {
    let store = TestStore(.off, initialState: Lookup.State()) { Lookup() }
    await store.send(.tapped) { $0.count = 1 }
    return store.state.count
  }
}
