extension FocusedFile {
  /// Appends a test that makes each trial, in an instance of its own, and prints how it ends.
  ///
  /// A trial is not made where it would begin as one did that could not go on: with an answer of a stub that
  /// has not been called, say, which takes its time-out, or with a crash.
  ///
  /// - Parameter ways: For each trial a number for what it has done after each of its steps.
  mutating func addTrialRunner(
    for template: SuiteTemplate, suite: String, trials: String, waysOfTrials ways: [String: [Int]]
  ) {
    let names = ranges.keys.sorted { (ranges[$0]?.lowerBound ?? 0) < (ranges[$1]?.lowerBound ?? 0) }
    let groups = stride(from: 0, to: names.count, by: Self.groupSize)
      .map { names[$0..<min($0 + Self.groupSize, names.count)] }
    let isXCTest = template.test.function.framework == .xcTest
    // A test case is not Sendable, so all is done where it is.
    let isolation = template.isOnMainActor ? "@MainActor " : ""
    let setUp = template.setUp(of: trials)
    let header =
      isXCTest
      ? "\(template.isNonisolated ? "nonisolated " : "")final class \(suite): XCTestCase {"
      : "@Suite struct \(suite) {"
    lines += ["", header]
    add([
      "\(isXCTest ? "" : "@Test ")\(isolation)func testTrials() async {",
      "  let run = FocusSplitTrialRun()",
    ])
    add(groups.indices.map { "  await focusSplitTrials\($0)(run)" } + ["}"])
    lines.append("}")
    for (index, names) in groups.enumerated() {
      lines += [
        "", "\(isolation)private func focusSplitTrials\(index)(_ run: FocusSplitTrialRun) async {",
      ]
      for name in names {
        let steps = zip(steps[name] ?? [], ways[name] ?? []).map { "\($0):\($1)" }
        add([
          "await run(\"\(name)\", \"\(steps.joined(separator: " "))\") "
            + "{ try await \(setUp == nil ? trials : "focusSplitTestCase")().run_\(name)() }"
        ])
      }
      lines.append("}")
    }
    lines += ["", isolation + Self.trialRun]
    if let setUp { lines += [""] + setUp }
  }

  /// How many calls a function has: the compiler takes its time over long ones.
  private static let groupSize = 40

  private static let trialRun = #"""
    private final class FocusSplitTrialRun {
      private let ended: Set<Substring>
      private var deadEnds: Set<Substring>

      init() {
        let environment = ProcessInfo.processInfo.environment
        ended = Set((environment["FOCUS_ENDED_TRIALS"] ?? "").split(separator: ","))
        deadEnds = Set((environment["FOCUS_DEAD_ENDS"] ?? "").split(separator: ","))
      }

      func callAsFunction(
        _ name: String, _ steps: String, _ trial: () async throws -> Void
      ) async {
        if ended.contains(Substring(name)) { return }
        let steps = steps.split(separator: " ").map { $0.split(separator: ":") }
        if steps.contains(where: { deadEnds.contains($0[1]) }) { return }
        report("Test \(name)() started")
        var hasThrown = false
        let issues = await withCapturedIssues {
          do { try await trial() } catch { hasThrown = true }
        }
        let failure = issues.first { $0.severity == .error }
        if let failure, failure.fileID == #fileID,
          let step = steps.last(where: { Int($0[0]) ?? 0 <= failure.line })
        {
          deadEnds.insert(step[1])
          report("Dead end: \(step[1])")
        }
        report("Test \(name)() \(hasThrown || failure != nil ? "failed" : "passed")")
      }

      private func report(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
      }
    }
    """#
}

extension SuiteTemplate {
  /// Whether the suite's instances are used on the main actor: they belong to it, or all but them does.
  fileprivate var isOnMainActor: Bool {
    isNonisolated
      || test.function.suite?.attributes.contains { source.text($0) == "@MainActor" } == true
  }

  /// A function that makes a test case and sets it up, as XCTest does before a test; `nil` if an instance
  /// of the trials' type is all that a trial needs.
  fileprivate func setUp(of type: String) -> [String]? {
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
