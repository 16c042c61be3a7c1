import Foundation
import Testing

/// The links between pages, and to files of the repository.
struct LinkTests {
  @Test(arguments: ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Guides", "Examples/README.md"])
  func `each link to a file leads to one`(path: String) throws {
    for page in try Documentation.files("md", in: [path]) {
      let text = try String(contentsOf: page, encoding: .utf8)
      for link in text.matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/) {
        let file = page.deletingLastPathComponent().appendingPathComponent(String(link.1))
        #expect(
          FileManager.default.fileExists(atPath: file.standardizedFileURL.path),
          "\(page.lastPathComponent): nothing is at \(link.1)")
      }
    }
  }
}
