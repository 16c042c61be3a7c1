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
