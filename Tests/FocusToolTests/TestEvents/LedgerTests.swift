import TestEvents
import Foundation
import Testing

struct LedgerTests {
  @Test func `Files and directories merge into one set of facts`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(ledgerText([fact(1), fact(2)]), to: "one/ledger-1-a.jsonl")
    try directory.write(ledgerText([fact(2), fact(3)]), to: "one/ledger-2-a.jsonl")
    try directory.write(ledgerText([fact(3), fact(4)]), to: "two/copied.jsonl")
    try directory.write("no ledger's", to: "two/notes.txt")
    let ledger = try Ledger(directories: [directory("one"), directory("two/")])
    claimEqual(ledger.facts, [fact(1), fact(2), fact(3), fact(4)])
    claimEqual(ledger.damage, [])
    claimEqual(ledger.otherVersions, [])
  }

  @Test func `Damage costs its own lines and is counted`() {
    let lines = [
      header, line(1), #"{"feature":"Pro"#, "\u{0}\u{0}", "Hello", line(2), "", "  ", #"{"a":1}"#,
      line(3) + line(4), line(5) + "\r", String(line(6).dropLast()),
    ]
    var ledger = Ledger()
    ledger.merge(Data(lines.joined(separator: "\n").utf8), file: "a.jsonl")
    #expect(ledger.facts == [fact(1), fact(2), fact(5)])
    #expect(damage(in: ledger) == ["a.jsonl: 7"])
  }

  @Test func `Bytes that are not text cost their own line`() {
    var data = Data((header + "\n" + line(1) + "\n").utf8)
    data += Data(line(2).utf8.prefix(20)) + [0xFF, 0xC0] + Data(line(2).utf8.dropFirst(20))
    data += Data(("\n" + line(3)).utf8)
    var ledger = Ledger()
    ledger.merge(data, file: "a.jsonl")
    #expect(ledger.facts == [fact(1), fact(3)])
    #expect(damage(in: ledger) == ["a.jsonl: 1"])
  }

  @Test func `A damaged header costs no fact`() {
    var ledger = Ledger()
    ledger.merge(Data("{\"led\n\(line(1))\n".utf8), file: "a.jsonl")
    #expect(ledger.facts == [fact(1)])
    #expect(damage(in: ledger) == ["a.jsonl: 1"])
  }

  @Test func `Concatenated files are a file`() {
    let text = "\(header)\n\(line(1))\n{\"ledger\":9}\n\(line(2))\n\(header)\n\(line(3))\n"
    var ledger = Ledger()
    ledger.merge(Data(text.utf8), file: "a.jsonl")
    #expect(ledger.facts == [fact(1), fact(3)])
    #expect(otherVersions(in: ledger) == ["a.jsonl: 9, 1"])
  }

  @Test func `Nothing at all is an empty file`() {
    var ledger = Ledger()
    ledger.merge(Data(), file: "a.jsonl")
    #expect(ledger.facts.isEmpty && ledger.damage.isEmpty)
  }
}

private let header = String(LedgerFormat.header.dropLast())

private func damage(in ledger: Ledger) -> [String] {
  ledger.damage.map { "\($0.file): \($0.lineCount)" }
}

private func otherVersions(in ledger: Ledger) -> [String] {
  ledger.otherVersions.map { "\($0.file): \($0.version), \($0.lineCount)" }
}

private func fact(_ number: Int) -> LedgerFact {
  LedgerFact(
    behavior: Behavior(feature: "Profile", action: "saveTapped", outcome: .field("f\(number)")),
    mark: .asserted, test: LedgerTest(name: "saving()", file: "A/B.swift", line: number))
}

private func line(_ number: Int) -> String {
  String(fact(number).line.dropLast())
}
