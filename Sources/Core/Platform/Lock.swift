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
