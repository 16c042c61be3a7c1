import Foundation

/// A value behind a lock.
public final class LockIsolated<Value>: @unchecked Sendable {
  private var stored: Value
  private let lock = NSRecursiveLock()

  public init(_ value: Value) { stored = value }

  public var value: Value { lock.withLock { stored } }

  public func setValue(_ value: Value) { lock.withLock { stored = value } }

  public func withValue<R>(_ operation: (inout Value) throws -> R) rethrows -> R {
    try lock.withLock { try operation(&stored) }
  }
}

public struct UncheckedSendable<Value>: @unchecked Sendable {
  public var value: Value

  public init(_ value: Value) { self.value = value }
}

/// In TCA, sets a hook of the runtime. Here, it is only a flag.
public nonisolated(unsafe) var uncheckedUseMainSerialExecutor = false
