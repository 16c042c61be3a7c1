@_spi(Internals) import ComposableArchitecture
@_spi(FocusedTCA) import FocusedTestStore

/// An action that contains the action of a child, which a key path names by the child alone.
protocol ActionOfChild {
  /// The action of the child. An `id` stands in brackets: `[id: 3]`.
  var ofChild: (id: Any?, action: Any)? { get }
}

extension ComposableArchitecture.PresentationAction: ActionOfChild {
  var ofChild: (id: Any?, action: Any)? {
    if case .presented(let action) = self, action is any CasePathable { (nil, action) } else { nil }
  }
}

extension ComposableArchitecture.IdentifiedAction: ActionOfChild {
  var ofChild: (id: Any?, action: Any)? {
    if case .element(let id, let action) = self { (id, action) } else { nil }
  }
}

extension ComposableArchitecture.StackAction: ActionOfChild {
  var ofChild: (id: Any?, action: Any)? {
    if case .element(let id, let action) = self { (id.generation, action) } else { nil }
  }
}

extension ForeignCasePath {
  /// The innermost case of an action that a key path reaches: `\.destination.form.saved`.
  init?(of action: Any) {
    var components: [Component] = []
    var value: Any? = action
    while let current = value {
      if let child = (current as? any ActionOfChild)?.ofChild {
        if let id = child.id { components.append(.element(id: id)) }
        value = child.action
        continue
      }
      let choice = Mirror(reflecting: current)
      guard choice.displayStyle == .enum, current is any CasePathable else { break }
      components.append(.named(choice.children.first?.label ?? "\(current)"))
      value = choice.children.first.flatMap { Self.onlyPayload(of: $0.value) }
    }
    if components.isEmpty { return nil }
    self.init(components, payload: value)
  }

  /// The payload of a case. A case with a label has a tuple of one value.
  private static func onlyPayload(of payload: Any) -> Any? {
    let tuple = Mirror(reflecting: payload)
    guard tuple.displayStyle == .tuple else { return payload }
    return tuple.children.count == 1 ? tuple.children.first?.value : nil
  }
}
