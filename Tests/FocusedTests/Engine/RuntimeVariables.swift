import Core
import Foundation
import Synchronization

/// The variables of the runtime that ``RuntimeHooks`` uses, for another library in the same process.
///
/// They belong to the whole process, so only exit tests set them.
enum RuntimeVariables {
  typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  typealias MainExecutor = @convention(thin) () -> UnownedSerialExecutor
  typealias MainExecutorHook = @convention(thin) (MainExecutor) -> UnownedSerialExecutor

  static var enqueue: EnqueueHook? {
    get { variable("swift_task_enqueueGlobal_hook").pointee }
    set { variable("swift_task_enqueueGlobal_hook").pointee = newValue }
  }

  static var mainExecutor: MainExecutorHook? {
    get { variable("swift_task_getMainExecutor_hook").pointee }
    set { variable("swift_task_getMainExecutor_hook").pointee = newValue }
  }

  private static func variable<Hook>(_ name: String) -> UnsafeMutablePointer<Hook?> {
    dlsym(dlopen(nil, RTLD_LAZY), name)!.assumingMemoryBound(to: Hook?.self)
  }
}

/// The main serial executor of swift-concurrency-extras: a hook that sends each job to the main actor.
enum MainSerialExecutor {
  /// The number of jobs that it has sent to the main actor.
  static let jobCount = Atomic(0)

  static func turnOn() {
    RuntimeVariables.enqueue = { job, _ in
      MainSerialExecutor.jobCount.add(1, ordering: .relaxed)
      MainActor.shared.enqueue(job)
    }
  }

  static func turnOff() { RuntimeVariables.enqueue = nil }

  /// As `uncheckedUseMainSerialExecutor` returns it.
  static var isOn: Bool { RuntimeVariables.enqueue != nil }
}
