import BehaviorLedger
import SourceReading

/// What the focused tests of a test share: imports, declarations that they need, and how their store is
/// made.
package struct SuiteTemplate: Sendable {
  package let test: TracedTest
  let source: SwiftSource
  /// How the helper makes the store; `nil` if each test does so by itself.
  private(set) var creation: StoreCreation?
  /// How each test makes the store by itself, if that is more than to call a function.
  private var ownCreation: StoreCreation?
  /// The declarations before the store, by where they go.
  private(set) var helperLocals: [Int] = []
  private(set) var properties: [Int] = []
  /// Properties that hold several values: a stream, and the end that feeds it. What needs one takes it out.
  private(set) var pairs: [Int] = []
  /// Declarations of which each test that needs one has its own.
  private(set) var testLocals: [Int] = []
  let helperName: String
  let creationUnit: Int?

  package init(_ test: TracedTest) {
    self.test = test
    source = test.function.source
    creationUnit = test.units.firstIndex { $0.kind == .creation }
    let names = source.names
    let helpers = ["makeStore", "makeTestStore", "makeFocusedStore"]
    helperName = helpers.first { !names.contains($0) } ?? helpers[2] + "ForSplit"
    // A short call needs no helper around it.
    let isCallOfHelper =
      test.hasStoreOff
      && test.creation.map { !$0.callsInitializer && $0.expression.count <= 5 } == true
    creation = isCallOfHelper ? nil : test.creation
    placeLocals()
    // What both need and is no property would be made twice.
    if !Set(helperLocals).subtracting(pairs).isDisjoint(with: testLocals) {
      creation = nil
      placeLocals()
    }
  }

  /// The same, with the store made in each test.
  package var withoutHelper: SuiteTemplate {
    var template = self
    template.ownCreation = creation
    template.creation = nil
    template.placeLocals()
    return template
  }

  /// A declaration that both the helper and the tests need is a property; what only one of them needs
  /// stays with it.
  private mutating func placeLocals() {
    (helperLocals, testLocals, properties, pairs) = ([], [], [], [])
    let units = test.units
    let declarations = units.indices.filter { units[$0].kind == .declaration }
    let inCreation = creationUnit.map { source.names(in: units[$0].tokens) } ?? []
    // What comes after the store is not needed to make it.
    let forHelper =
      creation == nil
      ? [] : Set(needed(declarations, by: inCreation).filter { $0 < creationUnit ?? 0 })
    let inTests = units.filter {
      $0.kind != .declaration && (creation == nil || $0.kind != .creation)
    }.flatMap { source.names(in: $0.tokens) }
    let forTests = Set(needed(declarations, by: Set(inTests)))
    let shared = forHelper.intersection(forTests)
    for index in declarations where forHelper.contains(index) || forTests.contains(index) {
      if shared.contains(index), canBeProperty(index), units[index].declared.count == 1 {
        properties.append(index)
      } else {
        if shared.contains(index), canBeProperty(index) { pairs.append(index) }
        if forHelper.contains(index) { helperLocals.append(index) }
        if forTests.contains(index) { testLocals.append(index) }
      }
    }
  }

  /// The template for some tests: what many of them declare is a property.
  func sharingLocals(of tests: [FocusedTest]) -> SuiteTemplate {
    var template = self
    let needed = tests.map { neededLocals(for: $0.candidate) }
    for index in testLocals
    where !helperLocals.contains(index) && canBeProperty(index)
      && test.units[index].declared.count == 1
    {
      guard needed.count(where: { $0.contains(index) }) >= Self.sharedLocalCount,
        source.text(test.units[index].tokens.lowerBound) == "let"
      else { continue }
      template.testLocals.removeAll { $0 == index }
      template.properties.append(index)
    }
    return template
  }

  /// A declaration of so many tests is written once.
  private static let sharedLocalCount = 3

  /// Whether a declaration can be one of the suite's: the value of a property cannot mention another one,
  /// nor what the test does, and some names are taken.
  private func canBeProperty(_ unit: Int) -> Bool {
    let declared = test.units[unit].declared
    let mentioned = source.names(in: test.units[unit].tokens).subtracting(declared)
    let locals = test.units.flatMap(\.declared) + test.function.members.flatMap(\.names)
    return !declared.isEmpty && mentioned.isDisjoint(with: locals + ["await", "try"])
      && declared.allSatisfy { name in
        !Self.namesOfTestCases.contains(name)
          && !test.function.members.contains { $0.names.contains(name) }
          && test.units.count { $0.declared.contains(name) } == 1
      }
  }

  private static let namesOfTestCases: Set = [
    "name", "description", "testRun", "hash", "testCaseCount", "invocation",
  ]

  /// A declaration as a member of the suite: `private let clock = TestClock()`.
  func propertyLines(_ unit: Int) -> [String] {
    if pairs.contains(unit), let equals = equals(of: unit) {
      let value = source.lines(equals + 1..<test.units[unit].tokens.upperBound)
      return ["private let \(nameOfPair(unit)) = \(value.first ?? "")"] + value.dropFirst()
    }
    var lines = source.lines(test.units[unit].tokens)
    guard let first = lines.first, let declaration = source.declaration(test.units[unit].tokens)
    else { return lines }
    if !declaration.isPrivate, declaration.attributes.isEmpty { lines[0] = "private " + first }
    return lines
  }
}

