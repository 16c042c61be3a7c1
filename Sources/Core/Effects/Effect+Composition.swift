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

  /// Runs effects one after the other; each starts when the one before it has ended.
  ///
  /// An effect that is cancelled has ended, so the next one starts. When the whole sequence is
  /// cancelled, nothing more starts.
  @inlinable
  public static func concatenate(_ effects: Effect...) -> Effect {
    concatenate(effects)
  }

  /// Runs effects one after the other; each starts when the one before it has ended.
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

  /// The same effect, its actions turned into those of another feature.
  ///
  /// `transform` runs where the store runs reducers, so it need not be `Sendable`.
  public func map<NewAction>(
    _ transform: @escaping (Action) -> NewAction
  ) -> Effect<NewAction> {
    mapLeaves(send: transform) { $0.map(transform) }
  }

  package var isNone: Bool {
    if case .none = operation { true } else { false }
  }
}
