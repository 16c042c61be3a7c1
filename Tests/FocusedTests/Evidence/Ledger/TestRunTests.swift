import FocusedTestStore
import Foundation
import Testing

struct TestRunTests {
  @Test func `processes with one parent are one run`() {
    claimEqual(TestRun.name(ofChildOf: 41), TestRun.name(ofChildOf: 41))
    #expect(TestRun.name(ofChildOf: 41) != TestRun.name(ofChildOf: 42))
  }

  @Test func `a process that the system adopted is a run of its own`() {
    #expect(TestRun.name(ofChildOf: 1) != TestRun.name(ofChildOf: 1))
  }

  #if os(Linux) || os(macOS)
    @Test func `a process that a test starts is of the same run`() async throws {
      let run = TestRun.ofProcess
      claimEqual(run.count, 10)
      let file = TestRunTests.file(of: getpid())
      defer { try? FileManager.default.removeItem(atPath: file) }
      await #expect(processExitsWith: .success) {
        try TestRun.ofProcess.write(
          toFile: TestRunTests.file(of: getppid()), atomically: true, encoding: .utf8)
      }
      #expect(try String(contentsOfFile: file, encoding: .utf8) == run)
    }

    @Test func `the environment can name the run`() async {
      await #expect(processExitsWith: .success) {
        setenv("FOCUSED_RUN", "ci 17", 1)
        // The value is the same in each process, on each machine.
        precondition(TestRun.ofProcess == TestRun.id("ci 17"), "(was \(TestRun.ofProcess))")
      }
    }
  #endif

  private static func file(of process: Int32) -> String {
    NSTemporaryDirectory() + "focused-run-\(process)"
  }
}
