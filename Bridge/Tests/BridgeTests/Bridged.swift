#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif
import ComposableArchitecture
import Core
import FocusedTestStore
import Foundation

// Both libraries declare these names. A module's own declarations have precedence, so the tests in this module use
// these.
typealias TestStore = FocusedTestStore.TestStore
typealias TestClock = FocusedTestStore.TestClock
typealias Exhaustivity = FocusedTestStore.Exhaustivity
typealias AlertState = ComposableArchitecture.AlertState
typealias IdentifiedArray = ComposableArchitecture.IdentifiedArray
typealias IdentifiedArrayOf = ComposableArchitecture.IdentifiedArrayOf
typealias StackState = ComposableArchitecture.StackState

extension FocusedTestStore.TestStore {
  /// Creates a store that runs an unchanged feature of The Composable Architecture.
  ///
  /// - Parameter change: Overrides TCA dependencies for the initial state, the feature, and its effects.
  convenience init<Base: ComposableArchitecture.Reducer>(
    _ exhaustivity: Exhaustivity = .current,
    initialState: @autoclosure () -> Base.State,
    reducer: () -> Base,
    withDependencies change: (inout ComposableArchitecture.DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where State == Base.State, Action == Base.Action {
    let bridged = Bridged(
      reducer, withDependencies: change,
      fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(
      exhaustivity, initialState: bridged.run(initialState), reducer: { bridged },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// Lets the focused store run a feature of The Composable Architecture.
struct Bridged<Base: ComposableArchitecture.Reducer>: Core.Reducer {
  typealias Body = Never

  private let base: Base
  private let dependencies: ComposableArchitecture.DependencyValues.Continuation
  /// The location that messages show for the feature's effects, in addition to its name.
  private let place: (fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)

  fileprivate init(
    _ base: () -> Base,
    withDependencies change: (inout ComposableArchitecture.DependencyValues) -> Void,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    place = (fileID, filePath, line, column)
    // Runs unstructured tasks, such as those of `.cancellable`, on the main actor and in order.
    uncheckedUseMainSerialExecutor = true
    (self.base, dependencies) = ComposableArchitecture.withDependencies {
      $0.context = .test
      change(&$0)
    } operation: {
      (base(), withEscapedDependencies { $0 })
    }
  }

  /// Runs TCA code with its dependencies. Issues that the code reports become issues of this package.
  fileprivate func run<R>(_ operation: () -> R) -> R {
    withIssueReporters([Reporter()]) { dependencies.yield(operation) }
  }

  func reduce(into state: inout Base.State, action: Base.Action) -> Core.Effect<Base.Action> {
    run {
      let effect = base._reduce(into: &state, action: action)  // `reduce` before 1.25
      switch kind(of: effect) {
      case nil: return .none
      // The subscription is inside the store's effect, so that a `TestClock` can attribute its
      // sleepers to it.
      case "run": return run { Inbox(effect) }
      default:
        let inbox = Inbox(effect)
        let (actions, hasEnded) = inbox.takePublished()
        let now = Core.Effect<Base.Action>.merge(actions.map { .send($0) })
        return hasEnded ? now : now.merge(with: run { inbox })
      }
    }
  }

  private func run(
    _ inbox: @escaping @Sendable () -> Inbox<Base.Action>
  ) -> Core.Effect<Base.Action> {
    .run(
      name: "\(Base.self)",
      operation: { send in await withIssueReporters([Reporter()]) { inbox() }.forward(to: send) },
      fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }

  /// The case of the effect's operation. Effects of an unknown kind are subscribed to immediately, as in TCA's store.
  private func kind(of effect: ComposableArchitecture.Effect<Base.Action>) -> String? {
    guard let operation = Mirror(reflecting: effect).children.first?.value else { return "?" }
    let mirror = Mirror(reflecting: operation)
    return mirror.displayStyle == .enum ? mirror.children.first?.label : "?"
  }
}

/// Reports TCA's issues at their lines, as the focused store reports its own.
private struct Reporter: IssueReporter {
  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    Core.reportIssue(
      message() ?? "", severity: severity == .error ? .error : .note,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// Subscribes to an effect, and keeps its values until they are read.
private final class Inbox<Action>: @unchecked Sendable {
  private struct Element: @unchecked Sendable { let action: Action }

  private let lock = NSRecursiveLock()
  private var subscription: AnyCancellable?
  private var waiting: [Action] = []
  private var listener: AsyncStream<Element>.Continuation?
  private var hasEnded = false

  init(_ effect: ComposableArchitecture.Effect<Action>) {
    let subscription = _EffectPublisher(effect).sink { [weak self] _ in
      self?.change { $0.hasEnded = true }
    } receiveValue: { [weak self] action in
      self?.change { $0.waiting.append(action) }
    }
    change { $0.subscription = subscription }
  }

  private func change(_ change: (Inbox) -> Void) {
    lock.withLock {
      change(self)
      guard let listener else { return }
      for action in waiting { listener.yield(Element(action: action)) }
      waiting = []
      if hasEnded { listener.finish() }
    }
  }

  func forward(to send: Core.Send<Action>) async {
    let (elements, continuation) = AsyncStream<Element>.makeStream()
    change { $0.listener = continuation }
    for await element in elements { await send(element.action) }
    lock.withLock { subscription }?.cancel()
  }

  /// Returns the values that were published immediately, for example, by `.send`.
  func takePublished() -> (actions: [Action], hasEnded: Bool) {
    lock.withLock {
      defer { waiting = [] }
      return (waiting, hasEnded)
    }
  }
}

extension FocusedTestStore.TestStore where Action: CasePathable {
  /// Receives an action by TCA's case key paths: `store.receive(\.counter.presented.tick)`.
  nonisolated(nonsending) func receive<Value>(
    _ path: CaseKeyPath<Action, Value>, assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await receive(
      case: CasePath(embed: { path($0) }, extract: { $0[case: path] }), assert: update,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
