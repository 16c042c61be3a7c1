// A clean build on Linux indexes each imported module, which takes longest for `Synchronization`. So `Core` imports it only
// where it uses `Mutex`, and uses no atomics (`Benchmarks/client-build`, "an app").
#if canImport(Darwin) || FOCUSED_APPLE_TYPES
  import Synchronization

  package typealias Lock<Value: ~Copyable> = Mutex<Value>
#else
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// A value behind a lock that is held only for a few instructions. `Mutex` on Apple platforms.
  ///
  /// On Linux, the thread sanitizer reports false races for a contended `Mutex` (Swift 6.3), because it can't
  /// inspect the library that implements it. It supports `pthread_mutex_t`.
  ///
  /// The declarations match those of `Mutex`, so that code that compiles on Linux compiles on Apple
  /// platforms.
  ///
  /// `@unchecked`: only the thread that holds the mutex accesses the value. Inlinable, because without specialization a
  /// lock costs ten times as much.
  @usableFromInline
  package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    /// The mutex and the value share one memory block at a fixed address. A named type for the pair would be
    /// looked up at each use in a debug build.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let value: UnsafeMutablePointer<Value>

    @inlinable
    package init(_ initialValue: consuming sending Value) {
      let alignment = max(
        MemoryLayout<pthread_mutex_t>.alignment, MemoryLayout<Value>.alignment)
      let offset = (MemoryLayout<pthread_mutex_t>.size + alignment - 1) / alignment * alignment
      // A value of size zero gets a byte, so that its address is inside the block. The thread sanitizer reports an
      // access after the block as a race with earlier uses of that memory.
      let block = UnsafeMutableRawPointer.allocate(
        byteCount: offset + max(MemoryLayout<Value>.size, 1), alignment: alignment)
      mutex = block.initializeMemory(as: pthread_mutex_t.self, to: pthread_mutex_t())
      value = (block + offset).bindMemory(to: Value.self, capacity: 1)
      value.initialize(to: initialValue)
      let status = pthread_mutex_init(mutex, nil)
      precondition(status == 0, "A mutex can be initialized (was \(status))")
    }

    @inlinable
    deinit {
      pthread_mutex_destroy(mutex)
      value.deinitialize(count: 1)
      UnsafeMutableRawPointer(mutex).deallocate()
    }

    /// Runs `body` with exclusive access to the value. Must not be called from within `body`.
    @inlinable
    package borrowing func withLock<Result: ~Copyable, E: Error>(
      _ body: (inout sending Value) throws(E) -> sending Result
    ) throws(E) -> sending Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }
  }
#endif

/// A value that a task carries, but that is accessed only where its runtime runs reducers.
///
/// Actions, and the closures that embed a child's action in its parent's, need not be `Sendable`. Otherwise, an app
/// would have to mark every action and case path. Effects carry them across isolations, but they are read only inside
/// the runtime's isolation (the main actor for a live store, the drain for a test store), which runs one piece of work
/// at a time. The unchecked conformance is sound only under this rule, so the type must not leave the package.
package struct RuntimeConfined<Value>: @unchecked Sendable {
  package var value: Value

  package init(_ value: Value) {
    self.value = value
  }
}

extension RuntimeConfined: Equatable where Value: Equatable {}
extension RuntimeConfined: Hashable where Value: Hashable {}

/// Work that a task passes to its runtime, which runs it like a reducer, in the same isolation.
///
/// It is a separate type, because a closure in a generic type is wrapped in a second closure, which takes
/// memory for each action.
package struct ConfinedWork: @unchecked Sendable {
  /// Runs the work, with a flag that is `true` if the calling task has been cancelled.
  package let perform: (_ isCancelled: Bool) -> Void

  package init(_ perform: @escaping (_ isCancelled: Bool) -> Void) {
    self.perform = perform
  }
}

/// A flag that is raised once, from anywhere.
package final class Flag: Sendable {
  private let state = Lock(false)

  package init() {}

  package var isRaised: Bool { state.withLock { $0 } }

  /// Raises the flag. Returns whether it was not raised before.
  @discardableResult
  package func raise() -> Bool {
    state.withLock { isRaised in
      defer { isRaised = true }
      return !isRaised
    }
  }
}

/// A source of the numbers 0, 1, 2, … that can be used from any task.
///
/// The largest `Int` excludes no numbers, because none is left after it.
package final class IncrementingCounter: Sendable {
  struct Positions {
    /// The next number.
    var next = 0
    /// The number after those that ``admit(upTo:)`` excluded.
    fileprivate(set) var admitted = 0
  }

  private let current = Lock(Positions())

  package init() {}

  var positions: Positions { current.withLock { $0 } }
  /// The next number.
  package var position: Int { positions.next }

  /// Continues with another number.
  func move(to position: Int) {
    current.withLock { $0.next = position }
  }

  package func next() -> Int {
    current.withLock { positions in
      defer { positions.next &+= 1 }
      return positions.next
    }
  }

  /// Excludes a number, and all numbers before it, from the numbers to generate.
  package func skip(_ number: Int) {
    current.withLock { $0.next = max($0.next, number &+ 1) }
  }

  /// Excludes the numbers up to one that other code generated, unless they are already excluded.
  func admit(upTo number: Int) {
    current.withLock { positions in
      if number >= positions.next, number < .max {
        positions = Positions(next: number + 1, admitted: number + 1)
      }
    }
  }
}

/// A value behind a lock. Changes of the value can run the app's code.
///
/// A change runs on a copy, without the lock, and runs again if another change was made first. If it ran under the
/// lock, the app's code would deadlock when it uses the protected value.
package final class OptimisticLock<Value: Sendable>: Sendable {
  private struct Content: Sendable {
    var value: Value
    var revision = 0
  }

  private let content: Lock<Content>

  package init(_ value: Value) {
    content = Lock(Content(value: value))
  }

  package var value: Value { content.withLock { $0.value } }

  /// Changes the value under the lock. `change` must not run code of the app.
  package func withLock<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
    content.withLock { content in
      content.revision += 1
      return change(&content.value)
    }
  }

  /// Changes the value by code of the app, which may run several times.
  package func update<Result>(_ change: (inout Value) -> Result) -> Result {
    while true {
      let old = content.withLock { $0 }
      var new = old.value
      let result = change(&new)
      // The old value is released after the lock, because that may run code of the app, too.
      let isUpToDate = content.withLock { content in
        guard content.revision == old.revision else { return false }
        content.revision += 1
        swap(&content.value, &new)
        return true
      }
      if isUpToDate { return result }
    }
  }
}
