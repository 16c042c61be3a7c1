import Core

/// An effect as data: a store can run it, a model can predict it, and a failure can be shrunk and printed.
indirect enum PlannedEffect<Action: Equatable & Sendable>: Equatable, Sendable {
  case none
  case send(Action)
  /// Runs the moves, and sends the action if they fail.
  case run([Move], catching: Action? = nil)
  case merge([PlannedEffect])
  case concatenate([PlannedEffect])
  case cancel(Int)
  case cancellable(PlannedEffect, id: Int, cancelInFlight: Bool)
  case delayed(PlannedEffect, by: Int)
  case debounced(PlannedEffect, id: Int, by: Int)

  /// One operation in a `.run`.
  enum Move: Equatable, Sendable {
    case send(Action)
    /// Sends from the main actor.
    case sendFromMain(Action)
    case yield
    case sleep(Int)
    case hopToMain
    case dismiss
    case fail
    /// Cancels by `Task.cancel(id:)`.
    case cancelNow(Int)
    /// Runs the moves with `withTaskCancellation`.
    case cancellable([Move], id: Int, cancelInFlight: Bool)
    /// Runs each list in a child task, and waits for all of them.
    case inChildTasks([[Move]])
  }
}

extension PlannedEffect {
  /// The effect that a reducer returns.
  var effect: Effect<Action> {
    switch self {
    case .none: return .none
    case .send(let action): return .send(action)
    case .merge(let effects): return .merge(effects.map(\.effect))
    case .concatenate(let effects): return .concatenate(effects.map(\.effect))
    case .cancel(let id): return .cancel(id: id)
    case .cancellable(let effect, let id, let cancelInFlight):
      return effect.effect.cancellable(id: id, cancelInFlight: cancelInFlight)
    case .delayed(let effect, let ticks):
      @Dependency(\.continuousClock) var clock
      return effect.effect.delay(for: .seconds(ticks), clock: clock)
    case .debounced(let effect, let id, let ticks):
      @Dependency(\.continuousClock) var clock
      return effect.effect.debounce(id: id, for: .seconds(ticks), clock: clock)
    case .run(let moves, let action):
      let world = World()
      guard let action else {
        return .run { send in for move in moves { try await move.make(in: world, send) } }
      }
      return .run { send in
        for move in moves { try await move.make(in: world, send) }
      } catch: { _, send in
        await send(action)
      }
    }
  }
}

/// The external dependencies of an effect.
private struct World: Sendable {
  let clock: any Clock<Duration>
  let dismiss: DismissEffect

  init() {
    @Dependency(\.continuousClock) var clock
    @Dependency(\.dismiss) var dismiss
    (self.clock, self.dismiss) = (clock, dismiss)
  }
}

private struct Failure: Error {}

extension PlannedEffect.Move {
  fileprivate func make(in world: World, _ send: Send<Action>) async throws {
    try Task.checkCancellation()
    switch self {
    case .send(let action): await send(action)
    case .sendFromMain(let action): await sendingFromMain(send, action)
    case .yield: await Task.yield()
    case .sleep(let ticks): try await world.clock.sleep(for: .seconds(ticks))
    case .hopToMain: await MainActor.run {}
    case .dismiss: await world.dismiss()
    case .fail: throw Failure()
    case .cancelNow(let id): Task.cancel(id: id)
    case .cancellable(let moves, let id, let cancelInFlight):
      try? await withTaskCancellation(id: id, cancelInFlight: cancelInFlight) {
        for move in moves { try await move.make(in: world, send) }
      }
    case .inChildTasks(let children):
      try await withThrowingTaskGroup { group in
        for moves in children {
          group.addTask { for move in moves { try await move.make(in: world, send) } }
        }
        try await group.waitForAll()
      }
    }
  }
}

@MainActor private func sendingFromMain<Action>(_ send: Send<Action>, _ action: Action) async
where Action: Sendable {
  await send(action)
}

