import Core
import ReducerDebugging
import FocusedTestStore

/// The steps of an action sequence as the statements of a focused test, with values rendered by `SourceLiteral`.
struct ActionSequenceCode: Sendable {
  /// The call of `explore`, whose source has the names in the test.
  let call: ExploreCall?
  private(set) var lines: [String] = []
  /// The values that source code can't express, as text.
  private(set) var unrendered: [String] = []
  /// The names of the test's clocks. Empty if the source doesn't declare each clock.
  private let clocks: [ObjectIdentifier: String]

  /// - Parameter clocks: The clocks of the test, in the order of their creation.
  init(for call: ExploreCall? = nil, clocks: [ObjectIdentifier] = []) {
    self.call = call
    let names = clocks.isEmpty ? [] : call?.clocks ?? []
    self.clocks =
      names.count == clocks.count ? Dictionary(uniqueKeysWithValues: zip(clocks, names)) : [:]
  }

  var store: String { call?.store ?? "store" }

  mutating func send<Action>(_ action: Action) {
    let store = store
    add(SourceLiteral(action), named: FailureMessages.name(action)) { "await \(store).send(\($0))" }
  }

  mutating func advance<Duration>(_ clock: ObjectIdentifier, by span: Duration) {
    let literal = SourceLiteral(span)
    guard let name = clocks[clock] else {
      return add(
        unrendered: "await clock.advance(by: \(literal.text))",
        as: "a clock that no variable of the test holds")
    }
    add(literal, named: "\(span)") { "await \(name).advance(by: \($0))" }
  }

  mutating func answer<Input, Output>(
    toStub stub: String, with answer: Result<Output, any Error>, position: Int,
    among inputs: [Input]
  ) {
    let path = call?.path(toStub: stub)
    let name = path ?? "stub"
    let address = Self.address(of: position, among: inputs)
    let shown = "\(path ?? stub), answered with \(FailureMessages.name(answer))"
    guard let address else {
      return add(unrendered: "\(shown), its call number \(position + 1)", as: "\(Input.self)")
    }
    if path == nil {
      return add(unrendered: shown, as: "the variable that holds the stub \(stub)")
    }
    switch answer {
    case .success where Output.self == Void.self:
      lines.append("await \(name).succeed(\(address.isEmpty ? "" : String(address.dropFirst(2))))")
    case .success(let output):
      add(SourceLiteral(output), named: shown) { "await \(name).succeed(with: \($0)\(address))" }
    case .failure(let error):
      let literal = SourceLiteral(error)
      let type = literal.text.hasPrefix(".") ? TypeName.of(type(of: error)) : ""
      add(literal, named: shown) { "await \(name).fail(with: \(type)\($0)\(address))" }
    }
  }

  /// The argument that selects a pending call; empty for the oldest call. `nil` if source code can't express it.
  private static func address<Input>(of position: Int, among inputs: [Input]) -> String? {
    if position == 0 { return "" }
    let literal = SourceLiteral(inputs[position])
    func isEarlier<Value: Equatable>(_ value: Value) -> Bool {
      inputs[..<position].contains { $0 as? Value == value }
    }
    guard literal.isPasteable, let value = inputs[position] as? any Equatable, !isEarlier(value)
    else { return nil }
    return ", to: { $0 == \(literal.text) }"
  }

  private mutating func add(
    _ literal: SourceLiteral, named name: String, _ statement: (String) -> String
  ) {
    guard literal.isPasteable else { return add(unrendered: statement(literal.text), as: name) }
    lines.append(contentsOf: statement(literal.text).split(separator: "\n").map(String.init))
  }

  private mutating func add(unrendered statement: String, as name: String) {
    lines.append(contentsOf: statement.split(separator: "\n").map { "// \($0)" })
    if !unrendered.contains(name) { unrendered.append(name) }
  }
}

extension ActionSequenceCode {
  /// The assertions of a test after an action sequence.
  struct Assertions {
    var lines: [String] = []
    /// Whether the assertions follow the exploration, so that stubs answer again.
    var followsExploration = false
  }

  /// The body of `always`; `nil` if its source isn't available.
  var invariant: Assertions? { call?.invariant(on: store).map { Assertions(lines: $0) } }

  /// The test with the assertions at its end, or only the steps if the test's source isn't available.
  ///
  /// - Parameters:
  ///   - assertions: The assertions; `nil` if their source isn't available.
  ///   - stubs: The names of the called stubs, which hold their calls during the steps.
  func printed(_ assertions: Assertions?, stepCount: Int, stubs: [String]) -> PrintedActionSequence
  {
    var sequence = PrintedActionSequence(
      stepCount: stepCount, unrendered: unrendered + (assertions == nil ? ["the invariant"] : []))
    let assertions = assertions ?? Assertions()
    let test = call?.test(named: sequence.timing)
    let answers = test?.answers ?? []
    let held = stubs.compactMap { call?.path(toStub: $0) }
      .filter { path in !answers.contains { $0.hasPrefix("\(path).mayAnswer") } }
      .map { "\($0).willHold()" }
    let steps = held + lines + (assertions.followsExploration ? answers : []) + assertions.lines
    sequence.lines = steps
    guard let test else { return sequence }
    let body = test.setUp + steps
    let isThrowing = body.contains { $0.contains("try ") || $0.contains("throw ") }
    let head = isThrowing ? test.head : String(test.head.dropLast(" throws".count))
    sequence.lines = [head + " {"] + body.map { $0.isEmpty ? "" : "  \($0)" } + ["}"]
    sequence.isWhole = true
    return sequence
  }
}

/// An action sequence as source code.
struct PrintedActionSequence {
  let stepCount: Int
  var lines: [String] = []
  /// Whether the lines are a test, not only the statements that replace the exploration.
  var isWhole = false
  /// The values that source code can't express, as text.
  let unrendered: [String]

  /// The time of a failure after the sequence: `after 2 steps`.
  var timing: String { "after \(counted(stepCount, "step"))" }
}
