import FocusedTestStore
import Testing

/// What a closure says of a state with large arrays, which are compared by their bytes first.
struct LargeStateTests {
  @Test(arguments: [Exhaustivity.on, .off])
  func aRightClosureIsMet(_ exhaustivity: Exhaustivity) async {
    let store = store(exhaustivity)
    await store.send(.touch(700)) {
      $0.rows[700].title = "touched"
      $0.touches = 1
    }
    await store.send(.rename(3)) { $0.rows[3].title = "renamed" }
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func aWrongElementIsOneIssue(_ exhaustivity: Exhaustivity) async {
    let store = store(exhaustivity)
    let issues = await withCapturedIssues {
      await store.send(.touch(700)) {
        $0.rows[700].title = "torched"
        $0.touches = 1
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("rows[700].title") == true, "\(issues)")
  }

  @Test func aForgottenElementIsOneIssue() async {
    let store = store(.on)
    let issues = await withCapturedIssues {
      await store.send(.touch(700)) { $0.touches = 1 }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("rows[700].title") == true, "\(issues)")
  }

  @Test func aClosureThatWritesWhatIsThereChangesNothing() async {
    let store = store(.on)
    let issues = await withCapturedIssues {
      await store.send(.rewrite) { $0.rows[3].title = Library.title(3) }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("the closure changes nothing") == true, "\(issues)")
  }

  private func store(_ exhaustivity: Exhaustivity) -> TestStoreOf<Library> {
    TestStore(exhaustivity, initialState: Library.State()) { Library() }
  }
}

private struct Library: Reducer {
  struct Row: Equatable {
    var title: String
    var count = 0
  }

  struct State: Equatable {
    var rows = (0..<1_000).map { Row(title: Library.title($0)) }
    var touches = 0
  }

  enum Action {
    case touch(Int)
    case rename(Int)
    case rewrite
  }

  static func title(_ number: Int) -> String { "a title of more than 15 letters, number \(number)" }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .touch(let index):
      state.rows[index].title = "touched"
      state.touches += 1
    case .rename(let index): state.rows[index].title = "renamed"
    case .rewrite: state.rows[3].title = Self.title(3)
    }
    return .none
  }
}
