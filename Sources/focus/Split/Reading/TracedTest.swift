import TestEvents
import SourceReading

/// A test function, with the traced events of each of its statements.
package struct TracedTest: Sendable {
  package let function: TestFunction

  /// The test's name for its store.
  package let storeName: String

  package let store: TracedStore

  /// The parts of the store that the test declares, each with how many parts of a change's path lead to it.
  let declaredParts: [String: Int]

  /// For each statement that drives the store the part that its action goes to, if it is one's.
  private(set) var parts: [Int: StorePart] = [:]

  /// The constants that stand for values in the new tests.
  var constants: TestConstants

  /// The names that a part cannot have.
  let takenNames: Set<String>

  /// The statements, in order.
  package private(set) var units: [Unit]

  /// The actions that were reduced, by their numbers, each with the statement that it was reduced in.
  package private(set) var steps: [Int: (step: TracedStep, unit: Int)] = [:]

  /// The statements that can be the reason for each answer of a stub.
  private(set) var reasonsForAnswers: [Int: [Set<Int>]] = [:]

  /// For each statement the earlier ones whose results it uses: sends, and bindings.
  private(set) var sources: [Int: Set<Int>] = [:]

  /// The code that can't be split, with the reasons.
  package private(set) var problems: [SplitProblem] = []

  /// The behaviors that helpers assert, by the index of the problem that names the helper.
  private(set) var behaviorsInHelpers: [Int: Set<Behavior>] = [:]

  /// A statement of the test.
  package struct Unit: Sendable {
    package let tokens: Range<Int>
    package let kind: Kind
    package let declared: [String]
    /// The actions that were reduced in it, in order.
    package var steps: [TracedStep] = []
    package var outcomes: [TracedOutcome] = []
    package var assertions: [TracedAssertion] = []
    /// The steps whose effects had made the calls that were answered in it.
    package var answeredSteps: [Int] = []
  }

  package enum Kind: Hashable, Sendable {
    /// Declares something.
    case declaration
    /// Declares something after the store was made, by an expression that has effects or reads the store.
    case binding
    /// Declares the store.
    case creation
    case send(StoreCallSource)
    case receive(StoreCallSource)
    /// `store.assert`.
    case assertion(StoreCallSource)
    /// `store.finish`, `settle`, `skipReceivedActions` and the like.
    case end(StoreCallSource)
    /// An expectation of the test framework, or of the store about what is not received.
    case check
    /// A clock is moved, or a stub answered.
    case event
    /// Steps in the blocks of other statements.
    case block
    case other
  }
}

/// A line of the test that cannot be split, and why.
package struct SplitProblem: Hashable, Sendable {
  package var line: Int
  package var reason: String
  /// The behavior that has no test because of it, if that is known.
  package var behavior: Behavior?

  package init(line: Int, reason: String, behavior: Behavior? = nil) {
    self.line = line
    self.reason = reason
    self.behavior = behavior
  }
}

