import Core
import FocusedTestStore
import Foundation
import Testing

@testable import class FocusedExploration.ActionSequenceFile

/// The next run reports an action sequence that ended the process.
struct ActionSequenceFileTests {
  private static let function = "a sequence that traps"
  private static let test = ScheduledTest(fileID: #fileID, function: function)

  private func explored() async -> [ReportedIssue] {
    await withCapturedIssues {
      await withSchedules(100, function: "a sequence that traps") {
        let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
        await store.explore(upTo: 2, { _ in Jugs.Action.allCases }, line: 7)
      }
    }
  }

  /// Writes the action sequence of a process that has ended.
  private static func leave(_ sequence: String, of test: ScheduledTest, suffix: String = "") throws
  {
    try FileManager.default.createDirectory(
      at: ActionSequenceFile.directory, withIntermediateDirectories: true)
    try Data(sequence.utf8).write(
      to: ActionSequenceFile.directory.appendingPathComponent(
        "\(test.hash)-\(Int32.max)-1\(suffix)"))
  }

  @Test func `The next run shows the sequence, runs it again, and goes on`() async throws {
    try Self.leave("u2,u5,", of: Self.test)
    let issues = await explored()
    #expect(
      issues.map(\.message) == [
        """
        In the last run of this test, the process ended during an action sequence: by its last step, by another test, or by hand.
        The sequence runs again now. If the process ends again, the sequence is the cause.

        It took 2 steps. Replace the call of `explore` with:
          await store.send(.fillBig)
          await store.send(.pourIntoSmall)
        """
      ])
    claimEqual(issues.first?.line, 7)
    claimEqual(issues.first?.severity, .note)
    #expect(await explored().isEmpty)
  }

