import SourceReading

extension SuiteTemplate {
  /// The file of some tests, and the lines that each of them stands on.
  package func file(suite suiteName: String, _ tests: [FocusedTest]) -> FocusedFile {
    let template = sharingLocals(of: tests)
    let beginning = SharedBeginning(of: tests, in: template)
    let startsFromState = tests.contains { $0.candidate.start != .beginning }
    let helper = beginning.map { template.lines(of: $0) + [""] } ?? []
    return template.file(
      template.contents(
        header(suiteName), tests.map { template.function($0, after: beginning) },
        helper + template.helperLines(startsFromState: startsFromState)))
  }

  func function(
    _ test: FocusedTest, after beginning: SharedBeginning? = nil
  ) -> SuiteContents.Function {
    let body = body(of: test.candidate, after: beginning)
    return SuiteContents.Function(
      name: test.name, head: attributeLines + [signature(of: test.name, body)], body: body)
  }

  /// The file of the functions that trials are made by, as methods of a plain type: no framework runs them.
  func trialFile(
    suite: String, _ functions: [(name: String, body: [String])], starts: [Candidate.Start]
  ) -> FocusedFile {
    let attributes = mainActor(of: test.function.declaration)
    var file = file(
      contents(
        trialHeader(suite),
        functions.map { name, body in
          SuiteContents.Function(
            name: name,
            head: attributes + ["func \(name)(_ focusTrial: FocusSplitTrial) async throws"],
            body: body)
        }, helperLines(startsFromState: !starts.isEmpty), areTrials: true))
    for line in ["import Foundation", "@_spi(Trials) import FocusedTestStore"]
    where !importLines.contains(line) {
      file.insertImport(line)
    }
    return file
  }

  /// - Parameter helper: The lines of what makes the store, and of what tests begin with.
  func contents(
    _ header: [String], _ functions: [SuiteContents.Function], _ helper: [String] = [],
    areTrials: Bool = false
  ) -> SuiteContents {
    let names = SwiftSource((functions.flatMap(\.body) + helper).joined(separator: "\n")).names
    let members = neededMembers(names).filter {
      !areTrials || needsSuite || !$0.modifiers.contains("override")
    }
    let stored = members.filter { ["let", "var"].contains($0.keyword) && $0.body == nil }
    let lifecycle = members.filter { Self.lifecycle.contains($0.name) }
    return SuiteContents(
      header: header,
      properties: stored.map(memberLines) + (properties + pairs).sorted().map(propertyLines),
      lifecycle: lifecycle.map(memberLines), functions: functions,
      members: members.filter { !stored.contains($0) && !lifecycle.contains($0) }.map(memberLines),
      helper: helper)
  }

  private func file(_ contents: SuiteContents) -> FocusedFile {
    var file = FocusedFile()
    file.lines = importLines + [""]
    file.add(contents)
    for declaration in privateDeclarations(file.mentionedNames) {
      file.lines += [""] + declaration.lines
    }
    return file
  }

  var importLines: [String] {
    test.function.fileDeclarations.filter { $0.keyword == "import" }.map { source.text($0.tokens) }
  }

  // MARK: - The suite

  func header(_ name: String) -> [String] {
    guard let suite = test.function.suite else {
      return [
        test.function.framework == .swiftTesting
          ? "struct \(name)" : "final class \(name): XCTestCase"
      ]
    }
    let attributes = suite.attributes.map(withoutDisplayName)
    let rest = source.text(suite.signature.lowerBound + 1..<suite.signature.upperBound)
    let colon = rest.hasPrefix(":") || rest.isEmpty ? "" : " "
    let line = (suite.modifiers + [suite.keyword, name + colon + rest]).joined(separator: " ")
    // Attributes on lines of their own stay there.
    let keyword = source.skipAttributes(in: suite.tokens)
    let hasOwnLines =
      source.lineRange(of: suite.tokens).lowerBound
      < source.lineRange(of: keyword..<keyword + 1).lowerBound
    return hasOwnLines ? attributes + [line] : [(attributes + [line]).joined(separator: " ")]
  }

  /// The type of trials: as the suite, and a test case only where that is needed.
  private func trialHeader(_ name: String) -> [String] {
    let suite = test.function.suite
    let inheritance =
      needsSuite
      ? suite.map { source.text($0.signature.lowerBound + 1..<$0.signature.upperBound) } ?? "" : ""
    let modifier = isNonisolated && needsSuite ? "nonisolated " : ""
    let type = test.function.isInClass ? "private final class" : "private struct"
    return mainActor(of: suite) + ["\(modifier)\(type) \(name)\(inheritance)"]
  }

  /// The attribute of what says that it belongs to the main actor.
  func mainActor(of declaration: SwiftDeclaration?) -> [String] {
    (declaration?.attributes ?? []).map { source.text($0) }.filter { $0 == "@MainActor" }
  }

  /// Whether the suite says that it is not on the main actor, as a test case must where that is the default.
  var isNonisolated: Bool {
    test.function.suite?.modifiers.contains("nonisolated") == true
  }

  /// Whether what the suite inherits or does before each test may be needed.
  var needsSuite: Bool {
    test.function.suite?.keyword == "class"
      && (inheritsMore || test.function.members.contains { $0.modifiers.contains("override") })
  }

  /// Whether the suite inherits from more than XCTest's class.
  var inheritsMore: Bool {
    guard let suite = test.function.suite else { return false }
    return !source.names(in: suite.signature).subtracting([suite.name]).isSubset(of: ["XCTestCase"])
  }

