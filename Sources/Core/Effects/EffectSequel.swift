/// The continuation of an effect: another effect, the end of its group, or both.
///
/// Sequels form a chain, from the innermost group outwards. The runtime follows the chain in a loop,
/// so that no depth of nesting costs it stack.
final class EffectSequel<Action> {
  enum Part {
    /// The branches of a merge that have not ended.
    case merge(remaining: Int)
    /// The effects of a sequence that have not started.
    case sequence(ArraySlice<Effect<Action>>, Gate)
    /// An effect whose throttling ends when its wait does.
    case throttled(Effect<Action>, Throttle, Gate)
  }

  /// Whether what comes next may start; closed when the group is cancelled.
  struct Gate {
    let context: EffectContext
    private let isClosed: ClosableFlag
    private let registration: CancellationRegistry.Registration?

    init(
      in context: EffectContext, cancellableBy ids: [CancelID],
      _ cancellations: CancellationRegistry
    ) {
      let isClosed = ClosableFlag()
      self.context = context
      self.isClosed = isClosed
      registration =
        ids.isEmpty
        ? nil
        : cancellations.register(.sequel(step: context.step) { isClosed.close() }, under: ids)
    }

    var isOpen: Bool { !isClosed.isClosed && !context.group.isCancelled }

    func unregister(from cancellations: CancellationRegistry) {
      if let registration { cancellations.unregister(registration) }
    }
  }

  var part: Part
  private(set) var next: EffectSequel?

  init(_ part: Part, then next: EffectSequel?) {
    self.part = part
    self.next = next
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

/// The group and the sequence in which an effect starts.
struct EffectContext {
  let group: EffectGroup
  let step: Int
  var cancelIDs: [CancelID] = []
}

/// A flag that is set once, from anywhere.
final class ClosableFlag: Sendable {
  private let closed = Lock(false)

  var isClosed: Bool { closed.withLock { $0 } }

  func close() {
    closed.withLock { $0 = true }
  }
}