extension PlannedEffect {
  /// The same effect for the parent of its feature.
  func map<Parent>(
    dismiss: Parent?, _ embed: (Action) -> Parent
  ) -> PlannedEffect<Parent> {
    switch self {
    case .none: .none
    case .send(let action): .send(embed(action))
    case .run(let moves, let action):
      .run(moves.map { $0.map(dismiss: dismiss, embed) }, catching: action.map(embed))
    case .merge(let effects): .merge(effects.map { $0.map(dismiss: dismiss, embed) })
    case .concatenate(let effects): .concatenate(effects.map { $0.map(dismiss: dismiss, embed) })
    case .cancel(let id): .cancel(id)
    case .cancellable(let effect, let id, let cancelInFlight):
      .cancellable(effect.map(dismiss: dismiss, embed), id: id, cancelInFlight: cancelInFlight)
    case .delayed(let effect, let ticks):
      .delayed(effect.map(dismiss: dismiss, embed), by: ticks)
    case .debounced(let effect, let id, let ticks):
      .debounced(effect.map(dismiss: dismiss, embed), id: id, by: ticks)
    }
  }

  /// The effect without the parts that are cancelled, by their IDs, before they start. Nothing starts instead.
  func removing(_ isCancelled: (Int) -> Bool) -> PlannedEffect {
    // No effect has this ID. Unlike `.none`, it doesn't remove a delay before it.
    let nothing = PlannedEffect.cancel(-1)
    return switch self {
    case .none, .send, .run, .cancel: self
    case .merge(let effects): .merge(effects.map { $0.removing(isCancelled) })
    case .concatenate(let effects): .concatenate(effects.map { $0.removing(isCancelled) })
    case .cancellable(_, let id, _) where isCancelled(id): nothing
    case .debounced(_, let id, _) where isCancelled(id): nothing
    case .cancellable(let effect, let id, let cancelInFlight):
      .cancellable(effect.removing(isCancelled), id: id, cancelInFlight: cancelInFlight)
    case .delayed(let effect, let ticks): .delayed(effect.removing(isCancelled), by: ticks)
    case .debounced(let effect, let id, let ticks):
      .debounced(effect.removing(isCancelled), id: id, by: ticks)
    }
  }

  /// Whether the effect does nothing. Then there is also nothing to wait for.
  var isNothing: Bool {
    switch self {
    case .none: true
    case .merge(let effects), .concatenate(let effects): effects.allSatisfy(\.isNothing)
    case .delayed(let effect, _), .cancellable(let effect, _, cancelInFlight: false):
      effect.isNothing
    default: false
    }
  }

  /// Whether the effect does something observable.
  var isVisible: Bool {
    switch self {
    case .none: false
    case .send, .cancel: true
    case .run(let moves, let action): action != nil || moves.contains(where: \.isVisible)
    case .merge(let effects), .concatenate(let effects): effects.contains(where: \.isVisible)
    case .cancellable(let effect, _, let cancelInFlight): cancelInFlight || effect.isVisible
    case .delayed(let effect, _): effect.isVisible
    case .debounced: true
    }
  }
}

extension PlannedEffect.Move {
  fileprivate func map<Parent>(
    dismiss: Parent?, _ embed: (Action) -> Parent
  ) -> PlannedEffect<Parent>.Move {
    switch self {
    case .send(let action): .send(embed(action))
    case .sendFromMain(let action): .sendFromMain(embed(action))
    case .yield: .yield
    case .sleep(let ticks): .sleep(ticks)
    case .hopToMain: .hopToMain
    case .dismiss: dismiss.map { .send($0) } ?? .yield
    case .inChildTasks(let children):
      .inChildTasks(children.map { $0.map { $0.map(dismiss: dismiss, embed) } })
    case .fail: .fail
    case .cancelNow(let id): .cancelNow(id)
    case .cancellable(let moves, let id, let cancelInFlight):
      .cancellable(
        moves.map { $0.map(dismiss: dismiss, embed) }, id: id, cancelInFlight: cancelInFlight)
    }
  }

  /// Whether the move begins a part with one of these IDs.
  func begins(_ isID: (Int) -> Bool) -> Bool {
    switch self {
    case .cancellable(let moves, let id, _): isID(id) || moves.contains { $0.begins(isID) }
    case .inChildTasks(let children): children.joined().contains { $0.begins(isID) }
    default: false
    }
  }

  var isVisible: Bool {
    switch self {
    case .send, .sendFromMain, .dismiss, .cancelNow: true
    case .yield, .sleep, .hopToMain, .fail: false
    case .inChildTasks(let children): children.joined().contains(where: \.isVisible)
    case .cancellable(let moves, _, let cancelInFlight):
      cancelInFlight || moves.contains(where: \.isVisible)
    }
  }
}
