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
    /// The mutex and the value share one block, in which neither moves. Without a type of its own, which a
    /// debug build would look up at each use.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let value: UnsafeMutablePointer<Value>

    @inlinable
    package init(_ initialValue: consuming sending Value) {
      let alignment = max(
        MemoryLayout<pthread_mutex_t>.alignment, MemoryLayout<Value>.alignment)
      let offset = (MemoryLayout<pthread_mutex_t>.size + alignment - 1) / alignment * alignment
      let block = UnsafeMutableRawPointer.allocate(
        byteCount: offset + MemoryLayout<Value>.size, alignment: alignment)
      mutex = block.initializeMemory(as: pthread_mutex_t.self, to: pthread_mutex_t())
      value = (block + offset).initializeMemory(as: Value.self, to: initialValue)
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
    package borrowing func withLock<R, E: Error>(
      _ body: (inout Value) throws(E) -> R
    ) throws(E) -> R {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }
  }
#endif
