/// The part of a store's state that a running reducer works on, readable after the reducer returns.
///
/// The runtime creates the first location, for the whole state. Each composition operator passes the location of the
/// child's state to its child, together with the dependencies.
package final class StatePlace<State>: Sendable {
  private struct Content {
    let lifetimes: ChildLifetimes
    /// The key paths that lead from the whole state to this part, the outermost first. Steps without a key path are
    /// missing.
    let fields: [AnyKeyPath]
    /// The innermost element of an identified array that contains the state, if there is one.
    let element: ChildLifetimes.Element?
    /// Reads the state. Sets the flag to `false` if a field on the path may be stored outside the element.
    let read: (_ isInElement: inout Bool) -> State?
  }

  private let content: RuntimeConfined<Content>

  private init(_ content: Content) {
    self.content = RuntimeConfined(content)
  }

  /// Creates the location of a store's whole state.
  convenience init(lifetimes: ChildLifetimes, read: @escaping () -> State?) {
    self.init(Content(lifetimes: lifetimes, fields: [], element: nil) { _ in read() })
  }

  /// The location of the running reducer's state, or `nil` if it is unknown: outside a store, in an
  /// effect, and in a reducer that another one calls directly on a part of its state.
  package static var current: StatePlace? { DependencyValues.current.statePlace as? StatePlace }

  /// The children of the store's features whose effects are in flight.
  var lifetimes: ChildLifetimes { content.value.lifetimes }

  /// Reads the state, or returns `nil` if it was removed.
  package func read() -> State? {
    var isInElement = false
    return content.value.read(&isInElement)
  }

  /// The innermost element of an identified array that contains the state, if the state meets a condition and is stored
  /// in the element itself. Such a state changes only with an edit of the element.
  func element(where condition: (State) -> Bool) -> ChildLifetimes.Element? {
    guard let element = content.value.element else { return nil }
    var isInElement = true
    guard let state = content.value.read(&isInElement), isInElement, condition(state) else {
      return nil
    }
    return element
  }

  /// An operator at a path. Its children are in a field of the state, if a key path leads to them.
  func `operator`(at path: NavigationPath, of field: AnyKeyPath?) -> ChildLifetimes.Operator {
    ChildLifetimes.Operator(path: path, fields: fields(and: field))
  }

  private func fields(and field: AnyKeyPath?) -> [AnyKeyPath] {
    field.map { content.value.fields + [$0] } ?? content.value.fields
  }

  /// The location of a child's state.
  ///
  /// - Parameters:
  ///   - field: The key path to the child or its container, if there is one.
  ///   - isStored: Whether the child is stored only in the state itself. The default depends on the field.
  ///   - part: Reads the child's state, or returns `nil` if it was removed.
  func part<Part>(
    of field: PartialKeyPath<State>?, isStored: ((State) -> Bool)? = nil,
    _ part: @escaping (State) -> Part?
  ) -> StatePlace<Part> {
    let read = content.value.read
    return StatePlace<Part>(
      StatePlace<Part>.Content(
        lifetimes: lifetimes, fields: fields(and: field), element: content.value.element
      ) { isInElement in
        guard let state = read(&isInElement) else { return nil }
        if isInElement {
          isInElement = isStored?(state) ?? (field.map { isStoredField($0) } ?? false)
        }
        return part(state)
      })
  }

  /// The location of a child that is an element of an identified array.
  func element<Part>(
    _ element: ChildLifetimes.Element, _ part: @escaping (State) -> Part?
  ) -> StatePlace<Part> {
    let read = content.value.read
    return StatePlace<Part>(
      StatePlace<Part>.Content(
        lifetimes: lifetimes, fields: element.array.fields, element: element
      ) { isInElement in
        var isInOuterElement = false
        guard let state = read(&isInOuterElement) else { return nil }
        // The content of an object can change without an edit of the array.
        if Part.self is any AnyObject.Type { isInElement = false }
        return part(state)
      })
  }
}

/// Whether a field is a stored property of a struct. Another field may read its value from an object.
func isStoredField<Whole>(_ field: PartialKeyPath<Whole>) -> Bool {
  MemoryLayout<Whole>.offset(of: field) != nil
}
