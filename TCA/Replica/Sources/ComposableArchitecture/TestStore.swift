// Names that FocusedTCA declares as well. Nothing must use these.

public final class TestStore<State: Equatable, Action> {
  public init() {}
}

public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable

public struct TestStoreTask: Sendable {}

public enum Exhaustivity: Equatable, Sendable {
  case on
  case off(showSkippedAssertions: Bool)
}
