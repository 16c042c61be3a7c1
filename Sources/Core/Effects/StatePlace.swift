/// The part of a store's state that a running reducer works on, readable after the reducer returns.
///
/// The runtime makes the first one, for the whole state. Each composition operator hands its child
/// the place of the child's state, as it hands down the dependencies.
package final class StatePlace<State>: Sendable {
  private struct Content {
    let lifetimes: ChildLifetimes
    let fields: [AnyKeyPath]
    let read: () -> State?
  }

  private let content: RuntimeConfined<Content>

  private init(_ content: Content) {
    self.content = RuntimeConfined(content)
  }

  /// Creates the place of a store's whole state.
  convenience init(lifetimes: ChildLifetimes, read: @escaping () -> State?) {
    self.init(Content(lifetimes: lifetimes, fields: [], read: read))
  }

  /// The place of the running reducer, or `nil` if it is unknown: outside of a store, in an effect,
  /// and in a reducer that another one calls directly on a part of its state.
  package static var current: StatePlace? { DependencyValues.current.statePlace as? StatePlace }

  /// The children of the store's features whose effects are in flight.
  package var lifetimes: ChildLifetimes { content.value.lifetimes }

  /// The fields that lead to the state, the outermost first, as far as key paths tell.
  package var fields: [AnyKeyPath] { content.value.fields }

  /// Reads the state, or returns `nil` if it is gone.
  package var read: () -> State? { content.value.read }

  /// The place of a child's state.
  ///
  /// - Parameters:
  ///   - field: The key path to the child or its container, if there is one.
  ///   - part: Reads the child's state, or returns `nil` if it is gone.
  package func part<Part>(
    of field: AnyKeyPath?, _ part: @escaping (State) -> Part?
  ) -> StatePlace<Part> {
    let read = content.value.read
    return StatePlace<Part>(
      StatePlace<Part>.Content(
        lifetimes: lifetimes, fields: field.map { fields + [$0] } ?? fields,
        read: { read().flatMap(part) }))
  }
}
