import ComposableArchitecture
import Core
@_spi(FocusedTCA) import FocusedTestStore
import IssueReporting

/// The line that creates a store.
struct Location: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}

/// A feature of The Composable Architecture as a reducer of the store.
struct FeatureReducer<Base: ComposableArchitecture.Reducer>: Core.Reducer {
  typealias Body = Never

  private let feature: Feature<Base>

  init(_ feature: Feature<Base>) {
    self.feature = feature
  }

  func reduce(into state: inout Base.State, action: Base.Action) -> Core.Effect<Base.Action> {
    feature.reduce(into: &state, action: action)
  }
}

/// A feature whose dependencies a test can change.
protocol DependentFeature: AnyObject {
  var dependencies: ComposableArchitecture.DependencyValues { get set }
}

/// A feature of The Composable Architecture in a test: the reducer, its dependencies, and its shared state.
///
/// The turn of the store confines it, except for the dependencies.
final class Feature<Base: ComposableArchitecture.Reducer>: DependentFeature {
  typealias State = Base.State

  private let base: Base
  private let current: LockIsolated<ComposableArchitecture.DependencyValues>
  private let runner: EffectRunning<Base.Action>
  private let root: RootDismissal
  let location: Location
  let shared: SharedHistory<Base.State>
  let stackIDs = StackIDs()

  init(
    _ base: () -> Base,
    withDependencies update: (inout ComposableArchitecture.DependencyValues) -> Void,
    at location: Location
  ) {
    let root = RootDismissal()
    let shared = SharedHistory<Base.State>()
    let dependencies = ComposableArchitecture.withDependencies {
      $0.context = .test
      shared.track(&$0)
      $0.dismiss = ComposableArchitecture.DismissEffect { root.dismiss(location) }
      update(&$0)
      $0 = $0.parkingSleepers
    } operation: {
      CancellationScope.dependencies()
    }
    self.base = withIssueReporters([StoreReporter()]) {
      ComposableArchitecture.withDependencies {
        $0 = dependencies
      } operation: {
        base()
      }
    }
    current = LockIsolated(dependencies)
    runner = EffectRunning(name: Self.name, at: location)
    self.root = root
    self.location = location
    self.shared = shared
  }

  /// Dismisses the root feature of the store.
  var dismissRoot: (@Sendable (StaticString, StaticString, UInt) -> Void)? {
    get { root.action.value }
    set { root.action.setValue(newValue) }
  }

  var dependencies: ComposableArchitecture.DependencyValues {
    get { current.value }
    set { current.setValue(newValue.parkingSleepers) }
  }

  /// Runs code of the test or of the feature. Issues that TCA reports become issues of the store.
  func withDependencies<R>(_ operation: () throws -> R) rethrows -> R {
    let dependencies = dependencies
    return try withIssueReporters([StoreReporter()]) {
      try ComposableArchitecture.withDependencies {
        $0 = dependencies
      } operation: {
        try operation()
      }
    }
  }

  func reduce(into state: inout Base.State, action: Base.Action) -> Core.Effect<Base.Action> {
    shared.willReduce(state)
    let before = state
    let effect = withDependencies {
      stackIDs.willReduce()
      return base._reduce(into: &state, action: action)
    }
    withDependencies { shared.didReduce(from: before, to: state) }
    return runner.run(effect)
  }

  /// The name of the feature: that of the type around its actions, or else that of its reducer.
  private static var name: String {
    let action = String(reflecting: Base.Action.self).split(separator: ".")
    guard action.count > 1, action.last == "Action" else { return "\(Base.self)" }
    return String(action[action.count - 2])
  }
}

/// Lets the dependency `dismiss` of a root feature reach a store that is created later.
private final class RootDismissal: Sendable {
  let action = LockIsolated<(@Sendable (StaticString, StaticString, UInt) -> Void)?>(nil)

  func dismiss(_ location: Location) {
    action.value?(location.fileID, location.filePath, location.line)
  }
}

/// Reports TCA's issues at their lines, as the store reports its own.
struct StoreReporter: IssueReporting.IssueReporter {
  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    Core.reportIssue(
      message() ?? "", severity: severity == .error ? .error : .note,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
