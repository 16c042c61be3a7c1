import BehaviorLedger
import SourceReading

/// The code of all trials: the original test, of which a trial makes some statements, and then one of the
/// assertions.
///
/// Which statements a trial makes is decided while trials run, and a build takes longer than a thousand of them.
/// So all statements are compiled once, each behind a condition.
package struct TrialProgram: Sendable {
  /// A part of the program that may not compile.
  package enum Part: Hashable, Sendable {
    case unit(Int)
    case start(Candidate.Start)
    case ending(Assertion)
  }

  package struct Assertion: Hashable, Sendable {
    let ending: Candidate.Ending
    let position: Int
  }

  package private(set) var file = FocusedFile()
  /// The part that stands on each line.
  private(set) var parts: [Int: Part] = [:]
  private let template: SuiteTemplate
  private let starts: [Candidate.Start]
  private let endings: [Assertion]
  /// Declarations that must succeed before others can use them: `let row = try #require(…)`.
  private let bindings: Set<Int>

  /// - Parameter excluded: What does not compile.
  package init(
    _ template: SuiteTemplate, of ways: [Candidate], suite: String, without excluded: Set<Part> = []
  ) {
    self.template = template
    var seen: Set<Part> = excluded
    starts = ways.map(\.start).filter { $0 != .beginning && seen.insert(.start($0)).inserted }
    endings = ways.map(\.assertion).filter { seen.insert(.ending($0)).inserted }
    bindings = template.bindings

    var functions = [function("trial", withBindings: false, excluded)]
    if !bindings.isEmpty {
      functions.append(function("trialWithBindings", withBindings: true, excluded))
    }
    file = template.trialFile(
      suite: suite + "Cases", functions.map { ($0.name, $0.lines.map(\.text)) }, starts: starts)
    for function in functions {
      guard let first = file.bodies[function.name] else { continue }
      for (index, line) in function.lines.enumerated() {
        if let part = line.part { parts[first + index] = part }
      }
    }
    addRunner(suite: suite)
  }

  /// What the runner is told of a trial; `nil` if it has a part that does not compile.
  func line(of way: Candidate, name: String, without excluded: Set<Part>) -> String? {
    guard excluded.isDisjoint(with: way.parts) else { return nil }
    let known = [.beginning] + starts
    guard let start = known.firstIndex(of: way.start),
      let ending = endings.firstIndex(of: way.assertion)
    else { return nil }
    // A `send` with an assertion is not made without it.
    let list = way.unitsBeforeAssertion.map(String.init).joined(separator: ",")
    let needsBindings = needsBindings(way.assertion) || way.units.contains(where: needsBindings)
    return "\(name) \(needsBindings ? 1 : 0) \(start) \(ending) \(list)"
  }

  func lineOfOriginal(_ unit: Int) -> Int? {
    let units = template.test.units
    return units.indices.contains(unit)
      ? template.source.lineRange(of: units[unit].tokens).lowerBound : nil
  }

  // MARK: - The statements

  private typealias Line = (text: String, part: Part?)
  private typealias Function = (name: String, lines: [Line])

  private func function(
    _ name: String, withBindings: Bool, _ excluded: Set<Part>
  ) -> Function {
    let test = template.test
    let creationUnit = template.creationUnit ?? -1
    var lines: [Line] = []
    func add(_ text: [String], _ part: Part? = nil) {
      lines += text.separated.map { ($0, part) }
    }
    let locals = template.testLocals
    let names = Set(
      test.units.indices.filter { $0 != template.creationUnit && !template.pairs.contains($0) }
        .flatMap { template.source.names(in: test.units[$0].tokens) })
    for unit in locals where unit < creationUnit { add(template.localLines(unit, for: names)) }
    add(template.capturedProperties(in: Array(test.units.indices)))
    for (text, part) in creation { add([text], part) }
    for unit in 0...test.units.count {
      for (number, assertion) in endings.enumerated() where assertion.position == unit {
        guard withBindings || !needsBindings(assertion) else { continue }
        var lines = template.endingLines(assertion.ending, at: unit, in: nil)
        if let part = assertion.ending.field?.neededPart {
          lines.insert(part.declaration(in: test.storeName), at: 0)
        }
        if case .assert(let field) = assertion.ending {
          lines = field.guards(of: "\(test.storeName).state") + lines
        }
        add(
          ["if try focusTrial.ends(\(number)) {"] + lines.map { "  " + $0 } + ["  return", "}"],
          .ending(assertion))
      }
      guard unit < test.units.count, unit > creationUnit, !excluded.contains(.unit(unit)),
        withBindings || !needsBindings(unit)
      else { continue }
      add(statement(unit, isLocal: locals.contains(unit)), .unit(unit))
    }
    return (name, lines)
  }

  /// What makes the store, from the state that a trial starts from.
  private var creation: [Line] {
    guard !starts.isEmpty else { return template.creationLines(of: .beginning).map { ($0, nil) } }
    let store = template.test.storeName
    func call(_ start: Candidate.Start) -> String {
      "  \(store) = \(template.callOfHelper(from: start))"
    }
    var lines: [Line] = [
      ("let \(store): \(template.storeType)", nil), ("switch focusTrial.start {", nil),
    ]
    for (number, start) in starts.enumerated() {
      lines.append(("case \(number + 1):\n" + call(start), .start(start)))
    }
    return lines + [("default:", nil), (call(.beginning), nil), ("}", nil)]
  }

  private func statement(_ unit: Int, isLocal: Bool) -> [String] {
    let test = template.test
    let all = template.source.lines(test.units[unit].tokens)
    func asked(_ lines: [String]) -> [String] {
      ["if try focusTrial.runs(\(unit)) {"] + lines.map { "  " + $0 } + ["}"]
    }
    switch test.units[unit].kind {
    case .declaration: return isLocal ? all : []
    case .send(let call):
      let lines = template.source.lines(of: call, keepingResult: false)
      guard let result = call.result,
        test.sendsUsed.values.contains(where: { $0.contains(unit) })
      else { return asked(lines) }
      return ["var \(result): TestStoreTask! = nil"]
        + asked(["\(result) = \(lines[0])"] + lines.dropFirst())
    case .receive(let call): return asked(template.source.lines(of: call, keepingResult: false))
    case .event, .end, .block, .other:
      return test.units[unit].declared.isEmpty ? asked(all) : all
    case .check:
      return test.waits(unit) ? asked(all) : []
    case .creation, .assertion: return []
    }
  }

  private func needsBindings(_ unit: Int) -> Bool {
    bindings.contains(unit)
      || !template.bound(bindings).isDisjoint(
        with: template.source.names(in: template.test.units[unit].tokens))
  }

  private func needsBindings(_ assertion: Assertion) -> Bool {
    let lines = template.endingLines(assertion.ending, at: assertion.position, in: nil)
    let names = SwiftSource(lines.joined(separator: "\n")).names
    return !template.bound(bindings).isDisjoint(with: names)
  }

  // MARK: - The runner

  /// Appends a test that makes each trial that a file names, in an instance of its own, and prints how it
  /// ends.
  ///
  /// A trial is skipped if it begins as another one that failed.
  private mutating func addRunner(suite: String) {
    let isXCTest = template.test.function.framework == .xcTest
    // A test case is not Sendable, so all is done where it is.
    let isolation = template.isOnMainActor ? "@MainActor " : ""
    let cases = suite + "Cases"
    let setUp = template.setUp(of: cases)
    let make = setUp == nil ? "\(cases)()" : "try await focusSplitTestCase()"
    let other = bindings.isEmpty ? "trial" : "trialWithBindings"
    file.lines += [
      "",
      isXCTest
        ? "\(template.isNonisolated ? "nonisolated " : "")final class \(suite): XCTestCase {"
        : "struct \(suite) {",
    ]
    file.add([
      "\(isXCTest ? "" : "@Test ")\(isolation)func testTrials() async {",
      "  let runner = FocusSplitRunner()",
      "  for trial in runner.trials {",
      "    await runner.run(trial) {",
      "      let cases = \(make)",
      "      if trial.hasBindings {",
      "        try await cases.\(other)(trial)",
      "      } else {",
      "        try await cases.trial(trial)",
      "      }",
      "    }",
      "  }",
      "}",
    ])
    file.lines += ["}", "", Self.trial, "", isolation + Self.runner]
    if let setUp { file.lines += [""] + setUp }
    file.lines = file.lines.separated
  }

  private static let trial = #"""
    private final class FocusSplitTrial {
      let name: String
      let hasBindings: Bool
      let start: Int
      let steps: [Int]
      private let ending: Int
      private let units: Set<Int>
      private(set) var done: [Int]

      init(_ line: Substring) {
        let parts = line.split(separator: " ")
        name = String(parts[0])
        hasBindings = parts[1] == "1"
        start = Int(parts[2])!
        ending = Int(parts[3])!
        let list = parts.count > 4 ? parts[4].split(separator: ",").map { Int($0)! } : []
        units = Set(list)
        steps = [start] + list + [-1 - ending]
        done = [start]
      }

      func runs(_ unit: Int) throws -> Bool {
        guard units.contains(unit) else { return false }
        if hasCapturedFailure { throw CancellationError() }
        done.append(unit)
        FileHandle.standardError.write(Data("Step \(unit)\n".utf8))
        return true
      }

      func ends(_ number: Int) throws -> Bool {
        guard number == ending else { return false }
        if hasCapturedFailure { throw CancellationError() }
        done.append(-1 - number)
        return true
      }
    }
    """#

  private static let runner = #"""
    private final class FocusSplitRunner {
      let trials: [FocusSplitTrial]
      private var deadEnds: Set<ArraySlice<Int>> = []
      private let trace: FileHandle?

      init() {
        let environment = ProcessInfo.processInfo.environment
        let data = FileManager.default.contents(atPath: environment["FOCUS_TRIALS"] ?? "")
        trials = String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n")
          .map { FocusSplitTrial($0) }
        trace = FileHandle(forWritingAtPath: environment["\#(TestVariable.trace.rawValue)"] ?? "")
      }

      func run(_ trial: FocusSplitTrial, _ operation: () async throws -> Void) async {
        let steps = trial.steps
        if steps.indices.contains(where: { deadEnds.contains(steps[...$0]) }) { return }
        report("Test \(trial.name)() started")
        if let trace {
          _ = try? trace.seekToEnd()
          trace.write(
            Data("{\"call\":{\"kind\":\"settle\",\"file\":\"\(trial.name)\",\"line\":0}}\n".utf8))
        }
        var failure: String?
        let issues = await withCapturedIssues {
          do { try await operation() } catch { failure = "0: \(error)" }
        }
        if let issue = issues.first(where: { $0.severity == .error }) {
          failure = "\(issue.line): \(issue.message.prefix { $0 != "\n" })"
        }
        if let failure {
          deadEnds.insert(trial.done[...])
          report("Failure of \(trial.name) at \(trial.done.last ?? 0), \(failure)")
        }
        report("Test \(trial.name)() \(failure == nil ? "passed" : "failed")")
      }

      private func report(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
      }
    }
    """#
}

extension Candidate {
  /// What of the program it is made of.
  var parts: [TrialProgram.Part] {
    [.start(start), .ending(assertion)] + units.map(TrialProgram.Part.unit)
  }

  var assertion: TrialProgram.Assertion {
    TrialProgram.Assertion(
      ending: ending, position: closureOfSend == nil ? position : units.last ?? 0)
  }
}

extension SuiteTemplate {
  /// The declarations between the steps that may fail, or need what was done before.
  var bindings: Set<Int> {
    Set(
      test.units.indices.filter { index in
        let unit = test.units[index]
        guard index > creationUnit ?? -1, !unit.declared.isEmpty, !unit.isSend,
          !unit.declared.contains(where: test.isPart)
        else { return false }
        return unit.kind != .declaration
          || !source.names(in: unit.tokens).isDisjoint(with: ["try", "await", test.storeName])
      })
  }

  func bound(_ bindings: Set<Int>) -> Set<String> {
    Set(bindings.flatMap { test.units[$0].declared })
  }

  /// Whether the suite's instances are used on the main actor: they or the test belong to it, or all but them
  /// does.
  var isOnMainActor: Bool {
    let attributes = mainActor(of: test.function.declaration) + mainActor(of: test.function.suite)
    return isNonisolated || !attributes.isEmpty
  }

  /// A function that makes a test case and sets it up, as XCTest does before a test; `nil` if an instance
  /// of the trials' type is all that a trial needs.
  func setUp(of type: String) -> [String]? {
    guard needsSuite, test.function.framework == .xcTest else { return nil }
    let methods = test.function.members.filter { $0.modifiers.contains("override") }
    func hasMethod(_ name: String, isAsync: Bool = false) -> Bool {
      inheritsMore
        || methods.contains { method in
          method.name == name && source.names(in: method.signature).contains("async") == isAsync
        }
    }
    var lines = [
      isOnMainActor
        ? "@MainActor private func focusSplitTestCase() async throws -> \(type) {"
        : "private func focusSplitTestCase() async throws -> sending \(type) {",
      "  #if canImport(Darwin)",
      "    let test = \(type)()",
      "  #else",
      "    let test = \(type)(name: \"\", testClosure: { _ in })",
      "  #endif",
    ]
    if hasMethod("setUp", isAsync: true) { lines.append("  try await test.setUp()") }
    if hasMethod("setUpWithError") { lines.append("  try test.setUpWithError()") }
    if hasMethod("setUp") {
      // Where there are two, an asynchronous function calls the other.
      lines += ["  func setUp() { test.setUp() }", "  setUp()"]
    }
    return lines + ["  return test", "}"]
  }
}
