import FocusedTestStore
import Testing

/// The messages about fields that hold objects. A step can change an object in place, which the store can't see.
struct ObjectMessageTests {
  @Test func `off compares an object by its value`() async {
    await expectIssue {
      await store(.off).send(.darkTapped) { $0.settings = Settings(theme: "blue") }
    }
  }

  @Test func `on sees no change of an object that a step changes in place`() async {
    await store(.on).send(.onlyDarkTapped)
    await claimOneIssue(naming: "the closure changes nothing") {
      await store(.on).send(.onlyDarkTapped) { $0.settings = Settings(theme: "dark") }
      return #line - 1
    }
    let issues = await withCapturedIssues {
      await store(.on).send(.onlyDarkTapped) { $0.settings = Settings(theme: "blue") }
    }
    claim(issues.count == 1 && issues[0].message.contains("theme: \"blue\""), "\(issues)")
  }

  private func store(_ exhaustivity: Exhaustivity) -> TestStoreOf<Feature> {
    TestStore(exhaustivity, initialState: Feature.State()) { Feature() }
  }
}

extension ObjectMessageTests {
  final class Settings: Equatable {
    var theme: String
    init(theme: String) { self.theme = theme }
    static func == (lhs: Settings, rhs: Settings) -> Bool { lhs.theme == rhs.theme }
  }

  struct Feature: Reducer {
    struct State: Equatable {
      var settings = Settings(theme: "light")
      var name = ""
      var count = 0
    }
    enum Action: Equatable { case darkTapped, onlyDarkTapped }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.settings.theme = "dark"
      if action == .darkTapped { state.count += 1 }
      return .none
    }
  }
}
