import Foundation
import Synchronization

/// Decides which jobs of the runtime it runs itself.
protocol JobOwner: AnyObject, Sendable {
  /// Takes a job that the runtime enqueues on the global executor or on the main actor, if the owner runs it.
  func takes(_ job: UnownedJob, isMain: Bool) -> Bool
  /// The main actor's executor for the current task, if the owner runs the task.
  var mainExecutorForOwnedTask: UnownedSerialExecutor? { get }
}

/// The two variables by which the Swift runtime lets a program run jobs itself.
///
/// The runtime calls the function in the first one for each job that it enqueues on the global executor, and the one in
/// the second one each time it needs the main actor's executor. Tests of Point-Free's libraries have set the first one
/// since 2023. Neither is public API, so they are looked up at run time (``isAvailable``).
enum RuntimeHooks {
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  private typealias MainExecutor = @convention(thin) () -> UnownedSerialExecutor
  private typealias MainExecutorHook = @convention(thin) (MainExecutor) -> UnownedSerialExecutor

  private struct Variables: @unchecked Sendable {
    let enqueue: UnsafeMutablePointer<EnqueueHook?>
    let mainExecutor: UnsafeMutablePointer<MainExecutorHook?>
  }

  private static let variables: Variables? = {
    guard let enqueue = enqueueHook, let mainExecutor = mainExecutorHook else { return nil }
    return Variables(
      enqueue: enqueue.assumingMemoryBound(to: EnqueueHook?.self),
      mainExecutor: mainExecutor.assumingMemoryBound(to: MainExecutorHook?.self))
  }()

  private static var enqueueHook: UnsafeMutableRawPointer? {
    let symbol = "swift_task_enqueueGlobal_hook"
    return dlsym(dlopen(nil, RTLD_LAZY), symbol)
  }

  private static var mainExecutorHook: UnsafeMutableRawPointer? {
    let symbol = "swift_task_getMainExecutor_hook"
    return dlsym(dlopen(nil, RTLD_LAZY), symbol)
  }

  /// The hook of another library that was installed before this one, as an address, or 0.
  private static let previous = Atomic<UInt>(0)
  private static let installation = Lock(())
  /// The owner for whom the hooks were first installed. There is one per process.
  private static let owner = AtomicLazyReference<Owner>()

  private final class Owner: Sendable {
    let jobs: any JobOwner
    init(_ jobs: any JobOwner) { self.jobs = jobs }
  }

  static var isAvailable: Bool { variables != nil }

  /// Installs the hooks in front of those of other libraries, unless they are in front.
  ///
  /// Another library may set the variable at any time, for example Point-Free's `uncheckedUseMainSerialExecutor`. So each
  /// drain of a store with effects installs them again.
  static func install(for jobs: any JobOwner) {
    guard let variables else { return }
    if owner.load() == nil { _ = owner.storeIfNil(Owner(jobs)) }
    installation.withLock { _ in
      let latest = address(of: variables.enqueue.pointee)
      guard latest != address(of: hook) else { return }
      previous.store(latest, ordering: .relaxed)
      variables.enqueue.pointee = hook
      variables.mainExecutor.pointee = { mainExecutor in
        RuntimeHooks.owner.load()?.jobs.mainExecutorForOwnedTask ?? mainExecutor()
      }
    }
  }

  /// Sets the variables as they were before, unless another library's hook is in front.
  ///
  /// `uncheckedUseMainSerialExecutor` is then `false` if it was before. A thread that has read a variable still calls the
  /// hook, which passes on the jobs of no store.
  static func uninstall() {
    guard let variables else { return }
    installation.withLock { _ in
      guard address(of: variables.enqueue.pointee) == address(of: hook) else { return }
      let address = previous.load(ordering: .relaxed)
      variables.enqueue.pointee = unsafeBitCast(address, to: EnqueueHook?.self)
      variables.mainExecutor.pointee = nil
    }
  }

  private static var hook: EnqueueHook {
    { job, enqueue in
      if RuntimeHooks.owner.load()?.jobs.takes(job, isMain: false) != true {
        RuntimeHooks.forward(job, to: enqueue)
      }
    }
  }

  /// Passes a job of no store to the hook of another library, if there is one, and otherwise to the runtime.
  private static func forward(_ job: UnownedJob, to enqueue: Enqueue) {
    let address = previous.load(ordering: .relaxed)
    // If that hook leads back to this one, the second call goes to the runtime.
    guard address != 0, !ThreadValue.isForwarding.isSet else { return enqueue(job) }
    ThreadValue.isForwarding.set(UnsafeMutableRawPointer(bitPattern: address))
    defer { ThreadValue.isForwarding.set(nil) }
    unsafeBitCast(address, to: EnqueueHook.self)(job, enqueue)
  }

  private static func address(of hook: EnqueueHook?) -> UInt {
    hook.map { unsafeBitCast($0, to: UInt.self) } ?? 0
  }
}

/// A value of the current thread.
struct ThreadValue: Sendable {
  /// The store work that runs on the thread.
  static let runningWork = ThreadValue()
  /// The store whose assert closure runs on the thread.
  static let storeOfClosure = ThreadValue()
  /// Whether stores run the jobs that arrive on the thread at once.
  static let runsArrivals = ThreadValue()
  /// Whether the thread passes a job to another library's hook.
  fileprivate static let isForwarding = ThreadValue()

  private let key: pthread_key_t

  private init() {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "A process has few thread-specific keys (was \(status))")
    self.key = key
  }

  var pointer: UnsafeMutableRawPointer? { pthread_getspecific(key) }
  var isSet: Bool { pointer != nil }

  func set(_ pointer: UnsafeMutableRawPointer?) {
    pthread_setspecific(key, pointer)
  }
}
