import Synchronization

#if canImport(Darwin)
  package typealias Lock<Value> = Mutex<Value>
#else
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// A value behind a lock that is held for a few instructions at a time.
  ///
  /// It is `Mutex` on Apple platforms. Elsewhere `Mutex` does its work in a library that the thread
  /// sanitizer does not see into, so a contended one looks like a race (Swift 6.3): our users' own
  /// sanitizer runs would be full of false alarms. This one is made of an atomic that the sanitizer
  /// does see. Its holder never suspends, so a waiting thread only has to yield.
  ///
  /// `@unchecked`: only the thread that has set `isHeld` touches `value`. Inlinable, because
  /// without specialization a lock costs ten times as much.
  @usableFromInline
  package struct Lock<Value>: ~Copyable, @unchecked Sendable {
    @usableFromInline let isHeld = Atomic(false)
    @usableFromInline let value: UnsafeMutablePointer<Value>

    @inlinable
    package init(_ initialValue: consuming sending Value) {
      value = .allocate(capacity: 1)
      value.initialize(to: initialValue)
    }

    @inlinable
    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
    }

    /// Runs `body` with exclusive access to the value. Must not be called from within `body`.
    @inlinable
    package borrowing func withLock<R, E: Error>(
      _ body: (inout Value) throws(E) -> R
    ) throws(E) -> R {
      while isHeld.exchange(true, ordering: .acquiring) { sched_yield() }
      defer { isHeld.store(false, ordering: .releasing) }
      return try body(&value.pointee)
    }
  }
#endif
