/// Effects that belong together, and how.
///
/// A class, so that a tree of any depth is released without recursion: fifty thousand nested merges
/// would otherwise overflow the stack.
package final class EffectBranches<Action> {
  let kind: EffectGrouping
  /// Changed by ``deinit`` alone.
  private(set) var effects: [Effect<Action>]

  init(_ kind: EffectGrouping, _ effects: [Effect<Action>]) {
    self.kind = kind
    self.effects = effects
  }

  deinit {
    var released = effects
    effects = []
    while var effect = released.popLast() {
      // Branches that something else references are left unchanged.
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

  fileprivate mutating func takeBranches() -> EffectBranches<Action>? {
    guard case .group(let branches) = operation else { return nil }
    operation = .none
    return branches.value
  }

  /// The tree of effects with replaced leaves.
  ///
  /// It keeps a stack of its own, so that the depth of the tree does not matter.
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
        ancestors.append(Ancestor(branches.value))
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

  /// A group some of whose branches have been mapped.
  private struct Ancestor<NewAction> {
    private let original: EffectBranches<Action>
    private var effects: [Effect<NewAction>] = []

    init(_ original: EffectBranches<Action>) {
      self.original = original
    }

    /// Adds a mapped branch, and returns the one to map next.
    mutating func add(_ effect: Effect<NewAction>) -> Effect? {
      effects.append(effect)
      return effects.count < original.effects.count ? original.effects[effects.count] : nil
    }

    var mapped: Effect<NewAction> { Effect<NewAction>(original.kind, effects) }
  }
}

/// How the effects of a group belong together.
package enum EffectGrouping: Sendable {
  case merge
  case concatenate
  /// A single effect that an id can cancel.
  case cancellable(id: CancelID, cancelInFlight: Bool)
  /// A single effect that may have to wait, or that does not start at all.
  case throttled(Throttle)
}
