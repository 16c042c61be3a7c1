import Foundation
import Testing

/// Each Swift sample occurs, line by line, in a source of the tests. Those for SwiftUI are type-checked by `.ci/apple`.
struct DocumentationDriftTests {
  private static let guides = [
    "Guides/ComingFromTCA.md", "Guides/MigratingFromExhaustive.md", "Guides/TCABridge.md",
  ]
  private static let sources = Result { try CompiledSources() }

  @Test(arguments: ["README.md"] + guides)
  func `each Swift block occurs in a test`(path: String) throws {
    let blocks = SwiftBlock.all(in: try Documentation.text(of: path))
    let sources = try Self.sources.get()
    for block in blocks where !sources.contain(block) {
      Issue.record("\(path):\(block.line): no file of the tests contains this:\n\(block.code)")
    }
  }

  @Test func `each Swift block of an article occurs in a test`() throws {
    try expectCompiled(inFilesOf: "md") { $0 }
  }

  @Test func `each Swift block of a doc comment occurs in a test`() throws {
    try expectCompiled(inFilesOf: "swift") { Documentation.comments(of: $0) }
  }

  @Test func `doc comments are read as Markdown, at their lines`() {
    let source = "struct A {\n  /// Text.\n  ///\n  /// ```swift\n  /// a()\n  /// ```\n  let a = 1"
    #expect(Documentation.comments(of: source) == "\nText.\n\n```swift\na()\n```\n")
  }

  @Test func `every guide is checked`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Documentation.root.appendingPathComponent("Guides"), includingPropertiesForKeys: nil)
    let guides = files.map { "Guides/\($0.lastPathComponent)" }.filter { $0.hasSuffix(".md") }
    #expect(guides.sorted() == Self.guides)
  }

  @Test(arguments: ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] + guides)
  func `each link to a file leads to one`(path: String) throws {
    let links = try Self.links(in: path)
    #expect(!links.isEmpty)
    for link in links where !FileManager.default.fileExists(atPath: link.path) {
      Issue.record("\(path): nothing is at \(link.path)")
    }
  }

  @Test func `the README links each guide and each article`() throws {
    let linked = try Set(Self.links(in: "README.md").map(\.path))
    // These pages only list symbols.
    let indices = [
      "Core.md", "FocusedEvidence.md", "FocusedExploration.md", "FocusedTestStore.md",
      "ReducerDebugging.md", "TestStore.md",
    ]
    let articles = try Documentation.files("md", in: ["Sources"])
      .filter { !indices.contains($0.lastPathComponent) }
    let guides = Self.guides.map { Documentation.root.appendingPathComponent($0) }
    for path in (articles + guides).map(\.path) {
      #expect(linked.contains(path), "\(path)")
    }
  }

  /// Names that a user without TCA looks for.
  @Test(arguments: [
    "catch:", ".cancellable(id:", "cancelInFlight: true", ".cancel(id:", ".debounce(id:",
    ".throttle(id:", "clock.timer(interval:", ".fail(with:", "CasePath { .main($0) }.modify(",
    ".ifCaseLet(", "unimplemented(",
  ])
  func `what features are written with is shown in an article about Core`(name: String) throws {
    let pages = try ["Effects", "Navigation", "WritingFeatures", "DependenciesInTests"]
      .map { try Documentation.text(of: "Sources/Core/Core.docc/\($0).md") }
    #expect(pages.contains { page in SwiftBlock.all(in: page).contains { $0.code.contains(name) } })
  }

  @Test func `a block that occurs nowhere is missed`() throws {
    let real = SwiftBlock(code: "struct DocumentationDriftTests {", line: 1)
    let sources = CompiledSources(texts: ["  let a = 1\n  let b = 2\n"])
    #expect(!sources.contain(real))
    #expect(!sources.contain(SwiftBlock(code: "let b = 2\nlet a = 1", line: 1)))
    #expect(!sources.contain(SwiftBlock(code: "let a = 1\n\nlet b = 2", line: 1)))
    #expect(!sources.contain(SwiftBlock(code: "let a", line: 1)))
    #expect(try !Self.sources.get().contain(real))
  }

  @Test func `indentation does not matter`() {
    let sources = CompiledSources(texts: ["func f() {\n    if a {\n      b()\n    }\n}"])
    #expect(sources.contain(SwiftBlock(code: "if a {\n  b()\n}", line: 1)))
  }

  @Test func `blocks are found with their lines, those marked as not compiled left out`() {
    let text = """
      Text.
      ```swift
      a()

      b()
      ```
      <!-- not compiled: a manifest -->
      ```swift
      c()
      ```
      ```
      d()
      ```
      <!-- not compiled: -->
      ```swift
      e()
      ```
      """
    let blocks = SwiftBlock.all(in: text)
    #expect(blocks.map(\.code) == ["a()\n\nb()", "e()"])
    #expect(blocks.map(\.line) == [3, 16])
  }
}