extension TracedTest {
  /// - Parameters:
  ///   - acceptsFocused: Whether a test may be read that compares no step in full.
  ///   - initializers: Those by which values can be written where the test stands.
  package init(
    _ function: TestFunction, _ trace: Trace, file: String, acceptsFocused: Bool = false,
    initializers: Initializers? = nil
  ) throws(SplitRefusal) {
    let run = try Self.firstRun(
      of: trace.respelled { literal in
        (initializers.map { $0.respelling(literal) } ?? literal).map(function.inScope)
      })
    self.function = function
    store = run.store
    constants = initializers.map { TestConstants(of: function, $0) } ?? TestConstants()
    let source = function.source
    guard !function.hasParameters else { throw .hasParameters }

    let calls = run.events.compactMap { event -> TracedCall? in
      if case .call(let call) = event { call } else { nil }
    }
    let own = calls.filter { $0.file == file && function.lines.contains($0.line) }
    let parts = source.declaredParts(in: function.statements)
    let made = run.store.file == file ? source.nameOfStore(madeAt: run.store.line) : nil
    guard let sender = Self.driver(own, in: function) ?? (acceptsFocused ? made : nil) else {
      guard let hidden = calls.first else { throw .nothingAsserted }
      throw .onlyInHelpers(file: hidden.file, line: hidden.line)
    }
    let name = parts[sender]?.store ?? sender
    storeName = name
    declaredParts = parts.filter { $0.value.store == name }.mapValues(\.depth)
    // Neither members nor labels.
    takenNames = Set(
      function.declaration.tokens
        .filter { source.text($0 - 1) != "." && source.text($0 + 1) != ":" }
        .map { source.text($0) } + (function.members + function.fileDeclarations).flatMap(\.names))
    let receivers = [name] + declaredParts.keys.sorted()

    let traced = Set(own.compactMap { function.statement(at: $0.line) })
    units = function.statements.enumerated().map { index, tokens in
      Self.unit(tokens, in: source, receivers: receivers, isTraced: traced.contains(index))
    }
    declareChanges()
    findBindings()
    attribute(run.events, file: file)
    for (index, unit) in units.enumerated() {
      for step in unit.steps { steps[step.step] = (step, index) }
    }
    findParts()
    reasonsForAnswers = Self.reasonsForAnswers(in: units)
    sources = Self.sources(of: units, in: source)
    let isExhaustive = units.contains { $0.assertions.contains(where: \.isInFull) }
    if !isExhaustive, !acceptsFocused { throw .focused }
  }

  /// The events of the first store that was sent something, if the others are of further runs of its
  /// line. XCTest creates the stores in the properties of all its test cases.
  private static func firstRun(
    of trace: Trace
  ) throws(SplitRefusal) -> (store: TracedStore, events: [TraceEvent]) {
    var used: Set<Int> = []
    for case .step(let step) in trace.events { used.insert(step.store) }
    var stores: [TracedStore] = []
    for case .store(let store) in trace.events where used.contains(store.store) {
      stores.append(store)
    }
    guard let first = stores.first else { throw .noStore }
    let others = stores.filter { ($0.file, $0.line) != (first.file, first.line) }
    guard others.isEmpty else {
      throw .severalStores(lines: Set(stores.map(\.line)).sorted())
    }
    let next = stores.count > 1 ? stores[1].store : nil
    let events = trace.events.prefix { next == nil || $0.store != next }
    return (first, events.filter { ($0.store ?? first.store) == first.store })
  }

  /// Counts statements that change a variable before the store is made as declarations of the variable.
  private mutating func declareChanges() {
    guard let creation = units.firstIndex(where: { $0.kind == .creation }) else { return }
    let source = function.source
    var variables: Set<String> = []
    for index in 0..<creation {
      let unit = units[index]
      let first = source.text(unit.tokens.lowerBound)
      if unit.kind == .declaration, first == "var" { variables.formUnion(unit.declared) }
      guard unit.kind == .other, variables.contains(first) else { continue }
      units[index] = Unit(tokens: unit.tokens, kind: .declaration, declared: [first])
    }
  }

  /// Tells the declarations after the store that not every trial can make.
  private mutating func findBindings() {
    let creation = units.firstIndex { $0.kind == .creation } ?? -1
    let source = function.source
    for index in units.indices where index > creation && !units[index].declared.isEmpty {
      let unit = units[index]
      guard [.declaration, .event, .block, .check, .other].contains(unit.kind),
        let equals = source.equals(in: unit.tokens), !unit.declared.contains(where: isPart)
      else { continue }
      let names = source.names(in: equals..<unit.tokens.upperBound)
      guard !names.isDisjoint(with: ["try", "await", storeName]) || unit.kind != .declaration
      else { continue }
      units[index] = Unit(tokens: unit.tokens, kind: .binding, declared: unit.declared)
    }
  }

