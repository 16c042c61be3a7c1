import TestEvents
import FocusedTestStore
import Foundation
import Testing

struct LedgerWriterTests {
  @Test func `each fact is a line of the process's file, once`() async throws {
    let temporary = try TemporaryDirectory()
    let directory = temporary("made/on/demand")
    let writer = LedgerWriter(directory: directory)
    await writer.use {
      for _ in 0..<2 {
        let store = LedgerFixture.editor()
        await store.send(.titleChanged("a")) { $0.title = "a" }
      }
    }
    let files = try files(in: directory)
    try #require(files.count == 1)
    let process = ProcessInfo.processInfo.processIdentifier
    #expect(files[0].name.hasPrefix("ledger-\(process)-"))
    #expect(files[0].text.hasPrefix("{\"ledger\":1}\n"))
    #expect(files[0].text.hasSuffix("}\n"))
    let ledger = try Ledger(directories: [directory])
    #expect(files[0].text.split(separator: "\n").count == 1 + ledger.facts.count)
    #expect(
      ledger.facts.map { "\($0.behavior): \($0.mark)" }.sorted() == [
        "LedgerFixture.Editor · .titleChanged → title: asserted",
        "LedgerFixture.Editor · .titleChanged → title: exercised",
      ])
    #expect(ledger.damage.isEmpty)
  }

  @Test func `two writers of one process do not share a file`() throws {
    let directory = try TemporaryDirectory()
    for _ in 0..<2 { LedgerWriter(directory: directory.path).write(fact(0, 0), at: here) }
    #expect(try files(in: directory.path).count == 2)
  }

  @Test func `a directory that cannot be written to is one issue, and costs no test`() async throws
  {
    let directory = try TemporaryDirectory()
    try directory.write("", to: "file")
    let writer = LedgerWriter(directory: directory("file/ledger"))
    let issues = await withCapturedIssues {
      await writer.use {
        let store = Probe.store(line: 300)
        await store.send(.tap) { $0.taps = 1 }
        await store.send(.rename("a")) { $0.name = "a" }
      }
    }
    #expect(
      issues.map(\.message) == [
        """
        Expected to write the ledger of behaviors to "\(directory("file/ledger"))", but nothing can be written there.
        No file can be created there: Not a directory.
        Set FOCUSED_LEDGER to a directory that the tests can write to. Until then, they run \
        without a ledger.
        """
      ])
    claimEqual(issues.map(\.severity), [.note])
    claimEqual(issues.map(\.line), [300])
  }

  #if os(Linux) || os(macOS)
    @Test func `eight processes that write to one directory lose nothing`() async throws {
      let directory = Self.directory(ofParent: getpid())
      defer { try? FileManager.default.removeItem(atPath: directory) }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            await #expect(processExitsWith: .success) {
              let process = Int(getpid())
              let writer = LedgerWriter(
                directory: LedgerWriterTests.directory(ofParent: getppid()))
              await LedgerWriterTests.writeAll(by: writer, process: process)
            }
          }
        }
      }
      let files = try files(in: directory)
      claimEqual(files.count, 8)
      let ledger = try Ledger(directories: [directory])
      let processes = Set(ledger.facts.map(\.behavior.feature)).compactMap(Int.init)
      claimEqual(processes.count, 8)
      #expect(
        ledger.facts == processes.reduce(into: []) { $0.formUnion(Self.allFacts(ofProcess: $1)) })
      #expect(ledger.damage.isEmpty)
      #expect(files.allSatisfy { $0.text.hasPrefix(LedgerFormat.header) })
    }

    @Test func `a process that crashes loses at most the line that it was about to write`()
      async throws
    {
      let directory = Self.directory(ofParent: getpid(), "crash")
      defer { try? FileManager.default.removeItem(atPath: directory) }
      await #expect(processExitsWith: .failure) {
        let directory = LedgerWriterTests.directory(ofParent: getppid(), "crash")
        await LedgerWriter(directory: directory).use {
          let store = LedgerFixture.editor()
          await store.send(.titleChanged("a")) { $0.title = "a" }
          abort()
        }
      }
      let ledger = try Ledger(directories: [directory])
      #expect(
        ledger.facts.map { "\($0.behavior): \($0.mark)" }.sorted() == [
          "LedgerFixture.Editor · .titleChanged → title: asserted",
          "LedgerFixture.Editor · .titleChanged → title: exercised",
        ])
      #expect(ledger.damage.isEmpty)
    }
  #endif

  #if os(Linux)
    @Test func `a full disk is one issue, and costs no line but the one that is cut off`()
      async throws
    {
      let directory = Self.directory(ofParent: getpid(), "full")
      defer { try? FileManager.default.removeItem(atPath: directory) }
      await #expect(processExitsWith: .success) {
        // Limits the size of files, and ignores the signal that would end the process.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 1_000, rlim_max: 1_000)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        let writer = LedgerWriter(
          directory: LedgerWriterTests.directory(ofParent: getppid(), "full"))
        let issues = withCapturedIssues {
          for number in 0..<50 { writer.write(fact(0, number), at: here) }
        }
        precondition(issues.count == 1, "One issue (were \(issues.count))")
        precondition(
          issues[0].message.contains("A line cannot be written in full: File too large."))
      }
      let ledger = try Ledger(directories: [directory])
      #expect(ledger.facts.count > 3)
      claimEqual(ledger.damage.map(\.lineCount), [1])
    }

    @Test func `a test of XCTest has the name that a filter takes`() async throws {
      let directory = Self.directory(ofParent: getpid(), "xctest")
      defer { try? FileManager.default.removeItem(atPath: directory) }
      await #expect(processExitsWith: .success) {
        setenv("FOCUSED_LEDGER", LedgerWriterTests.directory(ofParent: getppid(), "xctest"), 1)
        await runAsXCTest(
          HoldingTestCase("testTaps") { _ in await Probe.store(line: 12).send(.tap) })
      }
      let ledger = try Ledger(directories: [directory])
      #expect(
        ledger.facts.map(\.test) == [
          LedgerTest(
            name: "FocusedTests.HoldingTestCase/testTaps",
            file: "FocusedTests/LedgerWriterTests.swift", line: 12)
        ])
    }
  #endif

  // MARK: - Fixtures

  private static func directory(ofParent process: Int32, _ name: String = "stress") -> String {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("ledger-\(name)-\(process)").path
  }

  private func files(in directory: String) throws -> [(name: String, text: String)] {
    try FileManager.default.contentsOfDirectory(atPath: directory).map { name in
      (name, try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8))
    }
  }

  /// Writes facts from several concurrent tasks. Each fact is written more than once.
  private static func writeAll(by writer: LedgerWriter, process: Int) async {
    await withTaskGroup(of: Void.self) { group in
      for shift in 0..<4 {
        group.addTask {
          for number in 0..<400 {
            writer.write(fact(process, (number + 100 * shift) % 400), at: here)
          }
        }
      }
    }
  }

  private static func allFacts(ofProcess process: Int) -> Set<LedgerFact> {
    Set((0..<400).map { fact(process, $0) })
  }
}

private let here = CallSite(fileID: #fileID, filePath: #filePath, line: 1, column: 1)

private func fact(_ process: Int, _ number: Int) -> LedgerFact {
  LedgerFact(
    behavior: Behavior(
      feature: "\(process)", action: "a\(number)", outcome: .field("ünïcode \"\(number)\"")),
    mark: .exercised, test: LedgerTest(name: "A/b()", file: "A/b.swift", line: number))
}
