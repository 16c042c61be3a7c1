import TestEvents
import Foundation
import Testing

struct LedgerLineTests {
  @Test func `A fact is one line`() {
    #expect(
      asserted.line == #"""
        {"action":"saveTapped","assertedAt":14,"feature":"Profile",\#
        "file":"AppTests/ProfileTests.swift","line":12,"mark":"asserted","name":"isSaving",\#
        "outcome":"field","test":"AppTests.ProfileTests/saving()"}

        """#)
  }

  @Test func `An assertion in another file says which`() {
    var fact = asserted
    fact.assertedAt = LedgerLocation(file: "AppTests/Helpers.swift", line: 3)
    #expect(
      fact.line.contains(#","assertedAt":3,"assertedIn":"AppTests/Helpers.swift","#))
    claimEqual(LedgerLine(fact.line), .fact(fact))
  }

  @Test func `the header has the version of the format`() {
    claimEqual(LedgerFormat.header, "{\"ledger\":1}\n")
    claimEqual(LedgerLine(LedgerFormat.header), .header(version: 1))
  }

  @Test func `a file is named after its process`() {
    claimEqual(LedgerFormat.fileName(process: 41, distinction: "x7"), "ledger-41-x7.jsonl")
  }

  @Test(arguments: [
    Behavior.Outcome.field("rows[].title"), .sends("loaded"), .starts("effect"), .cancels("search"),
    .dismisses, .nothing,
  ])
  func `Each outcome is read as it was written`(outcome: Behavior.Outcome) {
    for mark in Behavior.Mark.allCases {
      let fact = LedgerFact(
        behavior: Behavior(feature: "F", action: "a.b", outcome: outcome), mark: mark,
        test: asserted.test)
      #expect(LedgerLine(fact.line) == .fact(fact))
    }
  }

  @Test(arguments: [
    "", "\"", "\\", "\n", "\r\n", "\t", "\0", "\u{1F}", "\u{7F}", "\u{2028}", "é", "日本語", "👩‍👩‍👧",
    "a\"b\\c\nd", "</script>", "\\u0041", #"{"ledger":2}"#,
  ])
  func `Any text is read as it was written, on one line`(text: String) {
    let fact = LedgerFact(
      behavior: Behavior(feature: text, action: text, outcome: .starts(text)), mark: .asserted,
      test: LedgerTest(name: text, file: text, line: .max),
      assertedAt: LedgerLocation(file: text + "?", line: .min))
    claimEqual(fact.line.unicodeScalars.filter { $0 < " " }, ["\n"])
    claimEqual(LedgerLine(fact.line), .fact(fact))
  }

  @Test(arguments: [
    "", " ", "{", "}", "{}", "[]", "null", "1", "\"ledger\"", "not JSON", #"{"ledger":"1"}"#,
    #"{"ledger":null}"#, #"{"feature":"Profile"}"#,
  ])
  func `What is neither a header nor a fact is no line`(text: String) {
    #expect(LedgerLine(text) == nil)
  }

  @Test func `A fact cut off anywhere is no line`() {
    let line = asserted.line.dropLast()
    for length in 0..<line.count {
      #expect(LedgerLine(line.prefix(length)) == nil, "\(length) bytes")
    }
    claimEqual(LedgerLine(line), .fact(asserted))
  }

  @Test(arguments: [
    (#""outcome":"field""#, #""outcome":"glows""#),
    (#""outcome":"field""#, #""outcome":"dismisses""#),
    (#","name":"isSaving""#, ""), (#""mark":"asserted""#, #""mark":"admired""#),
    (#""line":12"#, #""line":"12""#), (#""line":12"#, #""line":1.5"#), (#""test":"#, #""Test":"#),
    (#""action":"saveTapped""#, #""action":null"#),
  ])
  func `A fact with a part of another kind is no line`(part: String, other: String) {
    let text = asserted.line
    #expect(text.contains(part))
    #expect(LedgerLine(text.replacingOccurrences(of: part, with: other)) == nil)
  }

  @Test func `a vacuous assertion is read as it was written`() {
    let assertion = VacuousAssertion(
      file: "AppTests/ProfileTests.swift", line: 14, reason: "`page` is `nil`", test: "A/b()")
    claimEqual(LedgerLine(assertion.ledgerLine.dropLast()), .vacuous(assertion))
    #expect(LedgerLine(#"{"vacuous":"a","test":"b"}"#) == nil)
  }

  @Test func `Keys that a reader does not know are ignored`() {
    let text = asserted.line
    claimEqual(LedgerLine((#"{"seed":7,"more":[{}],"# + text.dropFirst())), .fact(asserted))
    claimEqual(LedgerLine(#"{"ledger":1,"run":"k3f9"}"#), .header(version: 1))
  }
}

struct BehaviorTests {
  @Test func `Behaviors stand in the order of feature, action and kind of outcome`() {
    let sorted = [
      Behavior(feature: "A", action: "b", outcome: .nothing),
      Behavior(feature: "B", action: "a", outcome: .field("a")),
      Behavior(feature: "B", action: "a", outcome: .field("b")),
      Behavior(feature: "B", action: "a", outcome: .sends("a")),
      Behavior(feature: "B", action: "a", outcome: .starts("a")),
      Behavior(feature: "B", action: "a", outcome: .cancels("a")),
      Behavior(feature: "B", action: "a", outcome: .dismisses),
      Behavior(feature: "B", action: "a", outcome: .nothing),
      Behavior(feature: "B", action: "b", outcome: .field("a")),
    ]
    claimEqual(sorted.reversed().sorted(), sorted)
  }
}

private let asserted = LedgerFact(
  behavior: Behavior(feature: "Profile", action: "saveTapped", outcome: .field("isSaving")),
  mark: .asserted,
  test: LedgerTest(
    name: "AppTests.ProfileTests/saving()", file: "AppTests/ProfileTests.swift", line: 12),
  assertedAt: LedgerLocation(file: "AppTests/ProfileTests.swift", line: 14))

extension LedgerLine {
  fileprivate init?(_ text: some StringProtocol) { self.init(Data(text.utf8)) }
}
