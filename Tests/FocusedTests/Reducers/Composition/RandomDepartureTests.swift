import FocusedTestStore
import Testing

/// Removes children of a random tree in all possible forms, and compares the result with a model that checks the whole
/// tree.
struct RandomDepartureTests {
  /// The order is the same if the rows are computed.
  @Test(arguments: 1...20) func theEffectsOfThoseAndOnlyThoseThatGoAreCancelledInOrder(
    _ seed: UInt64
  ) async {
    let stored = await run(seed)
    claimEqual(stored.mistakes, [])
    claimEqual(stored.cancelled, await run(seed, isComputed: true).cancelled)
  }

  /// - Parameter isComputed: Whether the rows are computed.
  /// - Returns: The cancelled effects of each step, and the differences from the expectation.
  private func run(
    _ seed: UInt64, isComputed: Bool = false
  ) async -> (cancelled: [[Int]], mistakes: [String]) {
    var random = SeededRandom(seed: seed)
    let log = Log()
    let size = random.pick([5, 12, 30])
    let store = makeStore(
      of: Trunk(isComputed: isComputed), from: Trunk.State(rows: size, random.chance(50)), log)
    // Holds copies of earlier states, as an interceptor does.
    var copies: [Trunk.State] = []
    var inFlight: [Int: Child] = [:]
    var cancelled: [[Int]] = []
    var mistakes: [String] = []
    for step in 0..<120 {
      if random.chance(50) {
        if let child = store.state.children.randomElement(using: &random) {
          await store.send(.row(.element(id: child.row, action: child.action(.start(step)))))
          inFlight[step] = child
        }
      } else {
        let change = Change.random(in: store.state, &random)
        switch random.number(0..<4) {
        case 0: await store.send(.updateAbove { change.apply(to: &$0) })
        case 1:
          await store.send(.updateBelow { change.apply(to: &$0) })
        case 2:
          let row = random.pick(store.state.rows.map(\.id) + [change.row])
          // The action goes through an unrelated row, so that an operator runs in the same step.
          guard store.state.rows.index(id: row) != nil else { continue }
          await store.send(.row(.element(id: row, action: .above { change.apply(to: &$0) })))
        default:
          guard store.state.rows.index(id: change.row) != nil else { continue }
          await store.send(
            .row(.element(id: change.row, action: .update { change.apply(to: &$0) })))
        }
      }
      let children = Set(store.state.children)
      let gone = inFlight.filter { !children.contains($0.value) }.keys
      cancelled.append(log.take())
      if Set(cancelled[cancelled.count - 1]) != Set(gone) {
        mistakes.append("step \(step): \(cancelled[cancelled.count - 1]) instead of \(gone)")
      }
      for token in gone { inFlight[token] = nil }
      if random.chance(20) { copies.append(store.state) }
      if random.chance(10) { copies = [] }
    }
    await store.send(.updateAbove { $0.rows = [] })
    cancelled.append(log.take())
    if Set(cancelled[cancelled.count - 1]) != Set(inFlight.keys) {
      mistakes.append("the end: \(cancelled[cancelled.count - 1]) instead of \(inFlight.keys)")
    }
    await store.finish()
    return (cancelled, mistakes)
  }

  @Test func thoseThatBeganFirstAreCancelledFirst() async {
    let log = Log()
    let store = makeStore(of: Trunk(), from: Trunk.State(rows: 4, false), log)
    for row in [2, 0, 3, 1] {
      await store.send(.row(.element(id: row, action: .leaf(.start(row)))))
    }
    await store.send(.updateBelow { $0.rows.remove(id: 3) })
    claimEqual(log.take(), [3])
    await store.send(
      .updateBelow { state in
        for row in 0..<3 { state.rows[id: row]?.leaf = nil }
      })
    claimEqual(log.take(), [2, 0, 1])
    await store.finish()
  }

  @Test func aChildOfAnElementThatIsAnObjectIsCancelledThoughNothingWasEdited() async {
    let log = Log()
    let store = makeStore(of: Objects(), from: Objects.State(), log)
    await store.send(.row(.element(id: 1, action: .leaf(.start(7)))))
    await store.send(.cut(1))
    claimEqual(log.take(), [7])
  }

  @Test func aChildInAnObjectIsCancelledThoughNoElementWasEdited() async {
    let log = Log()
    let store = makeStore(of: Trunk(), from: Trunk.State(rows: 20, false), log)
    await store.send(.row(.element(id: 1, action: .boxed(.start(7)))))
    await store.send(.updateBelow { $0.rows.elements[1].box.leaf = nil })
    claimEqual(log.take(), [7])
  }
}

