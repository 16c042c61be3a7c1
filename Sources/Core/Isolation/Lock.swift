#if canImport(Darwin)
  import Synchronization

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
  /// sanitizer runs would be full of false alarms. The sanitizer knows this one, and a thread that finds it
  /// held sleeps until its holder, which may have been preempted, has let go.
  ///
  /// `@unchecked`: only the thread that holds the mutex touches the value. Inlinable, because
  /// without specialization a lock costs ten times as much.
  @usableFromInline
  package struct Lock<Value>: ~Copyable, @unchecked Sendable {
    @usableFromInline
    struct Storage {
      @usableFromInline var mutex = pthread_mutex_t()
      @usableFromInline var value: Value

      @inlinable
      init(value: consuming Value) { self.value = value }
    }

    @usableFromInline let storage: UnsafeMutablePointer<Storage>

    @inlinable
    package init(_ initialValue: consuming sending Value) {
      storage = .allocate(capacity: 1)
      storage.initialize(to: Storage(value: initialValue))
      let status = pthread_mutex_init(&storage.pointee.mutex, nil)
      precondition(status == 0, "A mutex can be initialized (was \(status))")
    }

    @inlinable
    deinit {
      pthread_mutex_destroy(&storage.pointee.mutex)
      storage.deinitialize(count: 1)
      storage.deallocate()
    }

    /// Runs `body` with exclusive access to the value. Must not be called from within `body`.
    @inlinable
    package borrowing func withLock<R, E: Error>(
      _ body: (inout Value) throws(E) -> R
    ) throws(E) -> R {
      pthread_mutex_lock(&storage.pointee.mutex)
      defer { pthread_mutex_unlock(&storage.pointee.mutex) }
      return try body(&storage.pointee.value)
    }
  }
#endif
