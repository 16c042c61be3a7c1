/// An object that counts the tasks of an effect.
///
/// `Task {}` copies the task-local values of the task that calls it, and its task releases them when it ends. Child
/// tasks use the values of their parent. So the references to a task-local object count the effect's own task and the
/// tasks that started with `Task {}`. `Task.detached` copies nothing.
final class TaskToken: Sendable {
  // Nothing reads the value, because a reader would count as a task.
  @TaskLocal private static var current: TaskToken?

  /// Creates a token, and one reference to it, which the caller releases.
  static func retained() -> Unmanaged<TaskToken> { .passRetained(TaskToken()) }

  /// Creates tasks that count.
  static func withToken<R>(_ token: Unmanaged<TaskToken>, makeTask: () -> R) -> R {
    $current.withValue(token.takeUnretainedValue(), operation: makeTask)
  }

  /// The number of tasks that hold a token.
  static func taskCount(_ token: Unmanaged<TaskToken>) -> Int {
    // By address: a strong reference, which a debug build makes for a call, would count as a task.
    retainCount(token.toOpaque()) - 1
  }
}

/// The number of strong references to an object. The standard library has it for debuggers.
@_silgen_name("swift_retainCount")
private func retainCount(_ object: UnsafeMutableRawPointer) -> Int
