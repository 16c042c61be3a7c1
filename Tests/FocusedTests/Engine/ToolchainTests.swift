import Core
import Testing

@testable import FocusedTestStore

/// What stores use of Swift's runtime is as it was. The article `PrivateSymbols` lists it.
struct ToolchainTests {
  @Test(.disabled(if: EnvironmentVariable.ownership.value == "none"))
  func `Stores own the tasks that effects start`() {
    #expect(
      Ownership.isExact,
      """
      The hooks of this runtime don't give a store all tasks that its effects start. Such tasks are external, and the \
      tests that need ownership don't run. The test of the hooks shows what has changed. See RuntimeHooks and JobRouter.
      """)
  }

  @Test func `The runtime's records of tasks are found`() {
    #expect(
      TaskLayout.known != nil,
      """
      The experiment doesn't find where this runtime records what a task does. The order of effects doesn't depend on it. \
      But a `receive` then waits for its timeout where it would fail at once (S10). See TaskLayout.measured().
      """)
  }

  #if os(Linux) || os(macOS)
    @Test func `Tasks call the hooks that they are known to call`() async {
      // The hooks belong to the process.
      await #expect(processExitsWith: .success) {
        HookCalls.record()
        for situation in Situation.all {
          let calls = await HookCalls.caused(by: situation.start)
          #expect(
            calls == situation.calls,
            """
            On this toolchain, \(situation.name) causes \(calls), not \(situation.calls). JobRouter decides by these calls \
            which tasks a store owns. If OwnedWorkTests pass, correct this number. Otherwise, correct JobRouter.
            """)
        }
      }
    }
  #endif
}

/// A task, and the calls that it is known to cause.
private struct Situation {
  let name: String
  let calls: HookCalls
  let start: @Sendable () -> Task<Void, Never>

  static let all = [
    Situation(name: "`Task {}`", calls: HookCalls(jobs: 1)) { Task {} },
    Situation(name: "`Task.detached`", calls: HookCalls(jobs: 1)) { Task.detached {} },
    Situation(name: "the creator of a main-actor task", calls: HookCalls(jobs: 1, executors: 1)) {
      Task.detached { Task { @MainActor in } }
    },
    Situation(name: "`Task { @MainActor in }`", calls: HookCalls(executors: 1)) {
      Task { @MainActor in }
    },
    Situation(name: "work after `MainActor.run`", calls: HookCalls(jobs: 2, executors: 2)) {
      Task {
        await MainActor.run {}
        _ = CurrentTask.number
      }
    },
    Situation(name: "`Task.yield`", calls: HookCalls(jobs: 2)) { Task { await Task.yield() } },
    Situation(name: "`Task.sleep`", calls: HookCalls(jobs: 2)) {
      Task { try? await Task.sleep(for: .milliseconds(1)) }
    },
  ]
}

/// The calls of the runtime's hooks that a task causes.
private struct HookCalls: Equatable, CustomStringConvertible {
  /// The number of jobs of the task for the global executor.
  var jobs = 0
  /// The number of times that the task asks for the main actor's executor.
  var executors = 0

  var description: String { "\(jobs) global jobs and \(executors) requests for the main executor" }

  private static let recorded = Lock<[UInt: HookCalls]>([:])

  /// Installs hooks that record their calls.
  static func record() {
    RuntimeVariables.enqueue = { job, enqueue in
      HookCalls.recorded.withLock { $0[job.identity, default: HookCalls()].jobs += 1 }
      enqueue(job)
    }
    RuntimeVariables.mainExecutor = { mainExecutor in
      let task = CurrentTask.identity
      HookCalls.recorded.withLock { $0[task, default: HookCalls()].executors += 1 }
      return mainExecutor()
    }
  }

  static func caused(by start: @Sendable () -> Task<Void, Never>) async -> HookCalls {
    recorded.withLock { $0 = [:] }
    let task = start()
    await task.value
    return recorded.withLock { $0[task.identity] } ?? HookCalls()
  }
}
