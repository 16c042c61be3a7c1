import SourceReading
import Testing
import focus

struct NeededSourcesTests {
  @Test func `a file is needed if something that a needed file mentions is declared there`() {
    let sources = [
      "test": "final class Tests: XCTestCase { func testA() { Profile() } }",
      "profile": "struct Profile { let client: Client }",
      "client": "struct Client {}\nextension Values { var client: Client { Client() } }",
      "other": "struct Other { let profile: Profile }",
      "private": "private struct Profile {}",
      "cases": "extension Film { static let ripley = Film() }",
    ]
    claimEqual(
      sources.mapValues { SwiftSource($0) }.needed(by: ["test"]), ["test", "profile", "client"])
  }

  @Test func `members of extensions are needed where they are mentioned`() {
    let sources = [
      "test": "let a: Film = .ripley",
      "cases": "extension Film { static let ripley = Film() }",
      "tests": "extension Film { func testFilm() {} }",
      "more": "extension Film { @Test func ripley() {} }",
    ]
    claimEqual(sources.mapValues { SwiftSource($0) }.needed(by: ["test"]), ["test", "cases"])
  }
}
