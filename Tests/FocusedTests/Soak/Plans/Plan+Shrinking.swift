/// Smaller values to try when a value fails, the smallest first.
extension Plan {
  var smaller: [Plan] {
    let children = leaves.keys.sorted { "\($0)" < "\($1)" }
    func with(_ reactions: [Leaf.Reaction]?, of place: Place) -> Plan {
      var plan = self
      plan.leaves[place] = reactions
      return plan
    }
    return children.map { with(nil, of: $0) }
      + tree.shrunk(\.smaller).map { Plan(tree: $0, leaves: leaves) }
      + children.flatMap { place in
        leaves[place, default: []].shrunk(\.smaller).map { with($0, of: place) }
      }
  }
}

extension Reaction {
  var smaller: [Reaction] {
    effect.smaller.map { Reaction(action: action, changes: changes, effect: $0) }
      + changes.shrunk { _ in [] }.map { Reaction(action: action, changes: $0, effect: effect) }
  }
}

extension PlannedEffect {
  var smaller: [PlannedEffect] {
    switch self {
    case .none: []
    case .send, .cancel: [.none]
    case .run(let moves, let action):
      [.none] + moves.smallerMoves().map { .run($0, catching: action) }
        + (action == nil ? [] : [.run(moves.filter { $0 != .fail })])
    case .merge(let effects):
      [.none] + effects + effects.shrunk(\.smaller).map { .merge($0) }
    case .concatenate(let effects):
      [.none] + effects + effects.shrunk(\.smaller).map { .concatenate($0) }
    case .cancellable(let effect, let id, let cancelInFlight):
      [effect] + (cancelInFlight ? [.cancellable(effect, id: id, cancelInFlight: false)] : [])
        + effect.smaller.map { .cancellable($0, id: id, cancelInFlight: cancelInFlight) }
    case .delayed(let effect, let ticks):
      [effect] + effect.smaller.map { .delayed($0, by: ticks) }
    case .debounced(let effect, let id, let ticks):
      [effect, .delayed(effect, by: ticks)]
        + effect.smaller.map { .debounced($0, id: id, by: ticks) }
    }
  }
}

extension Array {
  /// The arrays with one element removed, and the arrays with one element made smaller.
  func shrunk(_ smaller: (Element) -> [Element]) -> [[Element]] {
    let shorter = indices.map { index in
      var copy = self
      copy.remove(at: index)
      return copy
    }
    let replaced = indices.flatMap { index in
      smaller(self[index]).map { element in
        var copy = self
        copy[index] = element
        return copy
      }
    }
    return shorter + replaced
  }

  fileprivate func replacing(_ index: Int, by elements: [Element]) -> [Element] {
    Array(self[..<index]) + elements + Array(self[(index + 1)...])
  }
}

extension Array {
  fileprivate func smallerMoves<Action>() -> [[PlannedEffect<Action>.Move]]
  where Element == PlannedEffect<Action>.Move {
    let unwrapped = indices.compactMap { index -> [Element]? in
      switch self[index] {
      case .inChildTasks(let children): return replacing(index, by: Array(children.joined()))
      case .cancellable(let moves, _, _): return replacing(index, by: moves)
      default: return nil
      }
    }
    return unwrapped
      + shrunk { move in
        switch move {
        case .send, .yield: []
        case .sendFromMain(let action): [.send(action)]
        case .sleep(let ticks) where ticks > 1: [.sleep(1), .yield]
        case .sleep, .hopToMain, .dismiss, .fail, .cancelNow: [.yield]
        case .cancellable(let moves, let id, let cancelInFlight):
          moves.smallerMoves().map { .cancellable($0, id: id, cancelInFlight: cancelInFlight) }
        case .inChildTasks(let children):
          Array(children.joined()).smallerMoves().map { .inChildTasks([$0]) }
        }
      }
  }
}

/// Shrinks a value as long as a smaller value also fails.
nonisolated(nonsending) func shrink<Value>(
  _ value: Value, smaller: (Value) -> [Value], budget: Int = 2_000,
  fails: nonisolated(nonsending) (Value) async -> Bool
) async -> Value {
  var smallest = value
  var left = budget
  search: while left > 0 {
    for candidate in smaller(smallest) where left > 0 {
      left -= 1
      if await fails(candidate) {
        smallest = candidate
        continue search
      }
    }
    return smallest
  }
  return smallest
}
