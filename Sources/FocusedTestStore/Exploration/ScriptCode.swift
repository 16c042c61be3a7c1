import Core
import ReducerDebugging

/// The steps of a script as the statements of a focused test.
struct ScriptCode: Sendable {
  /// The call whose source tells what things are called.
  let source: ScriptSource?
  private(set) var lines: [String] = []
  /// The stubs whose calls the steps answer.
  private(set) var stubs: [String] = []
  /// What cannot be spelled, as text.
  private(set) var unspelled: [String] = []
  private var clocks: [ObjectIdentifier] = []

  init(for source: ScriptSource? = nil) { self.source = source }

  var store: String { source?.store ?? "store" }

  mutating func send<Action>(_ action: Action) {
    let store = store
    add(SourceLiteral(action), named: FailureMessages.name(action)) { "await \(store).send(\($0))" }
  }

  mutating func advance<Duration>(_ clock: TestClock<Duration>, by span: Duration) {
    let id = ObjectIdentifier(clock)
    if !clocks.contains(id) { clocks.append(id) }
    let names = source?.clocks ?? []
    let index = clocks.firstIndex(of: id) ?? 0
    let name = names.indices.contains(index) ? names[index] : "clock"
    add(SourceLiteral(span), named: "\(span)") { "await \(name).advance(by: \($0))" }
  }

  mutating func answer<Input, Output>(
    _ stub: Stub<Input, Output>, with answer: Result<Output, any Error>, position: Int,
    among inputs: [Input]
  ) {
    let name = source?.variable(ofStub: stub.name) ?? stub.name
    if !stubs.contains(name) { stubs.append(name) }
    let address = Self.address(of: position, among: inputs)
    let shown = "\(name), answered with \(FailureMessages.name(answer))"
    guard let address else {
      return add(unspelled: "\(shown), its call number \(position + 1)", as: "\(Input.self)")
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

  /// Which of the held calls is meant; empty for the oldest. `nil` if no source says so.
  private static func address<Input>(of position: Int, among inputs: [Input]) -> String? {
    if position == 0 { return "" }
    let literal = SourceLiteral(inputs[position])
    func isEarlier<Value: Equatable>(_ value: Value) -> Bool {
      inputs[..<position].contains { $0 as? Value == value }
    }
    guard literal.isPasteable, let value = inputs[position] as? any Equatable, !isEarlier(value)
    else { return nil }
    return ", to: \(literal.text)"
  }

  private mutating func add(
    _ literal: SourceLiteral, named name: String, _ statement: (String) -> String
  ) {
    guard literal.isPasteable else { return add(unspelled: statement(literal.text), as: name) }
    lines.append(contentsOf: statement(literal.text).split(separator: "\n").map(String.init))
  }

  private mutating func add(unspelled statement: String, as name: String) {
    lines.append(contentsOf: statement.split(separator: "\n").map { "// \($0)" })
    unspelled.append(name)
  }
}

extension ScriptCode {
  /// The whole as a test, with what is claimed at its end; or only the steps, where the test's source is not
  /// at hand.
  func test(claim: [String]) -> (code: [String], isWhole: Bool) {
    let count = counted(lines.count { $0.contains("await ") || $0.hasPrefix("//") }, "step")
    guard let test = source?.test(named: "after \(count)") else {
      return (stubs.map { "\($0).willHold()" } + lines + claim, false)
    }
    let body = test.setUp + lines + claim
    let code = [test.head + " {"] + body.map { $0.isEmpty ? "" : "  \($0)" } + ["}"]
    let isThrowing = body.contains { $0.contains("try ") }
    return (isThrowing ? code : [code[0].replacing(" throws", with: "")] + code.dropFirst(), true)
  }
}
