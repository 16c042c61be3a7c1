import Core
import SourceReading
import FocusedTestStore

/// A call of `explore` in its source: the statements before it, its invariant, and the names that are visible there.
struct ExploreCall: Sendable {
  let source: SwiftSource
  private let call: MethodCall?
  let statement: Range<Int>?

  init(at callSite: CallSite) {
    (source, call) = SourceFiles.call(
      in: callSite.filePath.description, atLine: Int(callSite.line), column: Int(callSite.column))
    statement = call.flatMap { [source] in source.statement(around: $0.tokens.lowerBound) }
  }

  /// The name of the store.
  var store: String { call?.receiver ?? "store" }

  /// The invariant of the exploration, as statements about a store.
  func invariant(on store: String) -> [String]? {
    guard let closure = invariantClosure else {
      return invariantFunction.map { ["\($0)(\(store).state)"] }
    }
    let (first, body) = source.parameters(ofClosure: closure) ?? (nil, closure)
    // A nested closure has its own `$0`.
    let unnamed =
      first == nil
      ? body.filter { source.text($0) == "$0" && source.block(around: $0) == closure } : []
    let name = first ?? "state"
    let isUsed = !unnamed.isEmpty || source.names(in: body).contains(name)
    return (isUsed && name != "_" ? ["let \(name) = \(store).state"] : [])
      + source.lines(body, replacing: unnamed.map { ($0..<$0 + 1, name) })
  }

  /// The function that checks the invariant, if the call doesn't pass a closure.
  private var invariantFunction: String? {
    call.flatMap { source.value(of: "always", in: $0.arguments) }
      .map { source.text($0) }.flatMap { $0 == "nil" ? nil : $0 }
  }

  private var invariantClosure: Range<Int>? {
    guard let call else { return nil }
    if let value = source.value(of: "always", in: call.arguments) {
      return source.text(value.lowerBound) == "{" ? source.inside(value.lowerBound) : nil
    }
    // If a function offers the actions, the only closure is the invariant.
    if source.arguments(in: call.arguments).contains(where: {
      source.text($0.lowerBound + 1) != ":"
    }) {
      return call.closure
    }
    return source.outerTokens(in: call.tokens).lazy
      .filter { source.text($0) == "always" && source.text($0 + 1) == ":" }
      .compactMap { source.inside($0 + 2) }.first
  }

  /// The statements after the exploration.
  var rest: [String]? {
    guard let statement else { return nil }
    let end = source.block(around: statement.lowerBound).upperBound
    let isFollowed = statement.upperBound < end && source.text(statement.upperBound) == ";"
    return source.lines((isFollowed ? statement.upperBound + 1 : statement.upperBound)..<end)
  }

  /// A test that contains the exploration: its head, and the statements before the exploration.
  struct Test {
    var head: String
    var setUp: [String]
    /// The statements that let stubs answer. In the copy of the test, its steps answer instead.
    var answers: [String]
  }

  /// A copy of the test with another name; `nil` if the source can't be copied.
  func test(named suffix: String) -> Test? {
    guard let statement else { return nil }
    let block = source.block(around: statement.lowerBound)
    guard block.lowerBound > 0, block != source.tokens.indices, let owner = owner(of: block),
      owner.isWithoutParameters
    else { return nil }
    let body = source.parameters(ofClosure: block)?.body ?? block
    let before = owner.before + statements(in: body, before: statement)
    func calls(_ method: String, in statement: Range<Int>) -> Bool {
      source.outerTokens(in: statement).contains { source.text($0) == method }
    }
    let kept = before.filter { !calls("mayAnswer", in: $0) && !calls("explore", in: $0) }
    return Test(
      head: owner.head(withSuffix: suffix), setUp: kept.flatMap { source.lines($0) },
      answers: before.filter { calls("mayAnswer", in: $0) }.flatMap { source.lines($0) })
  }

  private struct Owner {
    let name: String
    let isOfSwiftTesting: Bool
    let isOnMainActor: Bool
    let isWithoutParameters: Bool
    /// The statements before the call of `withSchedules`.
    var before: [Range<Int>] = []

    func head(withSuffix suffix: String) -> String {
      let actor = isOnMainActor ? "@MainActor " : ""
      if isOfSwiftTesting {
        return "@Test \(actor)func `\(name.withoutBackticks): \(suffix)`() async throws"
      }
      let words = suffix.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      return "\(actor)func \(name)\(words.joined())() async throws"
    }
  }

  /// The function that has a block as its body, directly or as the closure of `withSchedules`.
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
    var owner = outer == source.tokens.indices ? nil : owner(of: outer)
    owner?.before += statements(in: outer, before: statement)
    return owner
  }

  private func statements(in block: Range<Int>, before last: Range<Int>) -> [Range<Int>] {
    source.statements(in: block).filter { $0.upperBound <= last.lowerBound }
  }
}
