import Foundation
import FocusedTestStore
import Testing

struct DependencyReducerTests {
  @Test func itSetsADependencyOfTheReducerAndOfItsEffects() async {
    let store = TestStore(.off, initialState: Dated.State()) {
      Dated().dependency(\.date.now, Date(timeIntervalSince1970: 5))
    }
    await store.send(.stamp) { $0.stamps = [5] }
    await store.receive(.stamped(5)) { $0.stamps = [5, 5] }
  }

  @Test func itChangesWhatTheReducersAroundItHaveSet() async {
    let store = TestStore(.off, initialState: Dated.State()) {
      Dated()
        .transformDependency(\.self) { $0.date.now += 2 }
        .dependency(\.date.now, Date(timeIntervalSince1970: 5))
    }
    await store.send(.stamp) { $0.stamps = [7] }
  }

  @Test func itLeavesSiblingsAlone() async {
    let store = TestStore(.off, initialState: Dated.State()) {
      Dated().dependency(\.date.now, Date(timeIntervalSince1970: 5))
      Dated()
    } withDependencies: {
      $0.date.now = Date(timeIntervalSince1970: 1)
    }
    await store.send(.stamp) { $0.stamps = [5, 1] }
  }
}

extension DependencyReducerTests {
  fileprivate struct Dated: Reducer {
    struct State: Equatable { var stamps: [Double] = [] }
    enum Action: Equatable {
      case stamp
      case stamped(Double)
    }

    @Dependency(\.date.now) var now

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .stamp:
        state.stamps.append(now.timeIntervalSince1970)
        return .run { await $0(.stamped(now.timeIntervalSince1970)) }
      case .stamped(let stamp):
        state.stamps.append(stamp)
        return .none
      }
    }
  }
}