  /// The receiver in the first statement that sends, otherwise of another call of the store.
  private static func driver(_ calls: [TracedCall], in function: TestFunction) -> String? {
    let source = function.source
    for call in calls.filter({ $0.kind == .send }) + calls.filter(\.kind.isOfStore) {
      guard let statement = function.statement(at: call.line) else { continue }
      let tokens = function.statements[statement]
      for index in tokens.dropLast(2)
      where source.tokens[index].kind == .word && source.text(index + 1) == "."
        && source.text(index + 2) == call.kind.rawValue
      {
        return source.text(index)
      }
    }
    return nil
  }

  private static func unit(
    _ tokens: Range<Int>, in source: SwiftSource, receivers: [String], isTraced: Bool
  ) -> Unit {
    let declaration = source.declaration(tokens)
    func unit(_ kind: Kind) -> Unit {
      Unit(tokens: tokens, kind: kind, declared: declaration?.names ?? [])
    }
    if let call = receivers.lazy.compactMap({ source.storeCall(tokens, on: $0) }).first {
      switch call.method {
      case "send": return unit(.send(call))
      case "receive": return unit(.receive(call))
      case "assert": return unit(.assertion(call))
      case "finish", "settle", "skipReceivedActions", "skipInFlightEffects":
        return unit(.end(call))
      case "assertNotReceived": return unit(.check)
      default: break
      }
    }
    if declaration?.names == [receivers[0]] { return unit(.creation) }
    let first = source.text(tokens.lowerBound)
    if isTraced {
      let hasStep = source.outerTokens(in: tokens).contains { index in
        receivers.contains(source.text(index)) && source.text(index + 1) == "."
      }
      let isEvent = !hasStep && source.names(in: tokens).isDisjoint(with: receivers)
      if isEvent, !SwiftSource.controlWords.contains(first) { return unit(.event) }
      return unit(.block)
    }
    if declaration != nil { return unit(.declaration) }
    if isExpectation(tokens, in: source) { return unit(.check) }
    return unit(.other)
  }

  private static func isExpectation(_ tokens: Range<Int>, in source: SwiftSource) -> Bool {
    tokens.prefix(4).contains { index in
      let word = source.text(index)
      return ["#expect", "#require", "expectNoDifference"].contains(word)
        || word.hasPrefix("XCTAssert") || word == "XCTUnwrap"
    }
  }

  /// Assigns each event to the statement in which it happened.
  private mutating func attribute(_ events: [TraceEvent], file: String) {
    var current: Int?
    /// The latest statement that has called the store itself.
    var latest = -1
    var helpers: [String: Int] = [:]
    var start = 0
    for (index, event) in events.enumerated() {
      switch event {
      case .call(let call):
        let isOwn = call.file == file && function.lines.contains(call.line)
        let own = isOwn ? function.statement(at: call.line) : nil
        let place = "\(call.file):\(call.line)"
        current = own ?? statement(ofHelperAt: index, after: latest, events[start...], file: file)
        if let own {
          (latest, start) = (own, index)
        } else if helpers[place] == nil {
          helpers[place] = problems.count
          problems.append(
            SplitProblem(
              line: isOwn ? call.line : 0,
              reason: "`\(call.kind.rawValue)` is called in a helper, at \(place)"))
        }
      case .answer(let answer): if let current { units[current].answeredSteps.append(answer.step) }
      case .step(let step): if let current { units[current].steps.append(step) }
      case .outcome(let outcome): if let current { units[current].outcomes.append(outcome) }
      case .assertion(let assertion):
        guard let line = assertion.line else {
          // The end of the store belongs to the test's last line.
          if let last = units.indices.last { units[last].assertions.append(assertion) }
          continue
        }
        if assertion.file == file, let index = function.statement(at: line) {
          units[index].assertions.append(assertion)
        } else if let problem = helpers["\(assertion.file ?? ""):\(line)"] {
          behaviorsInHelpers[problem, default: []].formUnion(assertion.behaviors)
        }
      default: break
      }
    }
    for unit in units where unit.kind == .block {
      let lines = function.source.lineRange(of: unit.tokens)
      let word = function.source.text(unit.tokens.lowerBound)
      problems.append(
        SplitProblem(
          line: lines.lowerBound,
          reason: SwiftSource.controlWords.contains(word)
            ? "steps in the block of \(Self.article(word)) `\(word)`"
            : "a step inside of another expression"))
    }
  }