// MARK: - Fixtures

extension DocumentationDriftTests {
  /// The files that a page links to, without the anchors in them.
  private static func links(in page: String) throws -> [URL] {
    let directory = Documentation.root.appendingPathComponent(page).deletingLastPathComponent()
    return try Documentation.text(of: page).matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/).map {
      directory.appendingPathComponent(String($0.1)).standardizedFileURL
    }
  }

  private func expectCompiled(
    inFilesOf pathExtension: String, _ markdown: (String) -> String
  ) throws {
    let sources = try Self.sources.get()
    var count = 0
    for url in try Documentation.files(pathExtension, in: ["Sources"]) {
      let text = try String(contentsOf: url, encoding: .utf8)
      for block in SwiftBlock.all(in: markdown(text)) {
        count += 1
        if !sources.contain(block) {
          Issue.record(
            "\(url.lastPathComponent):\(block.line): no file of the tests contains this:\n\(block.code)"
          )
        }
      }
    }
    #expect(count > 0)
  }

  /// A fenced block of a Markdown file, and its first line.
  struct SwiftBlock {
    var code: String
    var line: Int

    static func all(in markdown: String) -> [SwiftBlock] {
      var blocks: [SwiftBlock] = []
      var open: (isSwift: Bool, lines: [Substring], start: Int)?
      var previous: Substring = ""
      let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        defer { previous = line }
        guard line.drop(while: { $0 == " " }).hasPrefix("```") else {
          open?.lines.append(line)
          continue
        }
        if let block = open {
          if block.isSwift {
            blocks.append(
              SwiftBlock(code: block.lines.joined(separator: "\n"), line: block.start))
          }
          open = nil
        } else {
          open = (line.hasSuffix("```swift") && !isExempting(previous), [], index + 2)
        }
      }
      return blocks
    }

    /// Whether the line exempts a sample. An exemption needs a reason.
    private static func isExempting(_ line: Substring) -> Bool {
      line.wholeMatch(of: /<!-- not compiled: \S.* -->/) != nil && !line.contains(": -->")
    }
  }

  /// The files that are built with the tests, or as separate packages.
  struct CompiledSources {
    private let files: [[Substring]]

    init(texts: [String]) {
      files = texts.map(Self.lines)
    }

    /// Reads the files without this one, because its own strings would match every sample.
    init() throws {
      let sources = try Documentation.files("swift", in: ["Tests"])
        .filter { $0.lastPathComponent != "DocumentationDriftTests.swift" }
      self.init(texts: try sources.map { try String(contentsOf: $0, encoding: .utf8) })
    }

    func contain(_ block: SwiftBlock) -> Bool {
      let wanted = Self.lines(block.code)
      return files.contains { lines in
        guard lines.count >= wanted.count else { return false }
        return (0...(lines.count - wanted.count)).contains { start in
          lines[start] == wanted[0] && lines[start..<(start + wanted.count)].elementsEqual(wanted)
        }
      }
    }

    private static func lines(_ text: String) -> [Substring] {
      text.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.drop(while: { $0 == " " })
      }
    }
  }
}
