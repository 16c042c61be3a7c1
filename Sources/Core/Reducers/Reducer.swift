/// A feature's logic: how an action changes its state, and which effects it starts.
///
/// Conform by writing ``reduce(into:action:)-swift.method``, or a ``body-swift.property`` that
/// composes other reducers; not both.
///
/// ```swift
/// struct Counter: Reducer {
///   struct State: Equatable { var count = 0 }
///   enum Action { case increment }
///
///   func reduce(into state: inout State, action: Action) -> Effect<Action> {
///     state.count += 1
///     return .none
///   }
/// }
/// ```
///
/// The shape of this protocol is Point-Free's, from The Composable Architecture.
public protocol Reducer<State, Action> {
  /// What the feature knows.
  associatedtype State
  /// What can happen to the feature.
  associatedtype Action
  /// The reducers that this one is composed of; `Never` for one that reduces by itself.
  associatedtype Body

  /// Changes the state for one action, and returns the effects to start.
  ///
  /// Runs wherever its store runs reducers, one action at a time.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that this one is composed of, run from top to bottom.
  @ReducerBuilder<State, Action>
  var body: Body { get }
}

/// A reducer over the state and action of another one, as `some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// A reducer that reduces by itself has no body.
  public var body: Body {
    preconditionFailure(
      "\(Self.self) has no body: it must implement reduce(into:action:) or body")
  }
}

extension Reducer where Body: Reducer<State, Action> {
  /// Runs the reducers of ``body-swift.property``.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }
}
