import Core

/// Whether the innermost part of an action, however deep, removes a child.
func removesChild(_ action: Any) -> Bool {
  var value: Any? = action
  for _ in 0..<16 {
    guard let current = value else { return false }
    if let removing = current as? any RemovingChild, removing.removesChild { return true }
    value = ActionKey.inner(of: current)
  }
  return false
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
