/// The external work of a reducer, whose results are sent back as actions.
///
/// An effect is plain data. It runs only when a runtime interprets it. So the live ``Store`` and a
/// test store can run the same effects.
///
/// ```swift
/// case .refresh:
///   return .run { send in
///     await send(.loaded(try await client.fetch()))
///   } catch: { error, send in
///     await send(.failed(error.localizedDescription))
///   }
///   .cancellable(id: CancelID.refresh, cancelInFlight: true)
/// ```
public struct Effect<Action> {
  /// An operation takes one word for any type of action, so that a step needs no runtime lookup to copy it.
  package enum Operation {
    case none
    indirect case send(Action)
    case run(EffectRun<Action>)
    indirect case cancel(CancelID)
    case group(RuntimeConfined<EffectBranches<Action>>)
  }

  package internal(set) var operation: Operation

  package init(_ operation: Operation) {
    self.operation = operation
  }
}

extension Effect: Sendable where Action: Sendable {}
extension Effect.Operation: Sendable where Action: Sendable {}

extension Effect {
  /// Nothing to do.
  public static var none: Effect { Effect(.none) }

  /// Sends an action back into the store, synchronously.
  ///
  /// The action is reduced right after the one that returned this effect, before any asynchronous
  /// effect of either runs.
  public static func send(_ action: Action) -> Effect {
    Effect(.send(action))
  }

