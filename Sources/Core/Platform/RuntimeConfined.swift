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
