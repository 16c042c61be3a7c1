/// Effects that belong together, and their grouping.
///
/// A class, so that a tree of any depth is released without recursion: fifty thousand nested merges
/// would otherwise overflow the stack.
package final class EffectBranches<Action> {
  let kind: EffectGrouping
  /// Only ``deinit`` changes the effects.
  private(set) var effects: [Effect<Action>]

  init(_ kind: EffectGrouping, _ effects: [Effect<Action>]) {
    self.kind = kind
    self.effects = effects
  }

  deinit {
    var released = effects
    effects = []
    while var effect = released.popLast() {
      // Branches that are also referenced elsewhere stay unchanged.
      guard var branches = effect.takeBranches(), isKnownUniquelyReferenced(&branches) else {
        continue
      }
      released.append(contentsOf: branches.effects)
      branches.effects = []
    }
  }
}

extension Effect {
  init(_ kind: EffectGrouping, _ effects: [Effect]) {
    self.init(.group(RuntimeConfined(EffectBranches(kind, effects))))
  }

  /// The effect and its branches, in their order. It uses an explicit stack, so that any depth of the tree works.
  var parts: [Effect] {
    var parts: [Effect] = []
    var rest = [self]
    while let effect = rest.popLast() {
      parts.append(effect)
      if case .group(let branches) = effect.operation {
        rest += branches.value.effects.reversed()
      }
    }
    return parts
  }

  /// The ID by which the effect can be cancelled, apart from its branches.
  var ownCancelID: CancelID? {
    guard case .group(let branches) = operation else { return nil }
    return switch branches.value.kind {
    case .cancellable(let id, _): id
    case .throttled(let throttle): throttle.id
    case .merge, .concatenate: nil
    }
  }

  fileprivate mutating func takeBranches() -> EffectBranches<Action>? {
    guard case .group(let branches) = operation else { return nil }
    operation = .none
    return branches.value
  }

  /// The tree of effects with replaced leaves.
  ///
  /// It uses an explicit stack, so that any depth of the tree works.
  func mapLeaves<NewAction>(
    send: (Action) -> NewAction, run: (EffectRun<Action>) -> EffectRun<NewAction>
  ) -> Effect<NewAction> {
    var ancestors: [Ancestor<NewAction>] = []
    var effect = self
    while true {
      var result: Effect<NewAction>
      switch effect.operation {
      case .none: result = .none
      case .send(let action): result = .send(send(action))
      case .run(let work): result = Effect<NewAction>(.run(run(work)))
      case .cancel(let id): result = Effect<NewAction>(.cancel(id))
      case .group(let branches):
        ancestors.append(Ancestor(original: branches.value))
        result = .none
        if let first = branches.value.effects.first {
          effect = first
          continue
        }
      }
      while true {
        guard !ancestors.isEmpty else { return result }
        if let sibling = ancestors[ancestors.count - 1].add(result) {
          effect = sibling
          break
        }
        result = ancestors.removeLast().mapped
      }
    }
  }

  /// A group of which some branches have been mapped.
  private struct Ancestor<NewAction> {
    let original: EffectBranches<Action>
    var effects: [Effect<NewAction>] = []

    /// Adds a mapped branch, and returns the one to map next.
    mutating func add(_ effect: Effect<NewAction>) -> Effect? {
      effects.append(effect)
      return effects.count < original.effects.count ? original.effects[effects.count] : nil
    }

    var mapped: Effect<NewAction> { Effect<NewAction>(original.kind, effects) }
  }
}

/// The way in which a group runs its effects.
package enum EffectGrouping: Sendable {
  case merge
  case concatenate
  /// A single effect that can be cancelled by an ID.
  case cancellable(id: CancelID, cancelInFlight: Bool)
  /// A single effect that may have to wait, or that doesn't start.
  case throttled(Throttle)
}

/// The group and the step in which an effect starts.
struct EffectContext {
  let group: EffectGroup
  let step: Int
  var cancelIDs: [CancelID] = []
  /// The effects of the outermost sequence that have not started. `nil` outside a sequence.
  var waiting: WaitingEffects?
}

/// The continuation when an effect has ended: another effect, the end of its group, or both.
///
/// Continuations form a chain, from the innermost group to the outermost. The runtime follows the chain in a loop, so
/// that deep nesting needs no stack.
final class EffectContinuation<Action> {
  enum Part {
    /// The branches of a merge that have not ended.
    case merge(remaining: Int)
    /// The effects of a sequence that have not started.
    case sequence(ArraySlice<Effect<Action>>, Gate)
  }

  /// Determines whether the next effects may start. It is closed when the group is cancelled.
  struct Gate {
    let context: EffectContext
    private let isClosed: Flag
    private let registration: CancellationRegistry.Registration

    init(
      in context: EffectContext, cancellableBy ids: [CancelID],
      _ cancellations: CancellationRegistry
    ) {
      let isClosed = Flag()
      self.context = context
      self.isClosed = isClosed
      registration = cancellations.register(
        .continuation(step: context.step) { isClosed.raise() }, under: ids)
    }

    var isOpen: Bool { !isClosed.isRaised && !context.group.isCancelled }

    func unregister(from cancellations: CancellationRegistry) {
      cancellations.unregister(registration)
    }
  }

  var part: Part
  private(set) var next: EffectContinuation?

  init(_ part: Part, then next: EffectContinuation?) {
    self.part = part
    self.next = next
  }

  /// The first action of a `.send` that doesn't start, because its sequence was cancelled.
  var droppedAction: Action? {
    for continuation in Swift.sequence(first: self, next: \.next) {
      guard case .sequence(let effects, let gate) = continuation.part, !gate.isOpen else {
        continue
      }
      for case .send(let action) in effects.flatMap(\.parts).map(\.operation) { return action }
    }
    return nil
  }

  deinit {
    // A long chain that is never followed to its end is released link by link.
    var link = next
    next = nil
    while isKnownUniquelyReferenced(&link) {
      let following = link?.next
      link?.next = nil
      link = following
    }
  }
}
