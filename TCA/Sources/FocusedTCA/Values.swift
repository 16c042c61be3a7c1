import ComposableArchitecture
import FocusedTestStore

// How messages show TCA's values.

extension ComposableArchitecture.PresentationState: @retroactive DumpRepresentable {
  public var dumpValue: Any { wrappedValue as Any }
}

extension ComposableArchitecture.StackState: @retroactive DumpRepresentable {
  public var dumpValue: Any { Dictionary(zip(ids, self)) { first, _ in first } }
}

// A `StackState` contains such a reader. Its mirror would lead to all dependencies of the test, which are no state and not all
// of which a mirror can copy.
extension ComposableArchitecture.Dependency: @retroactive CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}
