import Core
import SourceReading

/// A call of `explore` in its source: what stands before it, what it claims, and what things are called there.
struct ScriptSource: Sendable {
  private let source: SwiftSource
  private let call: MethodCall?
  private let statement: Range<Int>?

  init(of callSite: CallSite) {
    source = SourceFiles.source(at: callSite)
    call = SourceFiles.isCurrent(callSite.filePath.description) ? source.call(at: callSite) : nil
    statement = call.flatMap { [source] in source.statement(around: $0.tokens.lowerBound) }
  }

  /// What the store is called.
  var store: String { call.flatMap { source.receiver(of: $0) } ?? "store" }

  /// What the variable is called that holds a stub.
  func variable(ofStub name: String) -> String {
    let literal = "\"\(name)\""
    let found = source.tokens.indices.lazy
      .filter { source.tokens[$0].kind == .string && source.text($0) == literal }
      .compactMap { source.variable(holding: $0)?.name }
    if let found = found.first { return found }
    let last = name.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.last
    return last.map(String.init) ?? "stub"
  }

  /// What the variables are called that hold clocks, in the order of their creation in the test.
  var clocks: [String] {
    guard let statement else { return [] }
    return source.block(around: statement.lowerBound).lazy
      .filter { $0 < statement.lowerBound && source.text($0) == "TestClock" }
      .compactMap { source.variable(holding: $0)?.name }
  }

  /// The claim of the exploration, as statements about a store.
  func claim(on store: String) -> [String]? {
    guard let closure = claimClosure else {
      return claimFunction.map { ["\($0)(\(store).state)"] }
    }
    let (first, body) = source.parameters(ofClosure: closure) ?? (nil, closure)
    let lines = source.lines(body).map { $0.replacing("$0", with: "state") }
    let name = first ?? "state"
    let isUsed = source.names(in: body).contains(name) || source.text(body).contains("$0")
    return (isUsed && name != "_" ? ["let \(name) = \(store).state"] : []) + lines
  }

  /// The function that claims, if it is no closure in place.
  private var claimFunction: String? {
    call.flatMap { source.value(of: "always", in: $0.arguments) }
      .map { source.text($0) }.flatMap { $0 == "nil" ? nil : $0 }
  }

  private var claimClosure: Range<Int>? {
    guard let call else { return nil }
    if let value = source.value(of: "always", in: call.arguments) {
      return source.text(value.lowerBound) == "{" ? source.inside(value.lowerBound) : nil
    }
    return source.outerTokens(in: call.tokens).lazy
      .filter { source.text($0) == "always" && source.text($0 + 1) == ":" }
      .compactMap { source.inside($0 + 2) }.first
  }

  /// What stands behind the exploration.
  var rest: [String] {
    guard let statement else { return [] }
    let block = source.block(around: statement.lowerBound)
    return source.lines(statement.upperBound..<block.upperBound)
  }

  /// A test around the exploration: its head, and the statements before.
  struct Test {
    var head: String
    var setUp: [String]
    /// Whether the statements before are in it that let stubs answer.
    var isWhole = true
  }

  /// The test, as another one that does something else; `nil` if it cannot be taken out of its source.
  func test(named suffix: String) -> Test? {
    guard let statement else { return nil }
    let block = source.block(around: statement.lowerBound)
    guard block.lowerBound > 0, block != source.tokens.indices, let owner = owner(of: block),
      owner.isWithoutParameters
    else { return nil }
    let body = source.parameters(ofClosure: block)?.body ?? block
    let before = source.statements(in: body).filter { $0.upperBound <= statement.lowerBound }
    let kept = before.filter { statement in
      !source.outerTokens(in: statement).contains {
        ["mayAnswer", "explore"].contains(source.text($0))
      }
    }
    return Test(
      head: owner.head(withSuffix: suffix), setUp: kept.flatMap { source.lines($0) })
  }

  private struct Owner {
    let name: String
    let isOfSwiftTesting: Bool
    let isOnMainActor: Bool
    let isWithoutParameters: Bool

    func head(withSuffix suffix: String) -> String {
      let actor = isOnMainActor ? "@MainActor " : ""
      if isOfSwiftTesting {
        return "@Test \(actor)func `\(name.withoutBackticks): \(suffix)`() async throws"
      }
      let words = suffix.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      return "\(actor)func \(name)\(words.joined())() async throws"
    }
  }

  /// The function that a block is the body of, itself or as the closure of `withSchedules`.
  private func owner(of block: Range<Int>) -> Owner? {
    guard let statement = source.statement(around: block.lowerBound - 1) else { return nil }
    if let declaration = source.declaration(statement) {
      guard declaration.keyword == "func", declaration.body == block else { return nil }
      let signature = declaration.signature
      let parameters = source.outerTokens(in: signature).first { source.text($0) == "(" }
      let attributes = declaration.attributes.map { source.text($0) }
      return Owner(
        name: declaration.name, isOfSwiftTesting: attributes.contains { $0.hasPrefix("@Test") },
        isOnMainActor: attributes.contains("@MainActor"),
        isWithoutParameters: parameters.map { source.inside($0)?.isEmpty ?? true } ?? true)
    }
    guard source.outerTokens(in: statement).contains(where: { source.text($0) == "withSchedules" })
    else { return nil }
    let outer = source.block(around: statement.lowerBound)
    return outer == source.tokens.indices ? nil : owner(of: outer)
  }
}
