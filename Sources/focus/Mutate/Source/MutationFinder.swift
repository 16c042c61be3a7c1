import SourceReading

/// Finds the locations of possible mutations in a feature's code.
///
/// The finder reads tokens and doesn't know types, so some mutations don't compile, and the compiler rejects them.
/// Mutations whose compiler errors would be hard to attribute are left out.
struct MutationFinder {
  let source: SwiftSource
  /// The mutation sites in the order in which they were found. An outer site precedes the sites inside of it.
  private(set) var sites: [MutationSite] = []

  init(_ source: SwiftSource) { self.source = source }

  /// The return value of a block.
  enum Value: Hashable {
    case nothing, bool, unknown

    /// A value that each path through the block must return.
    case required
  }

  mutating func add(_ site: MutationSite?) {
    if let site { sites.append(site) }
  }

  func bytes(_ range: Range<Int>) -> Range<Int>? { source.byteRange(of: range) }
  func text(_ index: Int) -> String { source.text(index) }
}

// MARK: - Functions

extension MutationFinder {
  /// Reads the body of a function or a computed property.
  mutating func read(_ member: SwiftDeclaration) {
    guard let body = member.body, !body.isEmpty else { return }
    let value = value(of: member)
    if isBuilder(member) { return readBuilder(body) }
    // Accessors have no mutants.
    if member.keyword == "var", ["get", "set", "willSet", "didSet"].contains(text(body.lowerBound))
    {
      return
    }
    read(block: body, value, isImplicit: true)
  }

  private func value(of member: SwiftDeclaration) -> Value {
    let arrow = source.outerTokens(in: member.signature).last {
      text($0) == (member.keyword == "func" ? "->" : ":")
    }
    guard let arrow, arrow + 1 < member.signature.upperBound else {
      return member.keyword == "func" ? .nothing : .unknown
    }
    return switch text(arrow + 1) {
    case "Bool" where arrow + 2 == member.signature.upperBound: .bool
    case "Void": .nothing
    default: .required
    }
  }

  /// Whether a result builder transforms the body, so that its statements are reducers or views.
  private func isBuilder(_ member: SwiftDeclaration) -> Bool {
    member.signature.contains { ["some", "any"].contains(text($0)) && text($0 + 1) != "Error" }
      && member.signature.contains {
        ["Reducer", "ReducerOf", "View", "Scene"].contains(text($0))
      } || member.attributes.contains { text($0.lowerBound).hasSuffix("Builder") }
  }

  /// Reads the closures of `Reduce` in a result builder.
  private mutating func readBuilder(_ body: Range<Int>) {
    var index = body.lowerBound
    while index < body.upperBound {
      if text(index) == "Reduce", let brace = closure(ofCall: index) {
        read(closure: brace, .required)
        index = source.next(after: brace)
      } else {
        index = text(index) == "#if" ? source.endOfConditional(from: index, in: body) : index + 1
      }
    }
  }

  /// The opening brace of a call's only closure. The name may have generic arguments.
  private func closure(ofCall name: Int) -> Int? {
    let next =
      text(name + 1) == "<"
      ? source.endOfGenericArguments(name + 1, in: source.tokens.indices) : name + 1
    if text(next) == "{" { return next }
    guard text(next) == "(" else { return nil }
    return text(next + 1) == "{" ? next + 1 : nil
  }

  mutating func read(closure brace: Int, _ value: Value) {
    guard let inside = source.inside(brace) else { return }
    read(
      block: source.parameters(ofClosure: inside)?.body ?? inside, value, isImplicit: true)
  }
}

// MARK: - Statements

extension MutationFinder {
  /// - Parameters:
  ///   - isImplicit: Whether a single expression is the block's value.
  ///   - mustLeave: Whether the end of the block must not be reached. By default, a block with a value returns it.
  mutating func read(
    block: Range<Int>, _ value: Value, isImplicit: Bool, mustLeave: Bool? = nil
  ) {
    let mustLeave = mustLeave ?? [.required, .bool].contains(value)
    let statements = source.statements(in: block)
    let isOnly = isImplicit && statements.count == 1 && value != .nothing
    for (index, statement) in statements.enumerated() {
      read(
        statement, value, isOnly: isOnly, mustLeave: mustLeave && index == statements.count - 1)
    }
  }

