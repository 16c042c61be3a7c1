import Core
import Synchronization

/// The jobs that arrive in a store from outside: actions of late callbacks, and tasks that were woken elsewhere.
///
/// Any thread adds a job. The next drain of the store accepts it, by `StoreWork.beginDrain`.
struct Inbox: ~Copyable, Sendable {
  /// `nil` after the end of the store.
  private let jobs = Lock<[LaneWork]?>([])
  /// The number of jobs. A drain without any takes no lock.
  private let jobCount = Atomic(0)

  var count: Int { jobCount.load(ordering: .relaxed) }

  /// The tasks of the jobs, `nil` for a job without a task.
  var tasks: Set<UInt?> { Set(jobs.withLock { $0 ?? [] }.map(\.task)) }

  /// Adds a job. Returns `false` after the end of the store.
  func add(_ job: LaneWork) -> Bool {
    jobs.withLock { jobs in
      jobs?.append(job)
      jobCount.store(jobs?.count ?? 0, ordering: .relaxed)
      return jobs != nil
    }
  }

  /// Takes all jobs.
  func takeAll() -> [LaneWork] { count == 0 ? [] : replace(with: []) }

  /// Takes all jobs, and accepts no others from now on.
  func close() -> [LaneWork] { replace(with: nil) }

  private func replace(with next: [LaneWork]?) -> [LaneWork] {
    jobs.withLock { jobs in
      jobCount.store(0, ordering: .relaxed)
      defer { jobs = next }
      return jobs ?? []
    }
  }
}