  /// Runs asynchronous work, which can send any number of actions.
  ///
  /// An error of `operation` is passed to `catch`. Without `catch`, it is reported as an issue at
  /// the line of this call, except the `CancellationError` of a cancelled effect.
  ///
  /// - Parameters:
  ///   - name: A name that messages print beside the line.
  ///   - priority: The priority of the task that does the work.
  ///   - operation: The work. It isn't isolated to an actor. To run it on the main actor, write
  ///     `{ @MainActor send in … }`.
  ///   - handler: Handles an error. It can send actions too.
  public static func run(
    name: String? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable (Send<Action>) async throws -> Void,
    catch handler: (@Sendable (any Error, Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Effect {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let handler else {
      return Effect(.run(EffectRun(name: name, priority: priority, at: callSite, operation)))
    }
    let run = EffectRun<Action>(name: name, priority: priority, at: callSite) { send in
      do {
        try await operation(send)
      } catch let error where !(error is CancellationError) {
        await handler(error, send)
      }
    }
    return Effect(.run(run))
  }

  /// Work of another library that starts in the step which returns it, and that has no task of its own.
  ///
  /// The store owns the tasks that `start` creates, and reduces the actions that `start` sends by ``Send/now(_:)`` right after
  /// the step.
  ///
  /// - Parameter start: Starts the work, which calls `end` when it is over. Returns a closure that cancels the work.
  @_spi(FocusedTCA) public static func subscription(
    name: String?, fileID: StaticString, filePath: StaticString, line: UInt, column: UInt,
    start:
      @escaping @Sendable (Send<Action>, _ end: @escaping @Sendable () -> Void) ->
      @Sendable () ->
      Void
  ) -> Effect {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return Effect(.run(EffectRun(name: name, at: callSite, subscription: start) { _ in }))
  }
}

/// Asynchronous work, with all values that it needs to start later.
package final class EffectRun<Action>: Sendable {
  let name: String?
  let priority: TaskPriority?
  /// The dependencies of the code that created the effect. A reducer that the effect calls directly works on
  /// a separate state.
  let dependencies: DependencyValues
  let callSite: CallSite
  let operation: @Sendable (Send<Action>) async throws -> Void
  /// Starts work that has no task of its own. `nil` if `operation` is the work.
  let subscription: Subscription?

  /// Starts work that calls `end` when it is over. Returns a closure that cancels the work.
  typealias Subscription =
    @Sendable (Send<Action>, _ end: @escaping @Sendable () -> Void) -> @Sendable () -> Void

  init(
    name: String? = nil, priority: TaskPriority? = nil,
    dependencies: DependencyValues = .current, at callSite: CallSite,
    subscription: Subscription? = nil,
    _ operation: @escaping @Sendable (Send<Action>) async throws -> Void
  ) {
    var dependencies = dependencies
    dependencies.stateLocation = nil
    self.name = name
    self.priority = priority
    self.dependencies = dependencies
    self.callSite = callSite
    self.subscription = subscription
    self.operation = operation
  }

  func map<NewAction>(_ transform: @escaping (Action) -> NewAction) -> EffectRun<NewAction> {
    let transform = RuntimeConfined(transform)
    let subscription = subscription.map { subscribe in
      { @Sendable send, end in subscribe(send.pullback(transform), end) }
        as EffectRun<NewAction>.Subscription
    }
    return replacingOperation(
      by: { [operation] in try await operation($0.pullback(transform)) }, subscription)
  }

  /// The same work, with an operation that calls this one's.
  func replacingOperation<NewAction>(
    by operation: @escaping @Sendable (Send<NewAction>) async throws -> Void,
    _ subscription: EffectRun<NewAction>.Subscription? = nil
  ) -> EffectRun<NewAction> {
    EffectRun<NewAction>(
      name: name, priority: priority, dependencies: dependencies, at: callSite,
      subscription: subscription, operation)
  }
}

extension EffectRun {
  /// Runs the work, and reports the error that it throws.
  nonisolated(nonsending) func perform(
    as effect: RunningEffect, send: Send<Action>
  ) async {
    do {
      try await operation(send)
    } catch {
      let isCancellation = error is CancellationError || effect.isCancelled
      guard !isCancellation, !Issues.hasReported(error) else { return }
      Issues.report(EffectMessages.uncaught(error, inEffectNamed: name), at: callSite)
    }
  }
}

extension Effect {
  /// Runs effects at the same time.
  @inlinable
  public static func merge(_ effects: Effect...) -> Effect {
    merge(effects)
  }

  /// Runs effects at the same time.
  public static func merge(_ effects: some Sequence<Effect>) -> Effect {
    let effects = effects.filter { !$0.isNone }
    return effects.count == 1 ? effects[0] : effects.isEmpty ? .none : Effect(.merge, effects)
  }

  /// Runs effects one after the other. Each starts when the previous one has ended.
  ///
  /// An effect that is cancelled has ended, so the next one starts. When the whole sequence is
  /// cancelled, no other effect starts.
  @inlinable
  public static func concatenate(_ effects: Effect...) -> Effect {
    concatenate(effects)
  }

  /// Runs effects one after the other. Each starts when the previous one has ended.
  public static func concatenate(_ effects: some Sequence<Effect>) -> Effect {
    let effects = effects.filter { !$0.isNone }
    return effects.count == 1 ? effects[0] : effects.isEmpty ? .none : Effect(.concatenate, effects)
  }

  /// Runs this effect and another one at the same time.
  public func merge(with other: Effect) -> Effect {
    isNone ? other : other.isNone ? self : Effect(.merge, [self, other])
  }

  /// Runs another effect once this one has ended.
  public func concatenate(with other: Effect) -> Effect {
    .concatenate([self, other])
  }

  /// The same effect, with its actions turned into those of another feature.
  ///
  /// `transform` runs in the isolation of reducers, so it need not be `Sendable`.
  public func map<NewAction>(
    _ transform: @escaping (Action) -> NewAction
  ) -> Effect<NewAction> {
    mapLeaves(send: transform) { $0.map(transform) }
  }

  package var isNone: Bool {
    if case .none = operation { true } else { false }
  }
}

/// Sends actions from an effect's work back to the store.
///
/// Call it like a function, from any isolation: the effect's own task, a `@MainActor` closure, an
/// unstructured task, a callback.
///
/// ```swift
/// .run { send in
///   await send(.loaded(try await client.fetch()))
/// }
/// ```
///
/// It returns once the action has been reduced. An action is dropped if its task or its effect was
/// cancelled, or if its store no longer exists.
public struct Send<Action>: Sendable {
  private let effect: RunningEffect
  /// Called only in the isolation of reducers.
  private let deliver: RuntimeConfined<(Action) -> Void>

  package init(effect: RunningEffect, deliver: @escaping (Action) -> Void) {
    self.effect = effect
    self.deliver = RuntimeConfined(deliver)
  }

  /// Sends an action into the store, and returns once it has been reduced.
  nonisolated(nonsending) public func callAsFunction(_ action: sending Action) async {
    await effect.lane.perform(isLast: false, work(sending: action))
  }

  /// Sends an action from code that can't suspend, such as a callback.
  ///
  /// A live store reduces the action before this returns if the main actor calls, and otherwise soon after. A test store
  /// does if one of its effects calls, or the test, while no other call of the store runs.
  @_spi(FocusedTCA) public func now(_ action: sending Action) {
    // The code that sends can run in a task which is cancelled because its work is over.
    let work = work(sending: action)
    effect.didAct()
    effect.lane.performNow(ConfinedWork { _ in work.perform(false) })
  }

  private func work(sending action: sending Action) -> ConfinedWork {
    let deliver = deliver
    let effect = effect
    // Whether the action is dropped is decided only in the isolation of reducers. A cancellation by another action also
    // happens there, so the two never race.
    return ConfinedWork { isCancelled in
      if isCancelled || effect.isCancelled {
        effect.reportDropped(action)
      } else {
        deliver.value(action)
      }
    }
  }

  /// Sends an action of the library that dismisses the effect's feature. If another event has ended the effect or the
  /// feature first, the dismissal is superfluous, and dropped without an issue.
  ///
  /// - Parameter action: Returns the action, or `nil` if the feature is gone.
  nonisolated(nonsending) func dismiss(by action: RuntimeConfined<() -> Action?>) async {
    let deliver = deliver
    let effect = effect
    let work = ConfinedWork { isCancelled in
      if !isCancelled, let action = action.value(), effect.willDismiss() { deliver.value(action) }
    }
    await effect.lane.perform(isLast: false, work)
  }

  /// Sends a child's actions as actions of its parent.
  func pullback<ChildAction>(
    _ embed: RuntimeConfined<(ChildAction) -> Action>
  ) -> Send<ChildAction> {
    let deliver = deliver
    return Send<ChildAction>(effect: effect) { deliver.value(embed.value($0)) }
  }
}

extension Task where Success == Never, Failure == Never {
  /// Suspends until the task is cancelled.
  ///
  /// Use it for an endpoint of any type that doesn't answer in a test:
  ///
  /// ```swift
  /// $0.itemClient.fetch = { _ in try await Task.never() }
  /// ```
  ///
  /// A test store can't know that the call never ends, and treats it as external work. An
  /// unanswered call of a `Stub` doesn't end either, but the store knows that its effect is parked.
  ///
  /// - Throws: `CancellationError`.
  public static func never<Value>() async throws -> Value {
    try await never()
    throw _Concurrency.CancellationError()
  }

  /// Suspends until the task is cancelled.
  ///
  /// - Throws: `CancellationError`.
  public static func never() async throws {
    // A stream without a producer ends only when its reader is cancelled.
    for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
    throw _Concurrency.CancellationError()
  }
}

extension Result where Failure == any Error {
  /// The result of asynchronous work, including its error. An action can carry either.
  ///
  /// ```swift
  /// await send(.response(Result { try await client.fetch() }))
  /// ```
  @_disfavoredOverload
  nonisolated(nonsending) public init(
    catching work: nonisolated(nonsending) () async throws -> Success
  ) async {
    do {
      self = .success(try await work())
    } catch {
      self = .failure(error)
    }
  }
}
