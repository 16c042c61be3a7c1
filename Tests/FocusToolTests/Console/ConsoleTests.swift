import FocusedTestStore
import Testing
@testable import focus

struct ConsoleTests {
  @Test func `Color is for terminals, and NO_COLOR switches it off`() {
    #expect(Console.takesColor(isTerminal: true, environment: [:]))
    #expect(Console.takesColor(isTerminal: true, environment: ["NO_COLOR": ""]))
    #expect(!Console.takesColor(isTerminal: true, environment: ["NO_COLOR": "1"]))
    #expect(!Console.takesColor(isTerminal: true, environment: ["TERM": "dumb"]))
    #expect(!Console.takesColor(isTerminal: false, environment: [:]))
  }

  @Test func `Progress is shown on a terminal after a second, and removed at the end`() {
    let lines = [(0, "a"), (1000, "b"), (1001, "c"), (1100, "d"), (1101, "e")]
    claimEqual(shown(lines, onTerminal: true), "\r\u{1B}[Kc\r\u{1B}[Ke\r\u{1B}[K")
    claimEqual(shown(lines, onTerminal: false), "")
  }

  /// The text that progress writes, with its end, if the lines are shown at times in milliseconds.
  private func shown(_ lines: [(Int, String)], onTerminal: Bool) -> String {
    let now = Lock(Duration.zero)
    let text = Lock("")
    var console = Console(printText: { _ in }, noteText: { note in text.withLock { $0 += note } })
    if onTerminal { console.showsProgress = true }
    console.now = { now.withLock { $0 } }
    var progress = ProgressLine(console)
    for (milliseconds, line) in lines {
      now.withLock { $0 = .milliseconds(milliseconds) }
      progress.show(line)
    }
    progress.end()
    return text.withLock { $0 }
  }

  @Test func `What does not fit loses its middle`() {
    claimEqual("abcdef".truncated(to: 6), "abcdef")
    claimEqual("abcdefg".truncated(to: 6), "ab…efg")
    claimEqual("ab".truncated(to: 1), "…")
  }

  @Test func `Words wrap`() {
    claimEqual("a bb ccc dddddd".wrapped(to: 4), ["a bb", "ccc", "dddddd"])
  }

  @Test func `Codes for the terminal are said, not sent`() {
    claimEqual("a\u{1B}[31m\nb\u{2028}é".oneLine, "a\\u{1B}[31m\\nb\\u{2028}é")
  }
}
