import Core

/// The calls of a stub: which were made, which wait for an answer, and who waits for a call.
struct Switchboard<Input: Sendable, Output: Sendable>: Sendable {
  private(set) var calls: [Input] = []
  /// In the order in which they were made.
  private(set) var held: [HeldCall<Input, Output>] = []
  /// The stores whose effects have called, which know whether another call can still come.
  private(set) var callers: [WeakDriver] = []
  var rule: (@Sendable (Input) async throws -> Output)?
  private var nextID = 0
  private var cancelled: Set<Int> = []

  /// Records a call; it gets a number, and the rule that answers it if there is one.
  mutating func register(
    _ input: Input, by caller: (any EffectDriver)?
  ) -> (id: Int, rule: (@Sendable (Input) async throws -> Output)?) {
    defer { nextID += 1 }
    calls.append(input)
    if let caller, !callers.contains(where: { $0.driver === caller }) {
      callers.removeAll { $0.driver == nil }
      callers.append(WeakDriver(caller))
    }
    return (nextID, rule)
  }

  /// Holds a call, or says that it has been cancelled meanwhile.
  mutating func hold(_ call: HeldCall<Input, Output>) -> Bool {
    if cancelled.remove(call.id) != nil { return false }
    // Tasks in parallel may get here in another order than that in which they were numbered.
    let index = held.lastIndex { $0.id < call.id }.map { $0 + 1 } ?? held.startIndex
    held.insert(call, at: index)
    return true
  }

  mutating func take(_ id: Int) -> HeldCall<Input, Output>? {
    guard let index = held.firstIndex(where: { $0.id == id }) else { return nil }
    return held.remove(at: index)
  }

  /// Takes out a call, or remembers that it must not be held.
  mutating func cancel(_ id: Int) -> HeldCall<Input, Output>? {
    let call = take(id)
    if call == nil { cancelled.insert(id) }
    return call
  }

  mutating func forgetCancellation(of id: Int) {
    cancelled.remove(id)
  }
}

/// A store whose effects have called a stub, not kept alive by it.
struct WeakDriver: Sendable {
  private(set) weak var driver: (any EffectDriver)?

  init(_ driver: any EffectDriver) {
    self.driver = driver
  }
}

/// A call that waits for its answer.
struct HeldCall<Input: Sendable, Output: Sendable>: Sendable {
  let id: Int
  let input: Input
  let lane: (any EffectLane)?
  let parking: Parking.ID
  let continuation: CheckedContinuation<Output, any Error>

  func end(_ result: Result<Output, any Error>) {
    lane?.unpark(parking)
    continuation.resume(with: result)
  }
}

/// Which of the held calls a test means.
struct CallSelection<Input> {
  enum Kind {
    case oldest
    case having(Input)
    case meetingCondition
  }

  let kind: Kind
  let includes: (Input) -> Bool

  static var oldest: CallSelection { CallSelection(kind: .oldest) { _ in true } }

  static func having(_ input: Input, matches: @escaping (Input) -> Bool) -> CallSelection {
    CallSelection(kind: .having(input), includes: matches)
  }

  static func meeting(_ condition: @escaping (Input) -> Bool) -> CallSelection {
    CallSelection(kind: .meetingCondition, includes: condition)
  }
}
