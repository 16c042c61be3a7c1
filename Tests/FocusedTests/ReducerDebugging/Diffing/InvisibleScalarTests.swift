import FocusedTestStore
import Testing

/// Every text that prints a string uses one escape for the scalars that a reader can't see.
struct InvisibleScalarTests {
  /// Pairs of strings that print alike without an escape, and the escape of the second one.
  static let pairs: [(String, String, String)] = [
    ("ab", "a\u{200B}b", "a\\u{200B}b"), ("a b", "a\u{A0}b", "a\\u{A0}b"),
    ("a b", "a\u{2009}b", "a\\u{2009}b"), ("a b", "a\u{3000}b", "a\\u{3000}b"),
    ("ab", "a\u{AD}b", "a\\u{AD}b"), ("ab", "a\u{2060}b", "a\\u{2060}b"),
    ("ab", "a\u{202E}b", "a\\u{202E}b"), ("ab", "a\u{2066}b", "a\\u{2066}b"),
    ("ab", "a\u{FEFF}b", "a\\u{FEFF}b"), ("ab", "a\u{FE0F}b", "a\\u{FE0F}b"),
    ("ab", "a\u{3164}b", "a\\u{3164}b"), ("ab", "a\u{200D}b", "a\\u{200D}b"),
    ("1", "1\u{200D}", "1\\u{200D}"),
    ("a\nb", "a\r\nb", "a\\r\\nb"), ("a\nb", "a\u{2028}b", "a\\u{2028}b"),
    ("a\nb", "a\rb", "a\\rb"), ("ab", "a\u{7F}b", "a\\u{7F}b"), ("ab", "a\u{E000}b", "a\\u{E000}b"),
  ]

  @Test(arguments: pairs)
  func `a name, a dump, and a difference show the escape`(
    plain: String, hidden: String, escaped: String
  ) async {
    let quoted = "\"\(escaped)\""
    claimEqual(SourceLiteral(hidden).text, quoted)
    claim(String(dumping: [hidden: 1]).contains(quoted), String(dumping: [hidden: 1]))
    let difference = diff(plain, hidden) ?? ""
    // The lines of a string of several lines are separate.
    let mark = escaped.hasSuffix("b") ? String(escaped.dropLast()) : escaped
    claim(difference.contains(mark), difference)

    let store = TestStore(.off, initialState: "") {
      Reduce<String, Named> { state, action in
        state = action.name
        return .none
      }
    }
    let issues = await withCapturedIssues {
      await store.send(Named(name: hidden)) { $0 = plain }
      await store.receive(Named(name: hidden))
    }
    claimEqual(issues.count, 2)
    for issue in issues {
      claim(
        !issue.message.unicodeScalars.contains {
          hidden.unicodeScalars.contains($0) && isHidden($0)
        })
    }
  }

  private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value != 0x0A && scalar != " " && !scalar.properties.isEmoji
      && !("a"..."z").contains(scalar)
  }

  @Test(arguments: ["👩‍👩‍👧", "❤️", "🏳️‍🌈", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "é", "שלום", "日本"])
  func `text and emoji stay as they are`(text: String) {
    claimEqual(SourceLiteral(text).text, "\"\(text)\"")
    claimEqual(String(dumping: text), "\"\(text)\"")
  }

  @Test func `a payload that has no literal keeps its line endings`() async {
    let store = TestStore(.off, initialState: 0) { Reduce<Int, Imported> { _, _ in .none } }
    await claimOneIssue(naming: #""a\r\nb""#) {
      await store.receive(.text("a\r\nb", Handle())); return #line
    }
    await claimOneIssue(naming: #""a\nb""#) {
      await store.receive(.text("a\nb", Handle())); return #line
    }
  }

  @Test(arguments: ["a b", "a\tb", "a\r\nb", "a\u{200B}b"])
  func `an ID is printed as in source code`(id: String) async {
    let store = TestStore(.off, initialState: [Row(id: "a")] as IdentifiedArrayOf<Row>) {
      Reduce<IdentifiedArrayOf<Row>, Bool> { _, _ in .none }
    }
    await claimOneIssue(
      naming: "Row with the id \(SourceLiteral(id).text),", "Those that are there: \"a\""
    ) {
      await store.send(true) { $0[id: id]?.number = 1 }; return #line
    }
  }

  @Test func `lines that differ in their ending differ in a message`() {
    let difference = diff("a\r\nb", "a\nb") ?? ""
    claim(difference.contains("−   a\\r\\n\n+   a\n"), difference)
    claim(difference.contains("(1 unchanged)"), difference)
  }

  private struct Named: Equatable { var name: String }

  private struct Row: Equatable, Identifiable {
    let id: String
    var number = 0
  }

  private final class Handle: Equatable, Sendable {
    static func == (lhs: Handle, rhs: Handle) -> Bool { lhs === rhs }
  }

  private enum Imported: Equatable { case text(String, Handle) }
}
