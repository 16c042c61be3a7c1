import TestEvents
import Foundation
import Testing
import focus

/// Against the fields that the schema of mutation-testing-elements, version 2.0, documents.
struct ElementsReportTests {
  private func mutant(
    _ name: String, _ verdict: MutantVerdict, _ results: [MutantTrial],
    at place: ProductionLine? = ProductionLine(file: "Sources/A.swift", line: 2)
  ) -> MutantEvidence.Mutant {
    .init(
      subject: .behavior(Behavior(feature: "A", action: "save", outcome: .field(name))),
      verdict: verdict,
      tests: results.enumerated().map {
        .init(
          test: LedgerTest(name: "M.T/t\($0.offset)()", file: "M/T.swift", line: 1 + $0.offset),
          mark: .exercised, result: $0.element,
          reason: $0.element == .unwritable ? "It is a constant." : nil)
      }, handledAt: place)
  }

  private func report(_ mutants: MutantEvidence.Mutant...) throws -> [String: Any] {
    let report = ElementsReport(
      MutantEvidence(mutants: mutants), path: { $0 == "M/T.swift" ? "Tests/M/T.swift" : nil },
      source: { $0 == "Sources/A.swift" ? "one\n  case .save:\n" : "" })
    let object = try JSONSerialization.jsonObject(with: Data(report.json.utf8))
    return try #require(object as? [String: Any])
  }

  @Test func `The document has what the schema requires`() throws {
    let report = try report(mutant("x", .survived, [.survived]))
    #expect(report["schemaVersion"] as? String == "2.0")
    #expect(report["thresholds"] as? [String: Int] == ["high": 80, "low": 60])
    #expect(report["framework"] as? [String: String] == ["name": "focus"])
    #expect(Set(report.keys) == ["schemaVersion", "thresholds", "framework", "files", "testFiles"])
    let files = try #require(report["files"] as? [String: [String: Any]])
    claimEqual(Array(files.keys), ["Sources/A.swift"])
    let file = try #require(files["Sources/A.swift"])
    claimEqual(Set(file.keys), ["language", "source", "mutants"])
    #expect(file["language"] as? String == "swift")
    #expect(file["source"] as? String == "one\n  case .save:\n")
    let tests = try #require(report["testFiles"] as? [String: [String: Any]])
    #expect(
      tests["Tests/M/T.swift"]?["tests"] as? NSArray == [
        [
          "id": "M.T/t0()", "name": "M.T/t0()",
          "location": ["start": ["line": 1, "column": 1], "end": ["line": 1, "column": 2]],
        ]
      ] as NSArray)
  }

  @Test func `A mutant has its place, its tests and its status`() throws {
    let report = try report(mutant("x", .killed, [.survived, .killed(.failure), .notTried]))
    let files = try #require(report["files"] as? [String: [String: Any]])
    #expect(
      files["Sources/A.swift"]?["mutants"] as? NSArray == [
        [
          "id": "A · .save → x", "mutatorName": "KeptField", "description": "A · .save → x",
          "replacement": "without: x", "status": "Killed",
          "location": ["start": ["line": 2, "column": 3], "end": ["line": 2, "column": 14]],
          "coveredBy": ["M.T/t0()", "M.T/t1()", "M.T/t2()"], "killedBy": ["M.T/t1()"],
          "testsCompleted": 2,
        ]
      ] as NSArray)
  }

  @Test(
    arguments: [
      (MutantVerdict.killed, MutantTrial.killed(.failure), "Killed", nil),
      (.killed, .killed(.crash), "Killed", "The test's process crashes."),
      (.killed, .killed(.hang), "Timeout", nil), (.survived, .survived, "Survived", nil),
      (.notTried, .notTried, "Pending", nil),
      (.equivalent, .unnoticeable, "Ignored", "The state is equal without it, in every test."),
      (.untested, .unwritable, "Ignored", "It is a constant."),
      (.notReached, .notReached, "Ignored", "No test could be judged."),
    ] as [(MutantVerdict, MutantTrial, String, String?)])
  func `Each verdict is a status of the schema`(
    verdict: MutantVerdict, trial: MutantTrial, status: String, reason: String?
  ) throws {
    let report = try report(mutant("x", verdict, [trial]))
    let files = try #require(report["files"] as? [String: [String: Any]])
    let mutants = try #require(files["Sources/A.swift"]?["mutants"] as? [[String: Any]])
    #expect(mutants[0]["status"] as? String == status)
    #expect(mutants[0]["statusReason"] as? String == reason)
  }

  @Test func `A mutant without a line stands at its test`() throws {
    let report = try report(mutant("x", .survived, [.survived], at: nil))
    let files = try #require(report["files"] as? [String: [String: Any]])
    claimEqual(Array(files.keys), ["Tests/M/T.swift"])
  }
}