  /// The statement that calls a helper, which calls the store: the one that can be meant between the test's
  /// own calls.
  ///
  /// Where several statements call a helper of the file, each has made the helper's call once.
  ///
  /// - Parameter events: The events since the last call of the test.
  private func statement(
    ofHelperAt index: Int, after latest: Int, _ events: ArraySlice<TraceEvent>, file: String
  ) -> Int? {
    func own(_ event: TraceEvent) -> Int? {
      guard case .call(let call) = event, call.file == file else { return nil }
      return function.statement(at: call.line)
    }
    guard case .call(let call) = events[index] else { return nil }
    let end = events[index...].firstIndex { own($0) != nil } ?? events.endIndex
    let next = events.indices.contains(end) ? own(events[end]) ?? units.count : units.count
    let source = function.source
    let open = units.indices.filter { unit in
      unit > latest && unit < next && units[unit].kind == .other
        && source.names(in: units[unit].tokens).contains("await")
    }
    if open.count < 2 || call.file != file { return open.count == 1 ? open[0] : nil }
    let helpers = (function.members + function.fileDeclarations).filter {
      source.lineRange(of: $0.tokens).contains(call.line)
    }.flatMap(\.names)
    let meant = open.filter { !source.names(in: units[$0].tokens).isDisjoint(with: helpers) }
    let same = events[..<end].indices.filter { events[$0] == .call(call) }
    guard same.count == meant.count else { return meant.count == 1 ? meant[0] : nil }
    return same.firstIndex(of: index).map { meant[$0] }
  }

  /// Whether a name is that of a part which the test declares.
  func isPart(_ name: String) -> Bool { declaredParts[name] != nil }

  private mutating func findParts() {
    let paths = Set(units.flatMap(\.steps).flatMap(\.changes).map(\.path))
    for (index, unit) in units.enumerated() {
      guard let call = unit.actionCall, call.receiver == storeName else { continue }
      parts[index] = StorePart(call, in: function.source, changes: paths, taken: takenNames)
    }
  }

  private static func article(_ word: String) -> String {
    "aeiou".contains(word.prefix(1)) ? "an" : "a"
  }
}

extension TracedTest {
  /// How the test makes its store, if it does so itself.
  package var creation: StoreCreation? {
    let source = function.source
    guard let unit = units.first(where: { $0.kind == .creation }),
      let equals = source.equals(in: unit.tokens)
    else { return nil }
    return StoreCreation(
      equals + 1..<unit.tokens.upperBound, stateType: store.stateType, in: source)
  }

  /// The statement that sent the action that caused a step.
  package func root(of step: Int) -> Int? {
    var number = step
    while let found = steps[number] {
      guard let cause = found.step.cause, cause < number else { return found.unit }
      number = cause
    }
    return nil
  }
}

extension TracedTest.Unit {
  var isSend: Bool { if case .send = kind { true } else { false } }
  var isReceive: Bool { if case .receive = kind { true } else { false } }
  var isEnd: Bool { if case .end(let call) = kind { call.method != "settle" } else { false } }

  /// The call by which it sends or receives an action.
  var actionCall: StoreCallSource? {
    switch kind {
    case .send(let call), .receive(let call): call
    default: nil
    }
  }

  /// The action that it sends itself.
  var sentStep: TracedStep? { steps.first { $0.cause == nil } }
}
