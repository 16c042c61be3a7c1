/// The part of a store's state that a running reducer works on, readable after the reducer returns.
///
/// The runtime makes the first one, for the whole state. Each composition operator hands its child
/// the place of the child's state, as it hands down the dependencies.
package final class StatePlace<State>: Sendable {
  private struct Content {
    let lifetimes: ChildLifetimes
    /// What the place is a part of, if it is not the whole state.
    let outer: (any OuterPlace)?
    /// The key path that leads here from there, if there is one.
    let field: AnyKeyPath?
    /// The path of the element of an identified array that is here, if one is.
    let elementPath: NavigationPath?
    /// Reads the state, and clears the flag, if it is set, where the way to it may lead out of the element.
    let read: (_ isInElement: inout Bool) -> State?
  }

  private let content: RuntimeConfined<Content>

  private init(_ content: Content) {
    self.content = RuntimeConfined(content)
  }

  /// Creates the place of a store's whole state.
  convenience init(lifetimes: ChildLifetimes, read: @escaping () -> State?) {
    self.init(
      Content(lifetimes: lifetimes, outer: nil, field: nil, elementPath: nil) { _ in read() })
  }

  /// The place of the running reducer, or `nil` if it is unknown: outside of a store, in an effect,
  /// and in a reducer that another one calls directly on a part of its state.
  package static var current: StatePlace? { DependencyValues.current.statePlace as? StatePlace }

  /// The children of the store's features whose effects are in flight.
  package var lifetimes: ChildLifetimes { content.value.lifetimes }

  /// Reads the state, or returns `nil` if it is gone.
  package func read() -> State? {
    var isInElement = false
    return content.value.read(&isInElement)
  }

  /// The innermost element of an identified array that the state is a part of, if the state meets a
  /// condition and is stored in the element itself: without an edit of the element it stays the same.
  func element(where condition: (State) -> Bool) -> ChildLifetimes.Element? {
    guard let element else { return nil }
    var isInElement = true
    guard let state = content.value.read(&isInElement), isInElement, condition(state) else {
      return nil
    }
    return element
  }

  /// The place of a child's state.
  ///
  /// - Parameters:
  ///   - field: The key path to the child or its container, if there is one.
  ///   - isStored: Whether the child is a part of the state, and stored nowhere else; without it, a field says so.
  ///   - part: Reads the child's state, or returns `nil` if it is gone.
  package func part<Part>(
    of field: PartialKeyPath<State>?, isStored: ((State) -> Bool)? = nil,
    _ part: @escaping (State) -> Part?
  ) -> StatePlace<Part> {
    let read = content.value.read
    return StatePlace<Part>(
      StatePlace<Part>.Content(
        lifetimes: lifetimes, outer: self, field: field, elementPath: nil
      ) { isInElement in
        guard let state = read(&isInElement) else { return nil }
        if isInElement {
          isInElement = isStored?(state) ?? (field.map { isStoredField($0) } ?? false)
        }
        return part(state)
      })
  }

  /// The place of a child that is an element of an identified array.
  func element<Part>(
    at path: NavigationPath, of field: AnyKeyPath, _ part: @escaping (State) -> Part?
  ) -> StatePlace<Part> {
    let read = content.value.read
    return StatePlace<Part>(
      StatePlace<Part>.Content(
        lifetimes: lifetimes, outer: self, field: field, elementPath: path
      ) { isInElement in
        var isInOuterElement = false
        guard let state = read(&isInOuterElement) else { return nil }
        // What an object holds can change without an edit of the array.
        if Part.self is any AnyObject.Type { isInElement = false }
        return part(state)
      })
  }
}

/// A place of any state.
private protocol OuterPlace: AnyObject {
  var element: ChildLifetimes.Element? { get }
  func addFields(to fields: inout [AnyKeyPath])
}

extension StatePlace: OuterPlace {
  fileprivate var element: ChildLifetimes.Element? {
    guard let path = content.value.elementPath else { return content.value.outer?.element }
    return ChildLifetimes.Element(path: path, fields: fields(and: nil))
  }

  fileprivate func addFields(to fields: inout [AnyKeyPath]) {
    content.value.outer?.addFields(to: &fields)
    if let field = content.value.field { fields.append(field) }
  }

  /// The fields that lead to the state and to a part of it, the outermost first, as far as key paths tell.
  func fields(and field: AnyKeyPath?) -> [AnyKeyPath] {
    var fields: [AnyKeyPath] = []
    addFields(to: &fields)
    if let field { fields.append(field) }
    return fields
  }
}

/// Whether a field is stored in a struct itself. Another one may read its value from an object.
func isStoredField<Whole>(_ field: PartialKeyPath<Whole>) -> Bool {
  MemoryLayout<Whole>.offset(of: field) != nil
}
