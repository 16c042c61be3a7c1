import Core

/// A feature whose scope needs reflection metadata that this module lacks.
public struct Parent: Reducer {
  public struct State: Equatable {
    public var counter = Counter.State()

    public init() {}
  }

  public enum Action {
    case counter(Counter.Action)
    case load
    case loaded(Int)
  }

  public enum Nested {
    case none
    case other
    /// With a payload, the value cannot be compared without metadata.
    case number(Int)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.counter, action: { .counter($0) }) { Counter() }
    Loading()
  }
}

/// The same feature with the cure that the issue names.
public struct CuredParent: Reducer {
  public init() {}

  public var body: some Reducer<Parent.State, Parent.Action> {
    Scope(
      state: \.counter,
      action: CasePath(
        embed: { .counter($0) },
        extract: { if case .counter(let action) = $0 { action } else { nil } })
    ) { Counter() }
    Loading()
  }
}

struct Loading: Reducer {
  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    if case .load = action { .send(.loaded(7)) } else { .none }
  }
}

public struct Counter: Reducer {
  public struct State: Equatable {
    public var count = 0
  }

  public enum Action: Equatable {
    case add(Int)
    case reset
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let amount): state.count += amount
    case .reset: state.count = 0
    }
    return .none
  }
}
