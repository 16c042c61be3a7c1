/// Some of the effects of a runtime, in the order in which they started.
///
/// An array, because there are two or three as a rule; the order makes a search in a long one short.
struct StartedEffects {
  private(set) var all: [RunningEffect] = []

  var isEmpty: Bool { all.isEmpty }

  /// The position of an effect, by its number.
  func position(of id: Int) -> Int? {
    let position = all.partitioningIndex { $0.origin.id >= id }
    return position < all.count && all[position].origin.id == id ? position : nil
  }

  /// Adds an effect that has started after all others.
  mutating func append(_ effect: RunningEffect) {
    all.append(effect)
  }

  mutating func remove(at position: Int) -> RunningEffect {
    all.remove(at: position)
  }
}
