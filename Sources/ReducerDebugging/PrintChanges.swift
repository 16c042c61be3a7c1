import Core

extension Reducer {
  /// Prints each action that a reducer reduces, with the difference that it makes to the state.
  ///
  /// ```swift
  /// let store = Store(initialState: Counter.State()) {
  ///   Counter().printChanges()
  /// }
  /// ```
  ///
  /// An action prints as source, with only the changed fields:
  ///
  /// ```
  /// Reduced .add(2):
  ///   Counter.State(
  /// −   count: 0,
  /// +   count: 2,
  ///     … (1 unchanged)
  ///   )
  /// ```
  ///
  /// Apply it to the whole feature, or to one child. It keeps the state before each action, so an
  /// action that changes a collection copies it, and walks both states. Remove it and this module
  /// from the build that you ship: the app's other code needs only `Core`.
  ///
  /// The idea is from Point-Free's The Composable Architecture.
  ///
  /// - Parameter sink: A closure that receives the text of each action, without a line break at its end, during the
  ///   reduction: a logger, or a list in a test. The default is standard output.
  public func printChanges(
    to sink: @escaping (String) -> Void = { print($0) }
  ) -> some Reducer<State, Action> {
    PrintChanges(base: self, sink: sink)
  }
}

private struct PrintChanges<Base: Reducer>: _PayloadReducer {
  let base: Base
  let sink: (String) -> Void

  func _reduce(
    into state: inout Base.State, action: _Payloads<Base.Action>
  ) -> Effect<Base.Action> {
    let old = state
    let effect = base._reduce(into: &state, action: action)
    sink(text(of: action.root, from: old, to: state))
    return effect
  }

  private func text(of action: Base.Action, from old: Base.State, to new: Base.State) -> String {
    let literal = SourceLiteral(action)
    let name = literal.isPasteable ? literal.text : String(dumping: action)
    // Unlike `diff`, a comparison of fields doesn't count a NaN as a change.
    guard let difference = Difference.between(old, new) else {
      return "Reduced \(name). The state stays as it was."
    }
    return "Reduced \(name):\n\(difference.lines().joined(separator: "\n"))"
  }
}