  private mutating func read(
    _ statement: Range<Int>, _ value: Value, isOnly: Bool, mustLeave: Bool
  ) {
    var range = statement
    if text(range.lowerBound + 1) == ":",
      SwiftSource.controlWords.contains(text(range.lowerBound + 2))
    {
      range = range.lowerBound + 2..<range.upperBound
    }
    if let declaration = source.declaration(range) { return read(declaration: declaration) }
    let rest = range.lowerBound + 1..<range.upperBound
    switch text(range.lowerBound) {
    case "switch": readSwitch(rest, value, isOnly: isOnly, mustLeave: mustLeave)
    case let word where SwiftSource.controlWords.contains(word):
      readControl(
        range, value, isOnly: isOnly && word == "if",
        mustLeave: word == "guard" || mustLeave && ["if", "do"].contains(word))
    case "return": readReturn(range, value)
    case "throw": read(expression: rest)
    case "break", "continue", "fallthrough": break
    case let word where word.hasPrefix("#") || word.hasPrefix("@"): break
    default:
      if isOnly { return read(implicitValue: range, value) }
      // A call at the end of a block that must be left never returns, so the code doesn't compile without it.
      read(expressionStatement: range, isRemovable: !mustLeave)
    }
  }

  private mutating func read(declaration: SwiftDeclaration) {
    switch declaration.keyword {
    case "func": read(declaration)
    case "let", "var":
      if let equals = source.equals(in: declaration.tokens) {
        read(expression: equals + 1..<declaration.tokens.upperBound)
      }
    default: break
    }
  }

  /// The words that separate the parts of a control statement, by its first word.
  private static let separators: [String: Set] = [
    "if": ["else", "if"], "guard": ["else"], "for": ["in", "where"], "repeat": ["while"],
  ]

  /// Reads the conditions, the sequence, and the blocks of a control statement, in their order.
  private mutating func readControl(
    _ range: Range<Int>, _ value: Value, isOnly: Bool, mustLeave: Bool
  ) {
    let keyword = text(range.lowerBound)
    var start = range.lowerBound
    for index in source.outerTokens(in: range).dropFirst() + [range.upperBound] {
      let isBlock = isBlock(index, of: keyword, in: range)
      guard
        isBlock || index == range.upperBound
          || Self.separators[keyword]?.contains(text(index)) == true
      else { continue }
      let part = start + 1..<index
      switch text(start) {
      case "if", "guard", "where": read(conditions: part)
      // A loop whose condition is always met might never end.
      case "while": read(conditions: part, as: [false])
      case "in": read(expression: part)
      default: break
      }
      if isBlock, let body = source.inside(index) {
        read(block: body, value, isImplicit: isOnly, mustLeave: mustLeave)
      }
      start = index
    }
  }

  /// Whether a token opens a block of a control statement. Other braces open closures in its conditions.
  private func isBlock(_ index: Int, of keyword: String, in range: Range<Int>) -> Bool {
    guard text(index) == "{" else { return false }
    let end = source.next(after: index)
    return switch keyword {
    case "guard": text(index - 1) == "else"
    case "repeat": index == range.lowerBound + 1
    default: end == range.upperBound || ["else", "catch"].contains(text(end))
    }
  }

  private mutating func readReturn(_ range: Range<Int>, _ value: Value) {
    let expression = range.lowerBound + 1..<range.upperBound
    guard !expression.isEmpty, !["if", "switch"].contains(text(expression.lowerBound)) else {
      return
    }
    value == .bool ? read(condition: expression) : read(expression: expression)
  }
}

// MARK: - Switches

extension MutationFinder {
  private mutating func readSwitch(
    _ range: Range<Int>, _ value: Value, isOnly: Bool, mustLeave: Bool
  ) {
    let outer = source.outerTokens(in: range)
    guard let brace = outer.last, text(brace) == "{", let inside = source.inside(brace),
      !inside.contains(where: { text($0) == "@unknown" })
    else { return }
    read(expression: range.lowerBound..<brace)
    for (label, body) in source.cases(in: inside) {
      if source.arguments(in: label).count == 1,
        let word = source.outerTokens(in: label).first(where: { text($0) == "where" })
      {
        read(condition: word + 1..<label.upperBound)
      }
      read(block: body, value, isImplicit: isOnly, mustLeave: mustLeave)
    }
  }
}

extension SwiftSource {
  /// The labels and bodies of a `switch`'s cases, except those in `#if`.
  fileprivate func cases(in range: Range<Int>) -> [(label: Range<Int>, body: Range<Int>)] {
    let outer = outerTokens(in: range)
    var depth = 0
    let starts = outer.filter { index in
      depth += ["#if": 1, "#endif": -1][text(index), default: 0]
      return depth == 0 && ["case", "default"].contains(text(index)) && tokens[index].kind == .word
        && (index == range.lowerBound || tokens[index].startsLine || text(index - 1) == ";")
        && ![",", "if", "guard", "while", "for"].contains(text(index - 1))
    }
    return zip(starts, starts.dropFirst() + [range.upperBound]).compactMap { start, end in
      guard let colon = outer.first(where: { $0 > start && $0 < end && text($0) == ":" }) else {
        return nil
      }
      return (start + 1..<colon, colon + 1..<end)
    }
  }
}
