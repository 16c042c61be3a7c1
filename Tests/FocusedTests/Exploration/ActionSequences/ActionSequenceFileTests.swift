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

  /// The text of an action sequence in which each step waits for idle effects.
  private static func text(_ steps: [Int], of test: ScheduledTest) -> String {
    let points = steps.enumerated().map { (Schedule.Point.idle(step: $0, exploration: 0), $1) }
    return ScheduleReplay(Schedule(Dictionary(uniqueKeysWithValues: points)), of: test).text
  }

  /// Writes the action sequence of a process that has ended.
  private static func leave(_ sequence: String, of test: ScheduledTest) throws {
    try FileManager.default.createDirectory(
      at: ActionSequenceFile.directory, withIntermediateDirectories: true)
    try Data(sequence.utf8).write(
      to: ActionSequenceFile.directory.appendingPathComponent(
        "\(test.hash)-\(Int32.max)-1"))
  }

  @Test func `The next run shows the sequence without its last step, and explores again`()
    async throws
  {
    try Self.leave(Self.text([2, 5], of: Self.test), of: Self.test)
    let issues = await explored()
    #expect(
      issues.map(\.message) == [
        """
        In the last run of this test, the process ended during an action sequence: by its last step, by another test, or by hand.
        The last step is not taken now. Then the exploration starts again.

        It took 2 steps. Replace the call of `explore` with:
          await store.send(.fillBig)
          await store.send(.pourIntoSmall)
        """
      ])
    claimEqual(issues.first?.line, 7)
    claimEqual(issues.first?.severity, .note)
    #expect(await explored().isEmpty)
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
    try Self.leave(Self.text([1], of: test), of: test)
    let issues = await withCapturedIssues {
      await withSchedules(10, function: function) {
        let store = TestStore(.off, initialState: 0) { Reduce<Int, ChattyAction> { _, _ in .none } }
        await store.explore(upTo: 1, { _ in [.tapped(Chatty())] }, line: 7)
      }
    }
    #expect(issues.map(\.severity) == [.note], "\(issues)")
    #expect(Chatty.mirrorCount.withLock { $0 } > 0)
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
      let text = Self.text(steps.map { $0 == "2" ? 1 : 2 }, of: test)
      #expect(sequences.allSatisfy { $0 == text })
    }
  }

  @Test func `A sequence of a second exploration is shown with the steps of both`()
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
    file.write(Schedule([.idle(step: 0, exploration: 0): 3]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).count == 1)
    #expect(ActionSequenceFile.takeUnfinished(of: test, in: directory).isEmpty)
  }
}