// MARK: - Locals

extension SuiteTemplate {
  private func equals(of unit: Int) -> Int? {
    source.equals(in: test.units[unit].tokens)
  }

  /// `numbersAndContinuation`.
  private func nameOfPair(_ unit: Int) -> String {
    let names = test.units[unit].declared
    return (names.prefix(1) + names.dropFirst().map(\.capitalizedFirst)).joined(separator: "And")
  }

  /// A declaration where it is needed.
  ///
  /// - Parameter names: What is mentioned there.
  func localLines(_ unit: Int, for names: Set<String>) -> [String] {
    guard pairs.contains(unit) else { return source.lines(test.units[unit].tokens) }
    let taken = test.units[unit].declared.map { names.contains($0) ? $0 : "_" }
    return ["let (\(taken.joined(separator: ", "))) = \(nameOfPair(unit))"]
  }
}

// MARK: - States

extension SuiteTemplate {
  /// The expression of a state to start from; `nil` if it cannot be written.
  func spelling(of start: Candidate.Start) -> String? {
    guard case .state(let fields) = start,
      let initialState = (creation ?? ownCreation)?.initialState
    else { return nil }
    if fields.count == 1, fields[0].name.isEmpty { return fields[0].value }
    return StateInitializer(initialState, in: source)?.spelled(
      fields, order: (test.beginning ?? []).map(\.name), stateType: test.store.stateType)
  }

  /// Whether a candidate can be written at all.
  package func canWrite(_ candidate: Candidate) -> Bool {
    candidate.start == .beginning || spelling(of: candidate.start) != nil
  }

  /// The type of the store: `TestStoreOf<Profile>`, if that is its reducer and not what wraps another one.
  var storeType: String {
    let (state, action) = (test.store.stateType, test.store.actionType)
    if let reducer = test.store.reducerType, state == reducer + ".State",
      action == reducer + ".Action"
    {
      return "TestStoreOf<\(reducer)>"
    }
    return "TestStore<\(state), \(action)>"
  }
}

// MARK: - The body of a test

extension SuiteTemplate {
  /// The statements of a test.
  package func body(of candidate: Candidate) -> [String] { body(of: candidate, after: nil) }

  /// - Parameter beginning: What a helper does, if the test begins so.
  func body(of candidate: Candidate, after beginning: SharedBeginning?) -> [String] {
    let lifted = beginning?.units(of: candidate, in: self) ?? []
    let locals = neededLocals(for: candidate)
    let creationIndex = creationUnit ?? 0
    let mentioned = mentions(of: candidate)
    let parts = PartsInUse(candidate, lifted: lifted, in: test)
    var lines = locals.filter { $0 < creationIndex }.flatMap { localLines($0, for: mentioned) }
    lines += capturedProperties(in: candidate.units.filter { !lifted.contains($0) })
    lines +=
      beginning.flatMap { lifted.isEmpty ? nil : ["let \(test.storeName) = \(callOfHelper($0))"] }
      ?? creationLines(of: candidate.start)
    lines += parts.all.map { $0.declaration(in: test.storeName) }
    var path = Set(candidate.units + locals.filter { $0 >= creationIndex }).sorted()[...]
    // The parts that the test declares belong to its store.
    while let unit = path.first, test.units[unit].declared.contains(where: test.isPart) {
      lines += statementLines(unit, of: candidate, parts)
      path.removeFirst()
    }
    if !lines.isEmpty { lines.append("") }
    for unit in path where !lifted.contains(unit) {
      lines += statementLines(unit, of: candidate, parts)
    }
    // The closure of a `send` stands on its lines.
    if candidate.closureOfSend == nil {
      lines += endingLines(candidate.ending, at: nil, in: parts.ofEnding)
    }
    return lines.separated
  }

  /// The names in the statements of a test.
  private func mentions(of candidate: Candidate) -> Set<String> {
    let text =
      candidate.units.flatMap { statementLines($0, of: candidate, PartsInUse()) }
      + endingLines(candidate.ending, at: nil, in: nil)
    let statements = SwiftSource(text.joined(separator: "\n"))
    return statements.names(in: statements.tokens.indices, withMembers: false)
  }

  /// The declarations that the statements of a test mention, in order.
  func neededLocals(for candidate: Candidate) -> [Int] {
    var names = mentions(of: candidate)
    if creation == nil, let creationUnit {
      names.formUnion(source.names(in: test.units[creationUnit].tokens, withMembers: false))
    }
    return needed(testLocals, by: names, withMembers: false)
  }

  /// The declarations that some names mention, and those that these mention, in order.
  private func needed(
    _ declarations: [Int], by names: Set<String>, withMembers: Bool = true
  ) -> [Int] {
    var names = names
    var needed: [Int] = []
    for index in declarations.reversed() where !names.isDisjoint(with: test.units[index].declared) {
      needed.insert(index, at: 0)
      names.formUnion(source.names(in: test.units[index].tokens, withMembers: withMembers))
    }
    return needed
  }

