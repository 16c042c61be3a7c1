import Core
import FocusedTestStore
import Foundation
import Testing

@testable import class FocusedTestStore.ScriptFile

/// A script that ends the process is shown by the next run.
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

  @Test func `The next run shows the script, and the one after that explores again`() async throws {
    // Of a process that has ended.
    let url = ScriptFile.directory.appendingPathComponent("\(Self.test.hash)-\(Int32.max)-1")
    try FileManager.default.createDirectory(
      at: ScriptFile.directory, withIntermediateDirectories: true)
    try Data("u2,u5,".utf8).write(to: url)
    let issues = await explored()
    #expect(
      issues.map(\.message) == [
        """
        When this test was explored last, the process ended in the last step of a script: by a trap, as a rule.
        It is not taken now. The next run explores again.

        It took 2 steps. In the place of the call of `explore`:
          await store.send(.fillBig)
          await store.send(.pourIntoSmall)
        """
      ])
    #expect(issues.first?.line == 7)
    #expect(await explored().isEmpty)
  }

  @Test func `A script is on disk while it runs, and then no more`() async throws {
    let temporary = try TemporaryDirectory()
    let directory = URL(fileURLWithPath: temporary.path)
    let test = ScheduledTest(fileID: #fileID, function: "another")
    let file = try #require(ScriptFile(of: test, in: directory))
    func content() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: directory.path).map {
        try String(
          contentsOf: directory.appendingPathComponent($0), encoding: .utf8)
      }
    }
    file.begin()
    file.add(plainStep: 3)
    file.add(plainStep: 1)
    #expect(try content() == ["u3,u1,"])
    file.begin()
    file.add(plainStep: 2)
    #expect(try content() == ["u2,"])
    // This process goes on.
    #expect(ScriptFile.takeLeftover(of: test, in: directory) == nil)
    file.remove()
    #expect(try content() == [])
  }
}
