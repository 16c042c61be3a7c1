import SourceReading
import TestEvents

/// The result of a split.
package struct SplitResult: Sendable {
  package let found: FoundTest
  package let test: SplitTest
  /// The behaviors whose mutants the original kills.
  package let protected: [Behavior]
  package var tests: [FocusedTest] = []
  package private(set) var lost: [Loss] = []
  /// Whether the tests may share a helper.
  package var allowsHelper = true

  /// A behavior of the original that no new test protects.
  package struct Loss: Hashable, Sendable {
    let behavior: Behavior
    /// The line of the original that asserts it, if one names it.
    let line: Int?
    let reason: String
  }

  package init(
    _ found: FoundTest, _ test: SplitTest, protected: [Behavior], _ searched: SplitSearch.Result
  ) {
    self.found = found
    self.test = test
    self.protected = protected
    lose(searched.lost, "no shorter test fails without it")
  }

  /// Whether nothing is listed as lost.
  package var isComplete: Bool { lost.isEmpty }

  /// The test's file with the new tests.
  package func file(removingOriginal: Bool = false) -> PatchedFile {
    PatchedFile(
      found.path, tests, of: test, allowsHelper: allowsHelper, removingOriginal: removingOriginal)
  }

  /// Removes some tests, and lists the behaviors after which they are named as lost.
  mutating func leaveOut(_ reason: String, _ isLeftOut: (FocusedTest) -> Bool) {
    lose(tests.filter(isLeftOut).flatMap(\.found.behaviors), reason)
    tests.removeAll(where: isLeftOut)
  }

  /// Lists behaviors as lost, unless another reason is known.
  mutating func lose(_ behaviors: [Behavior], _ reason: String) {
    let known = lost.map(\.behavior)
    lost += behaviors.sorted().filter { !known.contains($0) }.map { behavior in
      let line = test.assertions(naming: behavior).first.map { test.line(of: $0.number) }
      return Loss(behavior: behavior, line: line, reason: reason)
    }
  }
}

// MARK: - The summary

extension SplitResult {
  /// The losses, each with the line of the original that asserts it, if one names it.
  var lostLines: [String] {
    lost.map { loss in
      "  \(loss.line.map { "line \($0): " } ?? "")\(loss.behavior): \(loss.reason)."
    }
  }

  /// The lines whose assertions are in no new test, because other assertions protect the same behaviors.
  private var repeatedLines: [Int] {
    let kept = Set(tests.flatMap(\.found.choice.elements))
    return test.elements.filter { $0.isAssertion && !kept.contains($0.number) }
      .map { test.line(of: $0.number) }.uniqued.filter { !lost.map(\.line).contains($0) }
  }

  /// The lines of actions after which only the original asserts that nothing else changes. A later step of the original
  /// may start in another state than the same step of a test.
  private var unchangedLines: [Int] {
    let calls = test.elements.filter(\.isCall)
    let strict = tests.map(\.found.choice).filter { $0.exhaustivity == .stateChanges }
    let rests = strict.map { choice in calls.drop { choice.elements.contains($0.number) } }
    return (rests.min { $0.count < $1.count } ?? calls[...]).map { test.line(of: $0.number) }
      .uniqued
  }

  /// The summary that the terminal shows.
  package var summary: String {
    var lines = [
      "\(found.function.name) is now \(count(tests.count, "test")). All pass, alone and together.",
      "The new tests kill \(protected.count - lost.count) of the \(protected.count) mutants that the "
        + "original kills.",
    ]
    if !isComplete { lines += ["Lost:"] + lostLines }
    lines += listed(
      "Asserted in no new test, because other lines kill the same mutants", repeatedLines)
    lines += listed(
      "No new test asserts that no other field changes at these lines", unchangedLines)
    if !tests.contains(where: { $0.found.choice.exhaustivity == .receivedActions }) {
      lines.append("No new test asserts that nothing else is received.")
    }
    return lines.joined(separator: "\n")
  }

  private func listed(_ title: String, _ numbers: [Int]) -> [String] {
    numbers.isEmpty ? [] : ["\(title): \(numbers.map(String.init).joined(separator: ", "))"]
  }

  /// The summary as JSON.
  ///
  /// - Parameter file: The file with the new tests.
  package func json(in file: PatchedFile) -> String {
    let summary: JSONObject = [
      "file": found.path,
      "tests": tests.map { test -> JSONObject in
        let types = found.function.name.types
        let name = TestName(
          module: found.function.name.module, types: types, function: test.name.withoutBackticks)
        return [
          "name": name.readableFilter, "behaviors": test.behaviors.map(\.description),
          "line": file.line(of: test),
        ]
      },
      "lost": lost.map { loss -> JSONObject in
        [
          "behavior": loss.behavior.description, "line": loss.line, "reason": loss.reason,
        ]
      },
      "repeated": repeatedLines, "unchanged": unchangedLines,
    ]
    return summary.printedJSON
  }
}