private func makeStore<R: Reducer>(of reducer: R, from state: R.State, _ log: Log) -> TestStoreOf<R>
{
  TestStore(.off, initialState: state) {
    reducer
  } withDependencies: {
    $0.continuousClock = TestClock()
    $0[LogKey.self] = log
  }
}

/// The tokens of cancelled effects, in order.
private final class Log: Sendable {
  private let tokens = Lock<[Int]>([])

  func append(_ token: Int) { tokens.withLock { $0.append(token) } }

  func take() -> [Int] {
    tokens.withLock { tokens in
      defer { tokens = [] }
      return tokens
    }
  }
}

private enum LogKey: DependencyKey {
  static let liveValue = Log()
  static let testValue = Log()
}

private struct Trunk: Reducer {
  var isComputed = false

  struct State: Equatable {
    var rows: IdentifiedArrayOf<Branch.State>
    /// Rows that replaced the rows in `rows`, or were replaced by them.
    var others: IdentifiedArrayOf<Branch.State> = []

    var computedRows: IdentifiedArrayOf<Branch.State> {
      get { rows }
      set { rows = newValue }
    }

    init(rows: Int, _ isFull: Bool) {
      self.rows = IdentifiedArray(uniqueElements: (0..<rows).map { Branch.State(id: $0, isFull) })
    }
  }

  enum Action {
    case updateAbove((inout State) -> Void)
    case updateBelow((inout State) -> Void)
    case row(IdentifiedAction<Int, Branch.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .updateAbove(let update): update(&state)
      case .row(.element(_, .above(let update))): update(&state)
      default: break
      }
      return .none
    }
    Reduce { state, action in
      if case .updateBelow(let update) = action { update(&state) }
      return .none
    }
    .forEach(isComputed ? \.computedRows : \.rows, action: Self.row) { Branch() }
  }

  private static var row: CasePath<Action, IdentifiedAction<Int, Branch.Action>> {
    CasePath(embed: { .row($0) }) {
      // It is not a mistake here if a row's own action has removed the row.
      if case .row(let action) = $0, case .element(_, let inner) = action, !inner.isAbove {
        action
      } else {
        nil
      }
    }
  }
}

private struct Branch: Reducer {
  struct State: Identifiable, Equatable {
    let id: Int
    var count = 0
    var leaf: Bud.State?
    let box = Box()
    var twigs: IdentifiedArrayOf<Twig.State> = []
    var stack = StackState<Bud.State>()
    @PresentationState var sheet: Bud.State?

    var boxed: Bud.State? {
      get { box.leaf }
      set { box.leaf = newValue }
    }

    init(id: Int, _ isFull: Bool) {
      self.id = id
      leaf = Bud.State()
      box.leaf = Bud.State()
      twigs = [Twig.State(id: 0), Twig.State(id: 1)]
      if isFull { sheet = Bud.State() }
    }
  }

  final class Box: Equatable {
    var leaf: Bud.State?

    static func == (lhs: Box, rhs: Box) -> Bool { lhs === rhs }
  }

  enum Action {
    case above((inout Trunk.State) -> Void)
    case update((inout State) -> Void)
    case leaf(Bud.Action)
    case boxed(Bud.Action)
    case twig(IdentifiedAction<Int, Twig.Action>)
    case stack(StackAction<Bud.State, Bud.Action>)
    case sheet(PresentationAction<Bud.Action>)

    var isAbove: Bool { if case .above = self { true } else { false } }
  }

  var body: some ReducerOf<Self> {
    let update = Reduce<State, Action> { state, action in
      if case .update(let update) = action { update(&state) }
      return .none
    }
    .ifLet(\.leaf, action: { .leaf($0) }) { Bud() }
    let rows = update.forEach(\.twigs, action: { .twig($0) }) { Twig() }
    rows.ifLet(\.boxed, action: { .boxed($0) }) { Bud() }
    EmptyReducer().forEach(\.stack, action: { .stack($0) }) { Bud() }
    EmptyReducer().ifLet(\.$sheet, action: { .sheet($0) }) { Bud() }
  }
}

private struct Twig: Reducer {
  struct State: Identifiable, Equatable {
    let id: Int
    var leaf: Bud.State? = Bud.State()
  }

  enum Action {
    case leaf(Bud.Action)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.leaf, action: { .leaf($0) }) { Bud() }
  }
}

private struct Bud: Reducer {
  struct State: Equatable {
    var serial = 0
  }

  enum Action {
    case start(Int)
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(LogKey.self) private var log

  func reduce(into _: inout State, action: Action) -> Effect<Action> {
    guard case .start(let token) = action else { return .none }
    return .run { [clock, log] _ in
      try await withTaskCancellationHandler {
        try await clock.sleep(for: .seconds(1))
      } onCancel: {
        log.append(token)
      }
    }
  }
}

/// Rows that are objects.
private struct Objects: Reducer {
  struct State: Equatable {
    var rows = IdentifiedArray(uniqueElements: (0..<20).map { Row.State(id: $0) })
  }

