import Foundation
import Testing

/// Runs tests on threads with a stack of 512 KB, as Apple platforms give it to all threads but the main one.
///
/// On such a stack, a walk that recurses at each level overflows within a thousand levels.
package struct SmallStack: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for _: Test, testCase _: Test.Case?, performing test: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(NewThreads()) { try await test() }
  }

  /// Runs each job on a new thread.
  private final class NewThreads: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let thread = Thread { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }
}

extension Trait where Self == SmallStack {
  /// Runs tests on threads with a stack of 512 KB.
  package static var smallStack: SmallStack { SmallStack() }
}
