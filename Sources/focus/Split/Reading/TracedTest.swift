import TestEvents
import SourceReading

/// A test function, with the traced events of each of its statements.
package struct TracedTest: Sendable {
  package let function: TestFunction

  /// The name of the store in the test.
  package let storeName: String

  package let store: TracedStore

  /// The creation of the store, if the test itself creates it.
  private(set) var creation: StoreCreation?

  /// The scoped stores that the test declares, each with the number of path components that lead to it.
  let declaredParts: [String: Int]

  /// For each statement that sends or receives, the scoped stores that can handle its action, from the outside in.
  private(set) var parts: [Int: [StorePart]] = [:]

  /// The constants whose names replace values in the new tests.
  var constants: TestConstants

  /// The names that a scoped store cannot have.
  let takenNames: Set<String>

  /// The statements, in order.
  package private(set) var units: [Unit]

  /// The reduced actions, by step number, each with its statement.
  package private(set) var steps: [Int: (step: TracedStep, unit: Int)] = [:]

  /// For each statement, the statements that it needs: of each set, at least one must run earlier.
  private var needs: [Int: [Set<Int>]] = [:]

  /// The cancellations that effects outlive, each with the `send` that led to the effect, and the statement in which
  /// an action of the effect came.
  private var outlived: [OutlivedCancellation] = []
  private typealias OutlivedCancellation = (cancellation: Int, root: Int, arrival: Int)

  /// For each statement that cancels effects, those that started them, if there are several of one name.
  private(set) var startsOfCancelled: [Int: Set<Int>] = [:]

  /// The code that can't be split, with the reasons.
  package private(set) var problems: [SplitProblem] = []
}

extension TracedTest {
  /// - Parameter initializers: The initializers that the test's source can use to write values.
  package init(
    _ function: TestFunction, _ trace: Trace, file: String, initializers: Initializers? = nil
  ) throws(ToolError) {
    let run = try function.firstRun(
      in: trace.respelled { literal in
        (initializers.map { $0.respelling(literal) } ?? literal).map(function.inScope)
      })
    self.function = function
    store = run.store
    constants = initializers.map { TestConstants(of: function, $0) } ?? TestConstants()
    let source = function.source
    let calls = run.events.compactMap { event -> TracedCall? in
      if case .call(let call) = event { call } else { nil }
    }
    let own = calls.filter { $0.file == file && function.lines.contains($0.line) }
    let parts = source.declaredParts(in: function.statements)
    guard let sender = Self.driver(own, in: function) else {
      guard let hidden = calls.first else { throw function.refused(SplitRefusal.nothingAsserted) }
      throw function.refused(SplitRefusal.onlyInHelpers(file: hidden.file, line: hidden.line))
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
    let attribution = EventAttribution(
      run.events,
      to: Self.units(of: function, [name] + declaredParts.keys.sorted(), traced: traced),
      of: function, file: file)
    units = attribution.units
    problems = attribution.problems + expectationsInClosures
    for (index, unit) in units.enumerated() {
      for step in unit.steps { steps[step.step] = (step, index) }
    }
    creation = units.firstIndex { $0.kind == .creation }.flatMap {
      StoreCreation(units[$0].tokens, unit: $0, stateType: store.stateType, in: source)
    }
    for (index, unit) in units.enumerated() {
      guard let call = unit.actionCall, call.receiver == storeName else { continue }
      self.parts[index] = self.parts(for: call, in: source)
    }
    needs = Dictionary(uniqueKeysWithValues: units.indices.map { ($0, needs(of: $0)) })
    outlived = outlivedCancellations
    startsOfCancelled = startsOfCancelled(in: run.events)
    let isExhaustive = units.contains { $0.assertions.contains(where: \.isInFull) }
    if !isExhaustive { throw function.refused(SplitRefusal.focused) }
    let block = units.first { source.declares(name, inBlockOf: $0.tokens) }
    if let block, creation == nil {
      let line = source.lineRange(of: block.tokens).lowerBound
      throw function.refused(SplitRefusal.storeInBlock(line: line))
    }
  }

  /// The receiver of the first `send`, or else of another call of the store.
  private static func driver(_ calls: [TracedCall], in function: TestFunction) -> String? {
    let source = function.source
    let ordered = calls.filter { $0.kind == .send } + calls.filter(\.kind.isOfStore)
    return ordered.lazy.compactMap { call -> String? in
      guard let tokens = function.statement(at: call.line).map({ function.statements[$0] }),
        source.declaration(tokens)?.keyword != "func"
      else { return nil }
      return tokens.dropLast(2).first { index in
        source.tokens[index].kind == .word && source.text(index + 1) == "."
          && source.text(index + 2) == call.kind.rawValue
      }.map(source.text)
    }.first
  }

  /// The scoped stores, from the outside in, that can receive an expected action.
  func parts(expecting expectation: String?) -> [StorePart] {
    guard let expectation else { return [] }
    let source = SwiftSource("await \(storeName).receive(\(expectation))")
    let call = source.storeCall(source.tokens.indices, on: storeName)
    return call.map { parts(for: $0, in: source) } ?? []
  }

  private func parts(for call: StoreCallSource, in source: SwiftSource) -> [StorePart] {
    let paths = steps.values.flatMap(\.step.changes).map(\.path)
    return StorePart.all(for: call, in: source, changes: Set(paths), taken: takenNames)
  }
}

// MARK: - What statements need

extension TracedTest {
  /// Whether some statements can run without the others.
  package func canGo(_ units: [Int]) -> Bool {
    units.enumerated().allSatisfy { position, unit in
      (needs[unit] ?? []).allSatisfy { !$0.isDisjoint(with: units.prefix(position)) }
    }
  }

