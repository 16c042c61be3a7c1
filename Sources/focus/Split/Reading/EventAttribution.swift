import SourceReading
import TestEvents

/// Assigns each event of a test to the statement that caused it.
struct EventAttribution {
  private let function: TestFunction
  private let file: String
  private(set) var units: [TracedTest.Unit]
  private(set) var problems: [SplitProblem] = []

  init(
    _ events: [TraceEvent], to units: [TracedTest.Unit], of function: TestFunction, file: String
  ) {
    self.units = units
    self.function = function
    self.file = file
    var current: Int?
    /// The latest statement of the test that called the store directly.
    var latest = -1
    var helpers: [String: Int] = [:]
    var start = 0
    for (index, event) in events.enumerated() {
      switch event {
      case .call(let call):
        let own = statement(of: call)
        let place = "\(call.file):\(call.line)"
        current = own ?? statement(ofHelperAt: index, after: latest, events[start...])
        if let own {
          (latest, start) = (own, index)
        } else if helpers[place] == nil {
          helpers[place] = problems.count
          problems.append(
            SplitProblem(
              line: localFunction(of: call) == nil ? 0 : call.line,
              reason: "`\(call.kind.rawValue)` is called in "
                + (localFunction(of: call).map { "the function `\($0)`" } ?? "a helper at \(place)"),
              isInHelper: true))
        }
      case .answer(let answer):
        if let current { self.units[current].answeredSteps.append(answer.step) }
      case .step(let step): if let current { self.units[current].steps.append(step) }
      case .outcome(let outcome): if let current { self.units[current].outcomes.append(outcome) }
      case .assertion(let assertion):
        guard let line = assertion.line else {
          // An assertion at the store's end belongs to the test's last statement.
          if let last = units.indices.last { self.units[last].assertions.append(assertion) }
          continue
        }
        if let problem = helpers["\(assertion.file ?? ""):\(line)"] {
          problems[problem].asserted.formUnion(assertion.behaviors)
        } else if assertion.file == file, let index = function.statement(at: line) {
          self.units[index].assertions.append(assertion)
        }
      default: break
      }
    }
    for (index, unit) in self.units.enumerated() where unit.kind == .block {
      let lines = function.source.lineRange(of: unit.tokens)
      let word = function.source.text(unit.tokens.lowerBound)
      problems.append(
        SplitProblem(
          line: lines.lowerBound,
          reason: SwiftSource.controlWords.contains(word)
            ? "steps in the `\(word)` block"
            : "a step inside another expression",
          asserted: Set(unit.assertions.flatMap(\.behaviors)), block: index))
    }
  }

  /// The statement of a call, unless it declares a function that contains the call.
  private func statement(of call: TracedCall) -> Int? {
    localFunction(of: call) == nil && call.file == file ? function.statement(at: call.line) : nil
  }

  /// The function in the test that contains a call.
  private func localFunction(of call: TracedCall) -> String? {
    let statement = call.file == file ? function.statement(at: call.line) : nil
    let declaration = statement.flatMap { function.source.declaration(function.statements[$0]) }
    return declaration?.keyword == "func" ? declaration?.name : nil
  }

  /// The statement that calls a helper which calls the store, if only one statement between the test's own calls is
  /// possible.
  ///
  /// If several statements call the same helper in this file, the helper's calls are assigned to them in order.
  ///
  /// - Parameter events: The events since the last call of the test itself.
  private func statement(
    ofHelperAt index: Int, after latest: Int, _ events: ArraySlice<TraceEvent>
  ) -> Int? {
    func own(_ event: TraceEvent) -> Int? {
      if case .call(let call) = event { statement(of: call) } else { nil }
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
    let local = function.statements.compactMap(source.declaration)
    let helpers = (function.members + function.fileDeclarations + local).filter {
      source.lineRange(of: $0.tokens).contains(call.line)
    }.flatMap(\.names)
    let meant = open.filter { !source.names(in: units[$0].tokens).isDisjoint(with: helpers) }
    let same = events[..<end].indices.filter { events[$0] == .call(call) }
    guard same.count == meant.count else { return meant.count == 1 ? meant[0] : nil }
    return same.firstIndex(of: index).map { meant[$0] }
  }
}
