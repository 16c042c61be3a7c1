/// The messages of issues about sheets and stacks.
enum NavigationMessages {
  static func alreadyOnStack(action: Any, path: String, id: StackElementID) -> String {
    """
    Expected a new id for \(SourceRendering.brief(action)), but \(path) has an element \
    with the id \(id) already.
    Nothing was pushed.

    Most likely the action was sent twice. Push with an id that the store has not used yet.
    """
  }

  static func setMissing(_ element: Any, id: StackElementID, ids: [StackElementID]) -> String {
    """
    Expected an element with the id \(id) to replace by \(SourceRendering.brief(element)), but there is \
    none.
    Nothing was set. \(list(ids))

    To add an element, append it: the store gives it an id.
    """
  }

  /// - Parameters:
  ///   - element: The new value, or `nil` for a change of a missing value.
  ///   - name: The expected case of the element, if a case path has determined it.
  static func notInCase<Element>(
    _ element: Element?, named name: String?, id: StackElementID, element current: Element?,
    ids: [StackElementID]
  ) -> String {
    if let element, current == nil { return setMissing(element, id: id, ids: ids) }
    let expected =
      element.map { SourceRendering.caseName($0) } ?? name ?? "of the case that was changed"
    return """
      Expected the element with the id \(id) to be \(expected), but it is \
      \(current.map { SourceRendering.caseName($0) } ?? "nil").
      Nothing was set.

      To replace it with another case, set path[id: …] without a case.
      """
  }

  /// - Parameters:
  ///   - state: The new value, or `nil` for a change of a missing value.
  ///   - name: The expected case of the presented state, if a case path has determined it.
  static func notPresented<State>(
    _ state: State?, named name: String?, current: State?
  ) -> String {
    let expected =
      state.map { SourceRendering.caseName($0) } ?? name ?? "of the case that was changed"
    return """
      Expected the presented state to be \(expected), but \
      \(current.map { "it is \(SourceRendering.caseName($0))" } ?? "nothing is presented").
      Nothing was set.

      To present a state, or replace it with another case, set the field without $.
      """
  }

  private static func list(_ ids: [StackElementID]) -> String {
    if ids.isEmpty { return "The stack is empty." }
    let noun = ids.count == 1 ? "id" : "ids"
    return "The stack has the \(noun) \(ids.map(\.description).joined(separator: ", "))."
  }
}
