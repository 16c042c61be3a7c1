// An app module that exports The Composable Architecture, as many do.
@_exported import ComposableArchitecture

/// A feature for the tests of name lookup.
public struct Lookup: Reducer {
  public struct State: Equatable {
    public var count = 0
    public init() {}
  }

  public enum Action: Equatable, Sendable { case tapped }

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}
