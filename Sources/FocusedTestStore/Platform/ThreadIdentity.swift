import Foundation

/// Tells whether two pieces of synchronous code run on the same thread.
///
/// A task's identity would not do: a task that hops away runs elsewhere while the thread that it left
/// is still returning from its job.
struct ThreadIdentity: Equatable {
  let number: UInt

  static var current: ThreadIdentity {
    #if canImport(Darwin)
      ThreadIdentity(number: UInt(bitPattern: pthread_self()))
    #else
      ThreadIdentity(number: UInt(pthread_self()))
    #endif
  }
}
