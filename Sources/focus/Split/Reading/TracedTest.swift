import TestEvents
import SourceReading

/// A test function, with the traced events of each of its statements.
package struct TracedTest: Sendable {
  package let function: TestFunction

  /// The name of the store in the test.
  package let storeName: String

  package let store: TracedStore

  /// The scoped stores that the test declares, each with the number of path components that lead to it.
  let declaredParts: [String: Int]

  /// For each statement that sends or receives, the scoped store of its action, if it has one.
  private(set) var parts: [Int: StorePart] = [:]

  /// The constants whose names replace values in the new tests.
  var constants: TestConstants

  /// The names that a scoped store cannot have.
  let takenNames: Set<String>

  /// The statements, in order.
  package private(set) var units: [Unit]

  /// The reduced actions, by step number, each with its statement.
  package private(set) var steps: [Int: (step: TracedStep, unit: Int)] = [:]

  /// For each statement that answers stubs, and for each answer, the statements that can cause the call.
  private(set) var reasonsForAnswers: [Int: [Set<Int>]] = [:]

  /// For each statement, the earlier statements whose results it uses.
  private(set) var sources: [Int: Set<Int>] = [:]

  /// The code that can't be split, with the reasons.
  package private(set) var problems: [SplitProblem] = []

  /// The behaviors that helpers assert, by the index of the problem that names the helper.
  private(set) var behaviorsInHelpers: [Int: Set<Behavior>] = [:]
}

/// A line of the test that cannot be split, with the reason.
package struct SplitProblem: Hashable, Sendable {
  package var line: Int
  package var reason: String
  /// The behavior that has no test because of this problem, if known.
  package var behavior: Behavior?

  package init(line: Int, reason: String, behavior: Behavior? = nil) {
    self.line = line
    self.reason = reason
    self.behavior = behavior
  }

  /// The problem as the terminal shows it.
  var sentence: String { (line > 0 ? "line \(line): " : "") + reason + "." }
}

extension TracedTest {
  /// - Parameters:
  ///   - acceptsFocused: Whether to accept a test that compares no step in full.
  ///   - initializers: The initializers that the test's source can use to write values.
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
    // All names except members and labels.
    takenNames = Set(
      function.declaration.tokens
        .filter { source.text($0 - 1) != "." && source.text($0 + 1) != ":" }
        .map { source.text($0) } + (function.members + function.fileDeclarations).flatMap(\.names))
    let traced = Set(own.compactMap { function.statement(at: $0.line) })
    var attribution = EventAttribution(
      Self.units(of: function, [name] + declaredParts.keys.sorted(), traced: traced),
      of: function, file: file)
    attribution.add(run.events)
    units = attribution.units
    problems = attribution.problems
    behaviorsInHelpers = attribution.behaviorsInHelpers
    for (index, unit) in units.enumerated() {
      for step in unit.steps { steps[step.step] = (step, index) }
    }
    findParts()
    reasonsForAnswers = Self.reasonsForAnswers(in: units)
    sources = Self.sources(of: units, in: source)
    let isExhaustive = units.contains { $0.assertions.contains(where: \.isInFull) }
    if acceptsFocused { return }
    if !isExhaustive { throw .focused }
    let block = units.first { source.declares(name, inBlockOf: $0.tokens) }
    if let block, !units.contains(where: { $0.kind == .creation }) {
      throw .storeInBlock(line: source.lineRange(of: block.tokens).lowerBound)
    }
  }

  /// The events of the first store that was sent an action. Throws if other such stores come from another line.
  /// XCTest also creates the stores in the properties of its other test cases.
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

  /// The receiver of the first `send`, or else of another call of the store.
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

  private mutating func findParts() {
    let paths = Set(units.flatMap(\.steps).flatMap(\.changes).map(\.path))
    for (index, unit) in units.enumerated() {
      guard let call = unit.actionCall, call.receiver == storeName else { continue }
      parts[index] = StorePart(call, in: function.source, changes: paths, taken: takenNames)
    }
  }

}

extension TracedTest {
  /// The creation of the store, if the test itself creates it.
  package var creation: StoreCreation? {
    let source = function.source
    guard let unit = units.first(where: { $0.kind == .creation }),
      let equals = source.equals(in: unit.tokens)
    else { return nil }
    return StoreCreation(
      equals + 1..<unit.tokens.upperBound, stateType: store.stateType, in: source)
  }

  /// The statement whose `send` led to a step.
  package func root(of step: Int) -> Int? {
    var number = step
    while let found = steps[number] {
      guard let cause = found.step.cause, cause < number else { return found.unit }
      number = cause
    }
    return nil
  }
}

extension SwiftSource {
  /// Whether a block of a statement declares a name.
  fileprivate func declares(_ name: String, inBlockOf statement: Range<Int>) -> Bool {
    declaration(statement)?.names.contains(name) != true
      && statement.contains { text($0) == name && ["let", "var"].contains(text($0 - 1)) }
  }
}