  @Test func `Swift Testing shows the steps before they run again`() async throws {
    let test = ScheduledTest(fileID: #fileID, function: "a sequence that is shown")
    try Self.leave("u2,u5,", of: test)
    await withKnownIssue {
      await withSchedules(100, function: "a sequence that is shown") {
        let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
        await store.explore(upTo: 2) { _ in Jugs.Action.allCases }
      }
    } matching: { issue in
      !issue.isError && issue.text.contains("await store.send(.pourIntoSmall)")
    }
  }

  @Test func `A sequence in which the process ended twice is reported, and does not run`()
    async throws
  {
    let test = ScheduledTest(fileID: #fileID, function: "a sequence that traps twice")
    let runs = Lock(0)
    let names = Lock<[String]>([])
    func explored() async -> [ReportedIssue] {
      await withCapturedIssues {
        await withSchedules(100, function: "a sequence that traps twice") {
          runs.withLock { $0 += 1 }
          let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
          await store.explore(upTo: 2, { _ in Jugs.Action.allCases }, line: 7)
          names.withLock { $0 += (try? Self.names(of: test)) ?? [] }
        }
      }
    }
    try Self.leave("u1,", of: test)
    try Self.leave("u2,u5,", of: test, suffix: "-again")
    let issues = await explored()
    #expect(
      issues.first?.message == """
        The process ended in the last step of an action sequence, and again when the sequence ran alone. The usual cause is a trap.
        The step is not taken now. The next run explores again.

        It took 2 steps. Replace the call of `explore` with:
          await store.send(.fillBig)
          await store.send(.pourIntoSmall)
        """)
    // The note precedes the statements after the exploration, which may also end the process. Then the error follows.
    claimEqual(issues.map(\.severity), [.note, .error])
    #expect(issues.allSatisfy { $0.message == issues.first?.message && $0.line == 7 })
    // The first run, and the run that shows the steps.
    claimEqual(runs.withLock { $0 }, 2)
    #expect(names.withLock { $0 }.contains { $0.hasSuffix("-again") })
    #expect(await explored().isEmpty)
    #expect(runs.withLock { $0 } > 10)
  }

  /// A payload whose mirror reads a stub.
  private struct Chatty: Equatable, CustomReflectable {
    private static let stub = Stub<Int, Int>("Client.find")
    static let mirrorCount = Lock(0)

    var customMirror: Mirror {
      Self.mirrorCount.withLock { $0 += 1 }
      return Mirror(self, children: ["calls": Self.stub.calls.count])
    }
  }

  private enum ChattyAction: Equatable { case tapped(Chatty) }

  /// The steps are printed while the shown run is still in progress.
  @Test func `A mirror can read a stub when a sequence is shown`() async throws {
    let function: StaticString = "a mirror that reads a stub"
    let test = ScheduledTest(fileID: #fileID, function: "a mirror that reads a stub")
    try Self.leave("u1,", of: test)
    let issues = await withCapturedIssues {
      await withSchedules(10, function: function) {
        let store = TestStore(.off, initialState: 0) { Reduce<Int, ChattyAction> { _, _ in .none } }
        await store.explore(upTo: 1, { _ in [.tapped(Chatty())] }, line: 7)
      }
    }
    #expect(issues.map(\.severity) == [.note], "\(issues)")
    #expect(Chatty.mirrorCount.withLock { $0 } > 0)
  }

  @Test func `The file of a sequence that runs again is marked`() async throws {
    let function: StaticString = "a sequence that runs again"
    let test = ScheduledTest(fileID: #fileID, function: "a sequence that runs again")
    try Self.leave("u2,u5,", of: test)
    let names = SharedValue<Set<String>>([])
    _ = await withCapturedIssues {
      await withSchedules(100, function: function) {
        let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
        await store.explore(upTo: 2, { _ in Jugs.Action.allCases }) { _ in
          let own = try Self.names(of: test)
          if store.history.map(\.action) == [.fillBig, .pourIntoSmall] {
            names.now.formUnion(own)
          }
        }
      }
    }
    #expect(names.now.contains { $0.hasSuffix("-again") })
    #expect(names.now.contains { !$0.hasSuffix("-again") })
    #expect(try Self.sequence(of: test) == nil)
  }

  private static func names(of test: ScheduledTest) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: ActionSequenceFile.directory.path)
      .filter { $0.hasPrefix("\(test.hash)-") }
  }

  /// The files of a test in this process.
  private static func sequence(of test: ScheduledTest) throws -> String? {
    try names(of: test).first.map {
      try String(
        contentsOf: ActionSequenceFile.directory.appendingPathComponent($0), encoding: .utf8)
    }
  }

  @Test func `Each sequence that shrinking tries is on disk`() async throws {
    let test = ScheduledTest(fileID: #fileID, function: "a sequence that is made smaller")
    let sequences = Lock<[[String]: Set<String>]>([:])
    let issues = await withCapturedIssues {
      await withSchedules(100, function: "a sequence that is made smaller") {
        let store = TestStore(.off, initialState: 0) {
          Reduce<Int, Int> { state, action in
            state = state * 10 + action
            return .none
          }
        }
        await store.explore(upTo: 3) { _ in
          [2, 1]
        } always: { state in
          if let sequence = try Self.sequence(of: test), state > 0 {
            sequences.withLock { _ = $0["\(state)".map(String.init), default: []].insert(sequence) }
          }
          if String(state).contains("1"), state > 9 { reportIssue("Failed.") }
        }
      }
    }
    claimEqual(issues.count, 1)
    for (steps, sequences) in sequences.withLock({ $0 }) {
      #expect(sequences.allSatisfy { $0 == steps.map { $0 == "2" ? "u1," : "u2," }.joined() })
    }
  }

  @Test func `A sequence of a second exploration runs again in the second exploration`()
    async throws
  {
    let function: StaticString = "a second exploration"
    let test = ScheduledTest(fileID: #fileID, function: "a second exploration")
    func explore(_ end: @escaping @Sendable () throws -> Void) async -> [ReportedIssue] {
      await withCapturedIssues {
        await withSchedules(100, function: function) {
          let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
          await store.explore(upTo: 1) { _ in [.fillBig] }
          await store.explore(upTo: 1) { _ in
            [.fillSmall, .emptyBig]
          } always: {
            if $0.big == 0, store.history.count == 2 { try end() }
          }
        }
      }
    }
    let left = Lock<String?>(nil)
    let issues = await explore {
      let sequence = try Self.sequence(of: test)
      left.withLock { $0 = $0 ?? sequence }
    }
    #expect(issues.isEmpty)
    // Now the process ends in this sequence.
    try Self.leave(try #require(left.withLock { $0 }), of: test)
    let steps = await explore {}.first?.message.split(separator: "\n").filter {
      $0.contains("await")
    }
    #expect(steps == ["  await store.send(.fillBig)", "  await store.send(.emptyBig)"])
  }

  @Test func `The sequence of a running process is left alone`() throws {
    let temporary = try TemporaryDirectory()
    let directory = URL(fileURLWithPath: temporary.path)
    let test = ScheduledTest(fileID: #fileID, function: "another")
    let file = try #require(ActionSequenceFile(of: test, in: directory))
    file.begin()
    file.add(plainStep: 3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).count == 1)
    #expect(ActionSequenceFile.takeUnfinished(of: test, in: directory).isEmpty)
  }
}
