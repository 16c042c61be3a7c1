import ComposableArchitecture
import FocusedTestStore

/// The test store of a feature of The Composable Architecture: `TestStoreOf<Counter>`.
public typealias TestStoreOf<R: ComposableArchitecture.Reducer> =
  FocusedTestStore.TestStore<R.State, R.Action>
