import TestEvents
import Testing
@testable import focus

struct TestNamingTests {
  private let saves = Behavior(
    feature: "Profile", action: "saveTapped", outcome: .field("isSaving"))
  private let sends = Behavior(
    feature: "Profile", action: "page.success", outcome: .sends("loaded"))

  @Test func `a test is named after its behavior`() {
    var naming = TestNaming(.swiftTesting)
    claimEqual(naming.name(of: [saves]), "`.saveTapped → isSaving`")
    claimEqual(naming.name(of: [sends]), "`.page.success → sends .loaded`")
    naming = TestNaming(.xcTest)
    claimEqual(naming.name(of: [saves]), "testSaveTapped_isSaving")
    claimEqual(naming.name(of: [sends]), "testPageSuccess_sendsLoaded")
  }

  @Test func `a feature in another type is named without it`() {
    let toggles = Behavior(
      feature: "ListTests.List", action: "rows.toggle", outcome: .field("ListTests.Row.isOn"))
    var naming = TestNaming(.swiftTesting)
    claimEqual(naming.name(of: [toggles]), "`.rows.toggle → Row.isOn`")
    naming = TestNaming(.xcTest)
    claimEqual(naming.name(of: [toggles]), "testRowsToggle_RowIsOn")
  }

  @Test func `a test of several actions is named after each`() {
    var naming = TestNaming(.swiftTesting)
    claimEqual(
      naming.name(of: [saves, sends]), "`.saveTapped → isSaving; .page.success → sends .loaded`")
    naming = TestNaming(.xcTest)
    claimEqual(
      naming.name(of: [saves, sends]), "testSaveTapped_isSaving_PageSuccess_sendsLoaded")
  }

  @Test func `a test of many outcomes is named after its actions, or after the last one`() {
    let parts = ["title", "author.firstName", "author.lastName", "pages", "year", "isbn", "price"]
    let many = parts.map {
      Behavior(feature: "Shelf", action: "loaded", outcome: .field("Library.currentDraft.\($0)"))
    }
    var naming = TestNaming(.swiftTesting)
    claimEqual(naming.name(of: many), "`.loaded`")
    claimEqual(naming.name(of: [saves] + many), "`.saveTapped; .loaded`")
    let actions = (1...9).map {
      Behavior(feature: "Shelf", action: "theButton\($0)Tapped", outcome: .field("count"))
    }
    claimEqual(naming.name(of: actions), "`.theButton9Tapped`")
  }

  @Test func `a test that asserts more is named after it`() {
    let choice = Choice(elements: [])
    func names(_ framework: TestFunction.Framework) -> [String] {
      var naming = TestNaming(framework)
      var (strict, received) = (choice, choice)
      (strict.exhaustivity, received.exhaustivity) = (.stateChanges, .receivedActions)
      let found = [
        SplitSearch.Found(choice: strict, behaviors: [saves]),
        SplitSearch.Found(choice: received, behaviors: []),
        SplitSearch.Found(choice: choice, behaviors: []),
      ]
      return found.map { naming.name(of: $0, in: framework == .xcTest ? "testAll" : "all") }
    }
    claimEqual(
      names(.swiftTesting),
      [
        "`.saveTapped → isSaving; nothing else`", "`all → receives nothing else`",
        "`all → expectations`",
      ])
    claimEqual(
      names(.xcTest),
      [
        "testSaveTapped_isSaving_nothingElse", "testAllReceivesNothingElse",
        "testAllExpectations",
      ])
  }

  @Test func `names are distinct`() {
    var naming = TestNaming(.swiftTesting, taken: [".saveTapped → isSaving"])
    claimEqual(naming.name(of: [saves]), "`.saveTapped → isSaving 2`")
    naming = TestNaming(.xcTest, taken: ["testSaveTapped_isSaving"])
    claimEqual(naming.name(of: [saves]), "testSaveTapped_isSaving2")
  }
}
