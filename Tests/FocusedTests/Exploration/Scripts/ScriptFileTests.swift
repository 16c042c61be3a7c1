import Core
import FocusedTestStore
import Foundation
import Testing

@testable import class FocusedExploration.ScriptFile

/// The next run reports an action sequence that ended the process.
struct ScriptFileTests {
  private static let function = "a script that traps"
  private static let test = ScheduledTest(fileID: #fileID, function: function)

  private func explored() async -> [ReportedIssue] {
    await withCapturedIssues {
      await withSchedules(100, function: "a script that traps") {
        let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
        await store.explore(upTo: 2, { _ in Jugs.Action.allCases }, line: 7)
      }
    }
  }

  /// Writes the action sequence of a process that has ended.
  private static func leave(_ script: String, of test: ScheduledTest, suffix: String = "") throws {
    try FileManager.default.createDirectory(
      at: ScriptFile.directory, withIntermediateDirectories: true)
    try Data(script.utf8).write(
      to: ScriptFile.directory.appendingPathComponent("\(test.hash)-\(Int32.max)-1\(suffix)"))
  }

  @Test func `The next run shows the script, runs it again, and goes on`() async throws {
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
    let test = ScheduledTest(fileID: #fileID, function: "a script that is shown")
    try Self.leave("u2,u5,", of: test)
    await withKnownIssue {
      await withSchedules(100, function: "a script that is shown") {
        let store = TestStore(.off, initialState: Jugs.State()) { Jugs() }
        await store.explore(upTo: 2) { _ in Jugs.Action.allCases }
      }
    } matching: { issue in
      !issue.isError && issue.text.contains("await store.send(.pourIntoSmall)")
    }
  }

  @Test func `A script in which the process ended twice is not taken`()
    async throws
  {
    let test = ScheduledTest(fileID: #fileID, function: "a script that traps twice")
    let runs = Lock(0)
    let names = Lock<[String]>([])
    func explored() async -> [ReportedIssue] {
      await withCapturedIssues {
        await withSchedules(100, function: "a script that traps twice") {
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
  @Test func `A mirror can read a stub when a script is shown`() async throws {
    let function: StaticString = "a mirror that reads a stub"
    let test = ScheduledTest(fileID: #fileID, function: "a mirror that reads a stub")
    try Self.leave("u1,", of: test.overlapping)
    let issues = await withCapturedIssues {
      await withSchedules(10, overlappingSends: true, function: function) {
        let store = TestStore(.off, initialState: 0) { Reduce<Int, ChattyAction> { _, _ in .none } }
        await store.explore(upTo: 1, { _ in [.tapped(Chatty())] }, line: 7)
      }
    }
    #expect(issues.map(\.severity) == [.note], "\(issues)")
    #expect(Chatty.mirrorCount.withLock { $0 } > 0)
  }

  @Test func `A script that runs again is on disk as one that has`() async throws {
    let function: StaticString = "a script that runs again"
    let test = ScheduledTest(fileID: #fileID, function: "a script that runs again")
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
    #expect(try Self.script(of: test) == nil)
  }

  private static func names(of test: ScheduledTest) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: ScriptFile.directory.path)
      .filter { $0.hasPrefix("\(test.hash)-") }
  }

  /// The files of a test in this process.
  private static func script(of test: ScheduledTest) throws -> String? {
    try names(of: test).first.map {
      try String(contentsOf: ScriptFile.directory.appendingPathComponent($0), encoding: .utf8)
    }
  }

  @Test func `A script that is made smaller is on disk, too`() async throws {
    let test = ScheduledTest(fileID: #fileID, function: "a script that is made smaller")
    let scripts = Lock<[[String]: Set<String>]>([:])
    let issues = await withCapturedIssues {
      await withSchedules(100, function: "a script that is made smaller") {
        let store = TestStore(.off, initialState: 0) {
          Reduce<Int, Int> { state, action in
            state = state * 10 + action
            return .none
          }
        }
        await store.explore(upTo: 3) { _ in
          [2, 1]
        } always: { state in
          if let script = try Self.script(of: test), state > 0 {
            scripts.withLock { _ = $0["\(state)".map(String.init), default: []].insert(script) }
          }
          if String(state).contains("1"), state > 9 { reportIssue("Failed.") }
        }
      }
    }
    claimEqual(issues.count, 1)
    for (steps, scripts) in scripts.withLock({ $0 }) {
      #expect(scripts.allSatisfy { $0 == steps.map { $0 == "2" ? "u1," : "u2," }.joined() })
    }
  }

  @Test func `The script of a second exploration is one of the second`() async throws {
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
      let script = try Self.script(of: test)
      left.withLock { $0 = $0 ?? script }
    }
    #expect(issues.isEmpty)
    // Now the process ends in this sequence.
    try Self.leave(try #require(left.withLock { $0 }), of: test)
    let steps = await explore {}.first?.message.split(separator: "\n").filter {
      $0.contains("await")
    }
    #expect(steps == ["  await store.send(.fillBig)", "  await store.send(.emptyBig)"])
  }

  @Test func `The script of a process that still runs is not taken`() throws {
    let temporary = try TemporaryDirectory()
    let directory = URL(fileURLWithPath: temporary.path)
    let test = ScheduledTest(fileID: #fileID, function: "another")
    let file = try #require(ScriptFile(of: test, in: directory))
    file.begin()
    file.add(plainStep: 3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).count == 1)
    #expect(ScriptFile.takeLeftovers(of: test, in: directory).isEmpty)
  }
}