  func creationLines(of start: Candidate.Start) -> [String] {
    guard creation != nil else {
      // The store comes from a function, or is a property.
      let made =
        creationUnit.map { unit -> [String] in
          let state = spelling(of: start)
          return source.lines(
            test.units[unit].tokens, replacing: state == nil ? nil : ownCreation?.initialState,
            with: state ?? "")
        } ?? []
      return made + (test.hasStoreOff ? [] : ["\(test.storeName).exhaustivity = .off"])
    }
    return ["let \(test.storeName) = \(callOfHelper(from: start))"]
  }

  func callOfHelper(from start: Candidate.Start) -> String {
    let effects = creation?.effects.map { $0 + " " }.joined() ?? ""
    return "\(effects)\(helperName)(\(spelling(of: start) ?? ""))"
  }

  /// Properties that closures of other statements capture, as constants of the test.
  func capturedProperties(in units: [Int]) -> [String] {
    var names: Set<String> = []
    for unit in units where test.units[unit].kind == .other {
      for index in test.units[unit].tokens where source.text(index) == "{" {
        if let inside = source.inside(index) { names.formUnion(source.names(in: inside)) }
      }
    }
    return properties.flatMap { test.units[$0].declared }.filter(names.contains)
      .map { "let \($0) = self.\($0)" }
  }

  /// Lines of a closure with `self.` before the properties of a class, which a closure demands.
  private func withSelf(_ lines: [String]) -> [String] {
    guard test.function.isInClass else { return lines }
    let names = Set(properties.flatMap { test.units[$0].declared })
    let source = SwiftSource(lines.joined(separator: "\n"))
    let uses = source.tokens.indices.filter { index in
      names.contains(source.text(index)) && source.text(index + 1) != ":"
        && source.text(index - 1) != "."
    }
    let parts = uses.map { (source.tokens[$0].range, "self." + source.text($0)) }
    return [source.string(bytes: 0..<Int.max, replacing: parts)].separated
  }

  private func statementLines(
    _ unit: Int, of candidate: Candidate, _ parts: PartsInUse
  ) -> [String] {
    guard let call = test.units[unit].actionCall else {
      return source.lines(test.units[unit].tokens)
    }
    // What the call returns is kept where a later statement of the test has a use for it.
    let isUsed = call.result.map { result in
      candidate.units.contains { other in
        other > unit && source.names(in: test.units[other].tokens).contains(result)
      }
    }
    let closure = unit == candidate.units.last ? candidate.closureOfSend : nil
    return self.call(
      source.lines(of: call, keepingResult: isUsed == true), closure,
      in: closure == nil ? parts.ofUnits[unit] : parts.ofEnding)
  }

  /// A call of the store or of a part, with an assert closure or without.
  private func call(
    _ lines: [String], _ field: FieldAssertion?, in part: StorePart?
  ) -> [String] {
    let part = part ?? field?.neededPart
    let head = part.map { $0.call(lines, of: test.storeName) } ?? lines
    return field.map { Self.adding(withSelf($0.lines(in: part)), of: $0, to: head) } ?? head
  }

  /// The statement of an assertion.
  ///
  /// - Parameters:
  ///   - unit: The `send` whose closure it is, if it is one's.
  ///   - part: The part of the store that it is made on.
  func endingLines(_ ending: Candidate.Ending, at unit: Int?, in part: StorePart?) -> [String] {
    switch ending {
    case .sendClosure(let field):
      guard let unit, case .send(let call) = test.units[unit].kind else { return field.shown }
      return self.call(source.lines(of: call, keepingResult: false), field, in: part)
    case .assert(let field):
      // This closure does not escape.
      let part = part ?? field.neededPart
      let receiver = part?.name ?? field.receiver ?? test.storeName
      return Self.adding(field.lines(in: part), of: field, to: ["\(receiver).assert"])
    case .receive(let unit, let field):
      guard case .receive(let call) = test.units[unit].kind else { return [] }
      return self.call(source.lines(of: call, keepingResult: false), field, in: part)
    case .expect(let action, let field):
      return call(["await \(test.storeName).receive(\(action))"], field, in: part)
    case .finish: return ["await \(test.storeName).finish()"]
    case .notReceived(let receiver, let action):
      return ["await \(receiver).assertNotReceived(\(action))"]
    case .check(let unit): return source.lines(test.units[unit].tokens)
    case .nothing: return []
    }
  }

  /// A call with an assert closure: on its line if it fits, as the guide has it.
  private static func adding(
    _ lines: [String], of field: FieldAssertion, to call: [String]
  ) -> [String] {
    let head = field.parameter.map { " \($0) in" } ?? ""
    var call = call
    let last = call.removeLast()
    let line = "\(last) {\(head) \(lines.first ?? "") }"
    if lines.count == 1, call.isEmpty, line.count <= 96, last.hasSuffix(".assert") {
      return [line]
    }
    return call + ["\(last) {\(head)"] + lines.indented + ["}"]
  }
}
