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

  @Test func `many parts of one field are the field`() {
    let parts = ["title", "author.firstName", "author.lastName", "pages"]
    let behaviors = parts.map {
      Behavior(feature: "Shelf", action: "loaded", outcome: .field("Library.currentDraft.\($0)"))
    }
    var naming = TestNaming(.swiftTesting)
    claimEqual(
      naming.name(of: Array(behaviors.prefix(2))),
      "`.loaded → Library.currentDraft.title, Library.currentDraft.author.firstName`")
    claimEqual(
      naming.name(of: behaviors + [sends]), "`.loaded → Library.currentDraft, sends .loaded`")
  }

  @Test func `names are distinct`() {
    var naming = TestNaming(.swiftTesting, taken: [".saveTapped → isSaving"])
    claimEqual(naming.name(of: [saves]), "`Profile.saveTapped → isSaving`")
    claimEqual(naming.name(of: [saves]), "`.saveTapped → isSaving 2`")
  }
}
