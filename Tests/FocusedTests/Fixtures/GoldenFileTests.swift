import Foundation
import TestFixtures
import Testing

struct GoldenFileTests {
  @Test func aTextIsThatOfItsSectionUntilItIsUpdated() throws {
    let directory = try TemporaryDirectory()
    let file = GoldenFile(url: URL(fileURLWithPath: directory("Golden/Tests.txt")))
    #expect(file.text(of: "a") == nil)
    try file.update(to: "One\n\nTwo", in: "a")
    try file.update(to: "Three\n", in: "b, other")
    #expect(file.sections == ["a": "One\n\nTwo", "b, other": "Three\n"])
    try file.update(to: "1", in: "a")
    #expect(file.text(of: "a") == "1")
    #expect(file.text(of: nil) == "=== a\n1\n\n=== b, other\nThree\n\n")
  }

  @Test func eachSectionBelongsToATest() throws {
    let tests = Documentation.root.appendingPathComponent("Tests/FocusedTests")
    let files = try #require(
      FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
    for case let file as URL in files
    where file.deletingLastPathComponent().lastPathComponent == "Golden" {
      let folder = file.deletingLastPathComponent().deletingLastPathComponent()
      let source = file.deletingPathExtension().lastPathComponent + ".swift"
      let text = try String(contentsOf: folder.appendingPathComponent(source), encoding: .utf8)
      for section in GoldenFile(url: file).sections.keys {
        let test = section.split(separator: ", ")[0]
        let isThere = text.contains("func \(test)") || text.contains("`\(test)")
        #expect(isThere, "\(source): \(section)")
      }
    }
  }
}
