import Foundation
import Testing

/// The article about private symbols lists the symbols that the sources refer to.
struct PrivateSymbolsTests {
  private static let article = "Sources/FocusedTestStore/FocusedTestStore.docc/PrivateSymbols.md"

  @Test func `the table names what the sources refer to, and nothing else`() throws {
    let listed = try Self.listedSymbols()
    var used: Set<String> = []
    for file in try Self.sources() {
      let symbols = Self.symbols(in: file.text)
      for symbol in symbols where !used.contains(symbol) {
        let known = listed.filter { symbol.contains($0.name) }
        #expect(known.map(\.module) == [file.module], "\(symbol) in \(file.path)")
      }
      used.formUnion(symbols)
    }
    for symbol in listed {
      #expect(used.contains { $0.contains(symbol.name) }, "Nothing refers to \(symbol.name).")
    }
  }

  @Test func `what the compiler doesn't check stands in the folders named Platform`() throws {
    for file in try Self.sources() where !file.path.contains("/Platform/") {
      #expect(!Self.isUnchecked(file.text), "\(file.path)")
    }
    #expect(Self.isUnchecked("unsafeBitCast(0, to: UInt.self)"))
  }

  @Test func `a symbol is found by its attribute, by its look-up, or by its underscore`() {
    let underscore = "_"
    let source = """
      @\(underscore)silgen_name("a")
      let symbol = "b"
      func \(underscore)own() {}
      \(underscore)own()
      Swift.\(underscore)print(1)
      unsafeBitCast(self, to: UInt.self)
      """
    #expect(Self.symbols(in: source) == ["a", "b", "_print", "unsafeBitCast(_:to:)"])
  }
}

// MARK: - Fixtures

extension PrivateSymbolsTests {
  private struct Source {
    let path: String
    let text: String

    var module: String { String(path.prefix { $0 != "/" }) }
  }

  /// The symbols in the article's table, with their modules. Each row must also have a purpose and a fallback.
  private static func listedSymbols() throws -> [(name: String, module: String)] {
    let rows = try Documentation.text(of: article).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
    return try rows.map { row in
      let row = try #require(try /\| `([^`]+)` \| `(\w+)` \| [^|]+ \| [^|]+ \|/.wholeMatch(in: row))
      return (String(row.1), String(row.2))
    }
  }

  /// The Swift files of the package, by their paths below `Sources`.
  private static func sources() throws -> [Source] {
    let root = Documentation.root.appendingPathComponent("Sources").path
    return try Documentation.files("swift", in: ["Sources"]).map {
      Source(
        path: String($0.path.dropFirst(root.count + 1)),
        text: try String(contentsOf: $0, encoding: .utf8))
    }
  }

  private static func isUnchecked(_ text: String) -> Bool {
    text.contains(/@_silgen_name|\bdlsym\(|\bunsafeBitCast\(/)
  }

  /// The symbols without public API that a file declares.
  private static func symbols(in text: String) -> Set<String> {
    let linked = text.matches(of: /@_silgen_name\(\s*"([^"]+)"/).map { String($0.1) }
    let lookedUp = text.matches(of: /let symbol = "([^"]+)"/).map { String($0.1) }
    let declared = Set(text.matches(of: /func (_[a-z]\w*)/).map { String($0.1) })
    let called = text.matches(of: /(?:^|[^@\w])(_[a-z]\w*)\(/).map { String($0.1) }
      .filter { !declared.contains($0) && !ownNames.contains($0) }
    let cast = text.contains("unsafeBitCast(self, to: UInt") ? ["unsafeBitCast(_:to:)"] : []
    return Set(linked + lookedUp + called + cast)
  }

  /// Names of this package, and of POSIX.
  private static let ownNames: Set = [
    "_exit", "_reduce", "_isMutated", "_mutated", "_sourceMutant", "_forEachField",
  ]
}
