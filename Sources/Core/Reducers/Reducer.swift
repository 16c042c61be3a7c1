/// A feature's logic: how an action changes its state, and which effects it starts.
///
/// Implement ``reduce(into:action:)-swift.method``, or a ``body-swift.property`` that
/// composes other reducers, not both.
///
/// ```swift
/// struct Counter: Reducer {
///   struct State { var count = 0 }
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
public protocol Reducer<State, Action>: SendableMetatype {
  /// The data of the feature.
  associatedtype State
  /// The events of the feature.
  associatedtype Action
  /// The type of ``body-swift.property``. `Never` for a reducer that implements
  /// `reduce(into:action:)`.
  associatedtype Body

  /// Changes the state for one action.
  ///
  /// The method runs in the isolation of its store, one action at a time.
  ///
  /// - Parameters:
  ///   - state: The state of the feature, to be changed in place.
  ///   - action: The action.
  /// - Returns: The effects to start.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that this one is composed of, run from top to bottom.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// Reduces an action that the other reducers of a `body` inspect as well.
  ///
  /// Don't implement this method. Operators use it to share the payloads that they extract from an
  /// action.
  func _reduce(into state: inout State, action: _Payloads<Action>) -> Effect<Action>
}

/// A reducer with the state and action of another one: `some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// The effects of a feature: `EffectOf<Self>`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

extension Reducer {
  @inlinable
  public func _reduce(into state: inout State, action: _Payloads<Action>) -> Effect<Action> {
    reduce(into: &state, action: action.root)
  }
}

/// A reducer that inspects actions together with the other reducers of a `body`.
public protocol _PayloadReducer: Reducer {}

extension _PayloadReducer {
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    _reduce(into: &state, action: _Payloads(action))
  }
}

extension Reducer where Body == Never {
  /// A reducer that implements `reduce(into:action:)` has no body.
  public var body: Body {
    preconditionFailure(
      "\(Self.self) has no body: it must implement reduce(into:action:) or body")
  }
}

extension Reducer where Body: Reducer<State, Action> {
  /// Runs the reducers of ``body-swift.property``.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body._reduce(into: &state, action: _Payloads(action))
  }
}

/// A reducer written as a closure, or any reducer with its type erased.
///
/// ```swift
/// Reduce { state, action in
///   switch action {
///   case .increment:
///     state.count += 1
///     return .none
///   }
/// }
/// ```
public struct Reduce<State, Action>: Reducer {
  @usableFromInline
  let reduce: (inout State, Action) -> Effect<Action>

  /// Creates a reducer that runs a closure.
  @inlinable
  public init(_ reduce: @escaping (inout State, Action) -> Effect<Action>) {
    self.reduce = reduce
  }

  /// Creates a reducer that runs another one, and erases its type.
  @inlinable
  public init(_ reducer: any Reducer<State, Action>) {
    // With `some Reducer`, the compiler reports a mistake in the closure of `Reduce { … }` as a closure that isn't a
    // `Reducer`.
    self.reduce = reducer.reduce
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduce(&state, action)
  }
}

/// A reducer that ignores all actions.
public struct EmptyReducer<State, Action>: Reducer {
  /// Creates a reducer that ignores all actions.
  @inlinable
  public init() {}

  @inlinable
  public func reduce(into _: inout State, action _: Action) -> Effect<Action> {
    .none
  }
}

/// Several reducers as one, so that an operator can be applied to all of them.
///
/// ```swift
/// CombineReducers {
///   First()
///   Second()
/// }
/// .ifLet(\.child, action: { .child($0) }) { Child() }
/// ```
public struct CombineReducers<State, Action, Reducers: Reducer<State, Action>>: _PayloadReducer {
  @usableFromInline
  let reducers: Reducers

  /// Creates a reducer that runs the listed ones from top to bottom, and merges their effects.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ build: () -> Reducers) {
    self.reducers = build()
  }

  @inlinable
  public func _reduce(into state: inout State, action: _Payloads<Action>) -> Effect<Action> {
    reducers._reduce(into: &state, action: action)
  }
}