  enum Action {
    case row(IdentifiedAction<Int, Row.Action>)
    case cut(Int)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.rows, action: { .row($0) }) { Row() }
    Reduce { state, action in
      if case .cut(let index) = action { state.rows.elements[index].leaf = nil }
      return .none
    }
  }

  struct Row: Reducer {
    final class State: Identifiable, Equatable {
      let id: Int
      var leaf: Bud.State? = Bud.State()

      init(id: Int) { self.id = id }

      static func == (lhs: State, rhs: State) -> Bool { lhs === rhs }
    }

    enum Action {
      case leaf(Bud.Action)
    }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.leaf, action: { .leaf($0) }) { Bud() }
    }
  }
}

/// A child of a row in the model.
private struct Child: Hashable {
  enum Place: Hashable {
    case leaf, boxed
    case twig(Int)
    case stack(StackElementID)
    case sheet(serial: Int)
  }

  let row: Int
  let place: Place

  func action(_ action: Bud.Action) -> Branch.Action {
    switch place {
    case .leaf: .leaf(action)
    case .boxed: .boxed(action)
    case .twig(let id): .twig(.element(id: id, action: .leaf(action)))
    case .stack(let id): .stack(.element(id: id, action: action))
    case .sheet: .sheet(.presented(action))
    }
  }
}

extension Trunk.State {
  fileprivate var children: [Child] {
    rows.flatMap { row in
      var places: [Child.Place] = row.twigs.filter { $0.leaf != nil }.map { .twig($0.id) }
      if row.leaf != nil { places.append(.leaf) }
      if row.boxed != nil { places.append(.boxed) }
      places += row.stack.ids.map { .stack($0) }
      if let sheet = row.sheet { places.append(.sheet(serial: sheet.serial)) }
      return places.map { Child(row: row.id, place: $0) }
    }
  }
}

/// A change that some reducer makes.
private struct Change {
  let row: Int
  private let kind: Int
  private let serial: Int

  static func random(in state: Trunk.State, _ random: inout SeededRandom) -> Change {
    Change(
      row: state.rows.randomElement(using: &random)?.id ?? 0, kind: random.number(0..<24),
      serial: random.number(1..<1_000_000_000))
  }

  func apply(to state: inout Trunk.State) {
    var others = SeededRandom(seed: UInt64(serial))
    switch kind {
    case 10: state.rows.remove(id: row)
    case 11: state.rows[id: row] = nil
    case 12: state.rows.removeAll { ($0.id + serial) % 5 == 0 }
    case 13: state.rows = IdentifiedArray(uniqueElements: state.rows.elements)
    case 14: state.rows.shuffle(using: &others)
    case 15: state.rows.append(Branch.State(id: serial, true))
    case 16: for id in Array(state.rows.ids) { state.rows[id: id]?.count += 1 }
    case 17:
      var copy = state.rows
      copy[id: row]?.leaf = nil
      if serial % 2 == 0 { state.rows = copy }
    case 18: if let index = state.rows.index(id: row) { state.rows[index].twigs = [] }
    case 19: if let index = state.rows.index(id: row) { state.rows.swapAt(0, index) }
    case 20:
      for id in Array(state.rows.ids) where (id + serial) % 3 == 0 {
        state.rows[id: id]?.leaf = nil
      }
    case 21: if let row = state.rows[id: row] { row.box.leaf = nil }
    case 22: state.others = state.rows
    case 23: swap(&state.rows, &state.others)
    default:
      guard var changed = state.rows[id: row] else { return }
      apply(to: &changed)
      if serial % 2 == 0 {
        state.rows.updateOrAppend(changed)
      } else {
        state.rows[id: row]? = changed
      }
    }
  }

  func apply(to row: inout Branch.State) {
    switch kind % 10 {
    case 0: row.leaf = nil
    case 1: row.leaf = Bud.State(serial: serial)
    case 2: row.twigs.remove(id: serial % 2)
    case 3: row.twigs[id: serial % 2]?.leaf = nil
    case 4: row.twigs.updateOrAppend(Twig.State(id: serial % 3))
    case 5: row.stack.append(Bud.State(serial: serial))
    case 6: if let last = row.stack.ids.last { row.stack.pop(from: last) }
    case 7:
      row.sheet = nil
      row.sheet = Bud.State(serial: serial)
    case 8: row.sheet = nil
    default: row.boxed = serial % 2 == 0 ? nil : Bud.State()
    }
  }
}
