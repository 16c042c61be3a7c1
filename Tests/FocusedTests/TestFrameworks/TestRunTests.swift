import FocusedTestStore
import Foundation
import Testing

struct TestRunTests {
  @Test func `All that one swift test starts is a run`() {
    let processes = [
      process(7, "bash"), process(41, "swift-test", below: 7), process(42, "AppTests", below: 41),
      process(43, "AppTests", below: 41),
    ]
    claimEqual(first(above: 42, in: processes), 41)
    claimEqual(first(above: 43, in: processes), 41)
  }

  @Test func `What a test starts belongs to its run`() {
    let processes = [
      process(41, "swift-test"), process(42, "AppTests", below: 41),
      // To see how a process ends.
      process(43, "AppTests", below: 42),
      // A package that is tested in a test.
      process(44, "bash", below: 42), process(45, "swift-test", below: 44),
      process(46, "InnerTests", below: 45),
    ]
    claimEqual(first(above: 43, in: processes), 41)
    claimEqual(first(above: 46, in: processes), 41)
  }

  @Test func `What no swift test started is a run of its own, with what it starts`() {
    let processes = [
      process(1, "launchd"), process(42, "xctest", below: 1), process(43, "xctest", below: 42),
      process(44, "xctest", below: 1), process(45, "bash", below: 1),
      process(46, "AppTests", below: 45), process(47, "AppTests", below: 45),
    ]
    claimEqual([42, 43, 44, 46, 47].map { first(above: $0, in: processes) }, [42, 42, 44, 46, 47])
  }

  @Test func `Ids that lead in a circle or nowhere end the search`() {
    let circle = [process(2, "a", below: 3), process(3, "b", below: 2)]
    claimEqual(first(above: 2, in: circle), 2)
    #expect(first(above: 9, in: circle) == nil)
    claimEqual(first(above: 4, in: [process(4, "a", below: 99)]), 4)
  }

  #if os(Linux) || os(macOS)
    @Test func `A process is known by its id, its program and its start`() throws {
      let own = try #require(SystemProcess(getpid()))
      claimEqual(own.id, getpid())
      claimEqual(own.parent, getppid())
      #expect(!own.start.isEmpty && own == SystemProcess(getpid()))
      #expect(SystemProcess(-1) == nil)
    }

    @Test func `A process that a test starts is of the same run`() async throws {
      let file = TestRunTests.file(of: getpid())
      defer { try? FileManager.default.removeItem(atPath: file) }
      await #expect(processExitsWith: .success) {
        try TestRun.ofProcess.write(
          toFile: TestRunTests.file(of: getppid()), atomically: true, encoding: .utf8)
      }
      #expect(try String(contentsOfFile: file, encoding: .utf8) == TestRun.ofProcess)
      claimEqual(TestRun.ofProcess.count, 10)
    }

    @Test func `The environment may name the run`() async {
      await #expect(processExitsWith: .success) {
        setenv("FOCUSED_RUN", "ci 17", 1)
        // The same in each process, on each machine.
        precondition(
          TestRun.ofProcess == TestRun.id("FOCUSED_RUN=ci 17"), "(was \(TestRun.ofProcess))")
      }
    }
  #endif

  private static func file(of process: Int32) -> String {
    NSTemporaryDirectory() + "focused-run-\(process)"
  }

  private func process(_ id: Int32, _ name: String, below parent: Int32 = 0) -> SystemProcess {
    SystemProcess(id: id, parent: parent, name: name, start: "\(id)")
  }

  private func first(above id: Int32, in processes: [SystemProcess]) -> Int32? {
    TestRun.first(above: id) { id in processes.first { $0.id == id } }?.id
  }
}