  /// The completed candidates that can run.
  func possible(_ ways: [Candidate]) -> [Candidate] {
    ways.map(completed).filter { canGo($0.statements) }
  }

  /// A candidate, completed by the statements that its own statements need, if only one is possible.
  ///
  /// The test of an effect that outlives a cancellation needs the cancellation. Without it, the test would not show that
  /// the cancellation ends other effects only.
  func completed(_ way: Candidate) -> Candidate {
    var units = Set(way.units).union(way.required)
    var open = way.statements + way.required
    for found in outlived
    where found.arrival <= way.position && open.contains(found.root)
      && way.ending.unit != found.cancellation && units.insert(found.cancellation).inserted
    {
      open.append(found.cancellation)
    }
    while let unit = open.popLast() {
      for needed in (needs[unit] ?? []).filter({ $0.count == 1 }).joined()
      where units.insert(needed).inserted {
        open.append(needed)
      }
    }
    return way.with(units: units.sorted(), start: way.start)
  }

  /// Returns the value of ``startsOfCancelled``.
  private func startsOfCancelled(in events: [TraceEvent]) -> [Int: Set<Int>] {
    var effects: [TracedEffectID: TracedEffect] = [:]
    var starts: [Int: [String?: [Int]]] = [:]
    for event in events {
      if case .effect(let effect) = event { effects[effect.id] = effect }
      guard case .end(let end) = event, end.kind == .cancelled, let effect = effects[end.id],
        let unit = end.step.flatMap(root), let start = root(of: effect.step)
      else { continue }
      starts[unit, default: [:]][effect.name, default: []].append(start)
    }
    return starts.mapValues { names in Set(names.values.filter { $0.count > 1 }.joined()) }
  }

  /// The value of ``outlived``.
  private var outlivedCancellations: [OutlivedCancellation] {
    let cancellations = units.indices.filter { index in
      units[index].isSend
        && units[index].outcomes.contains {
          $0.behavior.outcome.kind == .cancels && $0.step == units[index].sentStep?.step
        }
    }
    if cancellations.isEmpty { return [] }
    return steps.values.flatMap { step, unit in
      let root = root(of: step.step) ?? unit
      return cancellations.filter { root < $0 && $0 < unit }.map { ($0, root, unit) }
    }
  }

  /// The statements that a statement needs.
  ///
  /// A statement that uses a result needs the statement that produces it. A stub's answer needs a statement that starts
  /// the calling effect. Otherwise, it waits until its time-out. A statement that both causes and answers a call,
  /// through a helper, needs no other statement.
  private func needs(of index: Int) -> [Set<Int>] {
    let names = function.source.names(in: units[index].tokens, withMembers: false)
    let sources = units.indices.prefix(index).filter { other in
      units[other].producesResult && !names.isDisjoint(with: units[other].declared)
    }
    let own = Set(units[index].steps.map(\.step))
    let asking = units[index].answeredSteps.filter { !own.contains($0) }
      .compactMap { steps[$0]?.step }
    return sources.map { [$0] }
      + asking.map { step in
        Set(
          units.indices.filter { other in
            units[other].steps.contains { ($0.feature, $0.action) == (step.feature, step.action) }
          })
      }
  }
}

extension TracedTest {
  /// The first line of a statement.
  package func line(of unit: Int) -> Int {
    function.source.lineRange(of: units[unit].tokens).lowerBound
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

extension TestFunction {
  /// The events of the first store that was sent an action. Throws if other such stores come from another line.
  /// XCTest also creates the stores in the properties of its other test cases.
  fileprivate func firstRun(
    in trace: Trace
  ) throws(ToolError) -> (store: TracedStore, events: [TraceEvent]) {
    var used: Set<Int> = []
    for case .step(let step) in trace.events { used.insert(step.store) }
    var stores: [TracedStore] = []
    for case .store(let store) in trace.events where used.contains(store.store) {
      stores.append(store)
    }
    guard let first = stores.first else { throw refused(SplitRefusal.noStore) }
    let others = stores.filter { ($0.file, $0.line) != (first.file, first.line) }
    guard others.isEmpty else {
      throw refused(SplitRefusal.severalStores(lines: Set(stores.map(\.line)).sorted()))
    }
    let next = stores.count > 1 ? stores[1].store : nil
    let events = trace.events.prefix { next == nil || $0.store != next }
    return (first, events.filter { ($0.store ?? first.store) == first.store })
  }
}

extension SwiftSource {
  /// Whether a block of a statement declares a name.
  fileprivate func declares(_ name: String, inBlockOf statement: Range<Int>) -> Bool {
    declaration(statement)?.names.contains(name) != true
      && statement.contains { text($0) == name && ["let", "var"].contains(text($0 - 1)) }
  }
}
