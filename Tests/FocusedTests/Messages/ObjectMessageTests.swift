import FocusedTestStore
import Foundation
import Testing

/// The messages about fields that hold objects. A step can change an object in place, which the store can't see.
struct ObjectMessageTests {
  @Test func `off makes no claim about a field that holds an object`() async {
    await expectIssue {
      await store(.off).send(.darkTapped) { $0.settings = Settings(theme: "blue") }
    }
    await claimOneIssue(naming: "This field was not changed at all. The step changed count.") {
      await store(.off).send(.darkTapped) { $0.name = "x" }; return #line
    }
  }

  @Test func `off makes no claim about an object deep in a field`() async {
    let issues = await withCapturedIssues {
      await store(.off).send(.darkTapped) { $0.pages = [Page(settings: Settings(theme: "x"))] }
    }
    claim(issues.count == 1 && !issues[0].message.contains("not changed"), "\(issues)")
  }

  @Test func `on accepts another object with the right values`() async {
    await store(.on).send(.onlyDarkTapped) { $0.settings = Settings(theme: "dark") }
    let issues = await withCapturedIssues {
      await store(.on).send(.onlyDarkTapped) { $0.settings = Settings(theme: "blue") }
    }
    claim(issues.count == 1 && issues[0].message.contains("theme: \"blue\""), "\(issues)")
    claim(issues.allSatisfy { !$0.message.contains("changed nothing") })
  }

  @Test func `on does not say that nothing changed beside an object`() async {
    let issues = await withCapturedIssues {
      await store(.on).send(.onlyDarkTapped) { $0.name = "x" }
    }
    claim(issues.count == 1 && !issues[0].message.contains("changed nothing"), "\(issues)")
  }

  @Test func `on does not say that nothing changed in an object`() async {
    await expectIssue {
      await store(.on).send(.onlyDarkTapped) { $0.settings.theme = "dark" }
    }
  }

  @Test func `a URL is no object`() async {
    await claimOneIssue(naming: "This field was not changed at all.") {
      await store(.off).send(.darkTapped) { $0.url = nil }; return #line
    }
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

  struct Page: Equatable { var settings: Settings }

  struct Feature: Reducer {
    struct State: Equatable {
      var settings = Settings(theme: "light")
      var pages = [Page(settings: Settings(theme: "light"))]
      var name = ""
      var count = 0
      var url = URL(string: "https://example.com")
    }
    enum Action: Equatable { case darkTapped, onlyDarkTapped }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.settings.theme = "dark"
      if action == .darkTapped { state.count += 1 }
      return .none
    }
  }
}
