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

  /// A behavior or an expectation of the original that no new test protects.
  package struct Loss: Hashable, Sendable {
    /// `nil` for an expectation.
    let behavior: Behavior?
    /// The original's elements that assert it.
    let elements: [Int]
    let reason: String
  }

  package init(
    _ found: FoundTest, _ test: SplitTest, protected: [Behavior], _ searched: SplitSearch.Result
  ) {
    self.found = found
    self.test = test
    self.protected = protected
    lose(searched.lost, "no shorter test fails without it")
    lost += searched.idleExpectations.map {
      Loss(behavior: nil, elements: [$0], reason: "no missing behavior makes it fail")
    }
  }

  /// Whether nothing is listed as lost.
  package var isComplete: Bool { lost.isEmpty }

  /// The test's file with the new tests.
  package func file(removingOriginal: Bool = false) -> PatchedFile {
    PatchedFile(
      found.path, tests, of: test, allowsHelper: allowsHelper, removingOriginal: removingOriginal)
  }

  /// Removes some tests, and lists their behaviors as lost.
  mutating func leaveOut(_ reason: String, _ isLeftOut: (FocusedTest) -> Bool) {
    lose(tests.filter(isLeftOut).flatMap(\.behaviors), reason)
    tests.removeAll(where: isLeftOut)
  }

  /// Lists behaviors as lost, unless another reason is known.
  mutating func lose(_ behaviors: [Behavior], _ reason: String) {
    let known = lost.map(\.behavior)
    lost += behaviors.sorted().filter { !known.contains($0) }.map { behavior in
      let elements = test.assertions(naming: behavior).map(\.number)
      return Loss(behavior: behavior, elements: elements, reason: reason)
    }
  }
}

// MARK: - The summary

extension SplitResult {
  /// The losses, each with the line of the original that asserts it, if one names it.
  var lostLines: [String] {
    lost.map { loss in
      let text = loss.behavior?.description ?? "`\(test.shortText(of: loss.elements[0]))`"
      return "  \(line(of: loss).map { "line \($0): " } ?? "")\(text): \(loss.reason)."
    }
  }

  private func line(of loss: Loss) -> Int? { loss.elements.first.map(test.line) }

  /// The lines whose assertions are in no new test, because other assertions protect the same behaviors.
  private var repeatedLines: [Int] {
    let listed = Set(tests.flatMap(\.found.choice.elements) + lost.flatMap(\.elements))
    return test.elements.filter { $0.isAssertion && !listed.contains($0.number) }
      .map { test.line(of: $0.number) }.uniqued
  }

  /// The lines of actions after which the original asserts that the state stays the same.
  private var unchangedLines: [Int] {
    let asserting = Set(test.elements.compactMap(\.parent))
    return test.elements.filter { $0.isCall && !asserting.contains($0.number) }
      .map { test.line(of: $0.number) }.uniqued
  }

  /// The summary that the terminal shows.
  package var summary: String {
    var lines = [
      "\(found.function.name) is now \(count(tests.count, "test")). All pass, alone and together.",
      "The new tests kill \(protected.count - lost.count { $0.behavior != nil }) of the \(protected.count) mutants that the "
        + "original kills.",
    ]
    if !isComplete { lines += ["Lost:"] + lostLines }
    if !repeatedLines.isEmpty {
      let all = repeatedLines.map(String.init).joined(separator: ", ")
      lines.append("Asserted in no new test, because other lines kill the same mutants: \(all)")
    }
    let unchanged = unchangedLines.map(String.init).joined(separator: ", ")
    lines.append(
      "The tests do not assert that nothing else changes"
        + (unchanged.isEmpty ? "" : " (nothing at all at these lines: \(unchanged))")
        + ", that nothing else is received, or that nothing is received too early. If that matters, keep "
        + "a test in `.on`.")
    return lines.joined(separator: "\n")
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
          "behavior": loss.behavior?.description,
          "expectation": loss.behavior == nil ? test.shortText(of: loss.elements[0]) : nil,
          "line": line(of: loss), "reason": loss.reason,
        ]
      },
      "repeated": repeatedLines, "unchanged": unchangedLines,
    ]
    return summary.printedJSON
  }
}