  /// An attribute of a test or suite without the name that it shows, and without an exhaustivity.
  private func withoutDisplayName(_ attribute: Range<Int>) -> String {
    guard attribute.count > 1, let inside = source.inside(attribute.lowerBound + 1) else {
      return source.text(attribute)
    }
    let kept = source.arguments(in: inside).filter { argument in
      let first = source.tokens[argument.lowerBound]
      let text = source.text(argument)
      return first.kind != .string && !text.hasPrefix(".exhaustivity")
    }
    let name = source.text(attribute.lowerBound)
    return kept.isEmpty ? name : "\(name)(\(kept.map { source.text($0) }.joined(separator: ", ")))"
  }

  private var testAttributes: [String] {
    test.function.declaration.attributes.map(withoutDisplayName)
  }

  private var attributeLines: [String] {
    testAttributes.filter { $0 != "@Test" && !$0.hasPrefix("@Test(") }
  }

  private func signature(of name: String, _ body: [String]) -> String {
    let names = SwiftSource(body.joined(separator: "\n")).names
    var words = ["func \(name)()"]
    if names.contains("await") { words.append("async") }
    if names.contains("try") || names.contains("#require") { words.append("throws") }
    return (testAttributes.filter { $0.hasPrefix("@Test") }.prefix(1) + words)
      .joined(separator: " ")
  }

  // MARK: - The helper

  private func helperLines(startsFromState: Bool) -> [String] {
    guard let creation else { return [] }
    let type = test.store.stateType
    let initial = creation.initialState.map { source.text($0) } ?? ""
    let isConstant = creation.initialState.map(isConstant) == true
    let value = initial.hasPrefix(".") ? type + initial : initial
    let parameter =
      !startsFromState
      ? "" : isConstant ? "_ state: \(type) = \(value)" : "_ state: \(type)? = nil"
    let effects = Set(creation.effects)
    let suffix =
      (effects.contains("await") ? " async" : "") + (effects.contains("try") ? " throws" : "")
    let line = "private func \(helperName)(\(parameter))\(suffix) -> \(storeType) {"
    var lines = mainActor(of: test.function.declaration)
    if line.count <= 96 {
      lines.append(line)
    } else {
      lines += ["private func \(helperName)(", "  \(parameter)", ")\(suffix) -> \(storeType) {"]
    }
    let mentioned = source.names(in: creationUnit.map { test.units[$0].tokens } ?? 0..<0)
    for unit in helperLocals { lines += localLines(unit, for: mentioned).map { "  " + $0 } }
    for name in propertiesInEscapingClosures { lines.append("  let \(name) = self.\(name)") }
    let expression = source.lines(
      creation.expression, replacing: startsFromState ? creation.initialState : nil,
      with: isConstant ? "state" : "state ?? \(value)")
    // A body of more than one statement needs its `return`.
    let isAlone = helperLocals.isEmpty && propertiesInEscapingClosures.isEmpty
    let head = test.hasStoreOff ? isAlone ? "" : "return " : "let \(test.storeName) = "
    lines += ([head + (expression.first ?? "")] + expression.dropFirst()).indented
    if !test.hasStoreOff {
      lines += ["  \(test.storeName).exhaustivity = .off", "  return \(test.storeName)"]
    }
    return lines + ["}"]
  }

  /// Whether an expression mentions nothing that only an instance of the suite has.
  private func isConstant(_ expression: Range<Int>) -> Bool {
    let members = test.function.members.flatMap(\.names)
    let locals = test.units.flatMap(\.declared)
    return source.names(in: expression).isDisjoint(with: members + locals)
  }

  /// The properties that closures in the store's closures capture: those of dependencies.
  private var propertiesInEscapingClosures: [String] {
    guard let creation else { return [] }
    var names: Set<String> = []
    for outer in creation.closures where source.text(outer) == "{" {
      guard let inside = source.inside(outer) else { continue }
      for inner in inside where source.text(inner) == "{" {
        if let body = source.inside(inner) { names.formUnion(source.names(in: body)) }
      }
    }
    return properties.flatMap { test.units[$0].declared }.filter(names.contains)
  }

  // MARK: - Other declarations

  /// The members of the original suite that the tests need.
  private func neededMembers(_ names: Set<String>) -> [SwiftDeclaration] {
    needed(test.function.members.filter { !isTest($0) }, for: names)
  }

  /// What other files cannot see of the original's file, and the tests need.
  func privateDeclarations(_ names: Set<String>) -> [FileDeclaration] {
    needed(test.function.fileDeclarations.filter(\.isPrivate), for: names)
      .map { declaration in
        FileDeclaration(
          names: declaration.keyword == "extension" ? [] : declaration.names,
          lines: source.lines(declaration.tokens))
      }
  }

  /// The declarations that some names mention, and those that these mention.
  private func needed(
    _ declarations: [SwiftDeclaration], for names: Set<String>
  ) -> [SwiftDeclaration] {
    var names = names
    var rest = declarations
    var count: Int
    repeat {
      count = rest.count
      rest.removeAll { declaration in
        guard
          Self.lifecycle.contains(declaration.name) || !names.isDisjoint(with: declaration.names)
        else { return false }
        names.formUnion(source.names(in: declaration.tokens))
        return true
      }
    } while rest.count < count
    return declarations.filter { !rest.contains($0) }
  }

  private static let lifecycle: Set = [
    "setUp", "setUpWithError", "tearDown", "tearDownWithError", "init", "deinit",
  ]

  private func isTest(_ member: SwiftDeclaration) -> Bool {
    source.isSwiftTest(member)
      || member.keyword == "func" && test.function.framework == .xcTest
        && member.name.hasPrefix("test")
  }

  private func memberLines(_ member: SwiftDeclaration) -> [String] {
    source.byteRangeWithComments(of: member.tokens).map { source.lines(bytes: $0) } ?? []
  }
}
