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

  @Test func `the header has the run's ID, number, and time`() {
    let run = LedgerRun(id: "k3f9", number: 3, start: "2026-11-22T16:50:33Z")
    let header = LedgerFormat.header(of: run)
    #expect(
      header == #"{"ledger":1,"number":3,"run":"k3f9","start":"2026-11-22T16:50:33Z"}"# + "\n")
    claimEqual(LedgerLine(header), .header(version: 1, run: run))
  }

  @Test(arguments: [#""""#, "7", "null", #""../k3f9""#, #""K3F9""#, #""k3 f9""#])
  func `A header with a run that is none is no line`(_ run: String) {
    #expect(LedgerLine(#"{"ledger":1,"run":\#(run)}"#) == nil)
  }

  @Test func `What a header has of another kind is ignored`() {
    #expect(
      LedgerLine(#"{"ledger":1,"run":"k","start":7,"number":"a","after":[1]}"#)
        == .header(version: 1, run: LedgerRun(id: "k")))
  }

  @Test func `A file is named after its run and its process`() {
    let name = LedgerFormat.fileName(run: "k3f9", process: 41, distinction: "x7")
    claimEqual(name, "ledger-k3f9-41-x7.jsonl")
    claimEqual(LedgerFormat.run(ofFile: name), LedgerRun(id: "k3f9"))
    claimEqual(LedgerFormat.run(ofFile: "some-where/\(name)"), LedgerRun(id: "k3f9"))
    claimEqual(LedgerFormat.run(ofFile: "a/7-k3/\(name)"), LedgerRun(id: "k3", number: 7))
  }

  @Test(arguments: [
    "ledger-41-x7.jsonl", "ledger-K-41-x.jsonl", "ledger--41-x.jsonl", "", "/", "a-k-1-b",
  ])
  func `A name of another kind tells no run`(_ name: String) {
    #expect(LedgerFormat.run(ofFile: name) == nil)
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

  @Test func `Keys that a reader does not know are ignored`() {
    let text = asserted.line
    claimEqual(LedgerLine((#"{"seed":7,"more":[{}],"# + text.dropFirst())), .fact(asserted))
    #expect(
      LedgerLine(#"{"ledger":1,"process":4}"#) == .header(version: 1, run: LedgerRun(id: nil)))
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
