import Core
import FocusedTestStore

/// Whether the innermost part of an action, however deep, removes a child.
func removesChild(_ action: Any) -> Bool {
  ActionPath(of: action).cases.contains { ($0.value as? any RemovingChild)?.removesChild == true }
}

/// An action by which a parent removes a child.
private protocol RemovingChild {
  var removesChild: Bool { get }
}

extension PresentationAction: RemovingChild {
  fileprivate var removesChild: Bool { if case .dismiss = self { true } else { false } }
}

extension StackAction: RemovingChild {
  fileprivate var removesChild: Bool { if case .popFrom = self { true } else { false } }
}
