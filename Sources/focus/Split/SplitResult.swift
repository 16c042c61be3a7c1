import SourceReading
import TestEvents

/// The result of a split.
package struct SplitResult: Sendable {
  package let found: FoundTest
  package let test: SplitTest
  /// The behaviors whose mutants the original kills.
  package let protected: [Behavior]
  package var tests: [FocusedTest] = []
  /// The behaviors that the original protects and the new tests don't.
  package var lost: [Loss] = []
  /// The expectations that no mutant makes fail, so that no test has them.
  package var idleExpectations: [Int] = []
  /// Whether the tests may share a helper.
  package var allowsHelper = true

  /// A behavior that no new test protects.
  package struct Loss: Hashable, Sendable {
    package let behavior: Behavior
    package let reason: String

    package init(_ behavior: Behavior, _ reason: String) {
      self.behavior = behavior
      self.reason = reason
    }
  }

  package init(_ found: FoundTest, _ test: SplitTest, protected: [Behavior]) {
    self.found = found
    self.test = test
    self.protected = protected
  }

  /// Whether nothing is listed as lost.
  package var isComplete: Bool { lost.isEmpty && idleExpectations.isEmpty }

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
    lost += behaviors.filter { !known.contains($0) }.map { Loss($0, reason) }
  }
}

// MARK: - The summary

extension SplitResult {
  /// The line of the original that asserts a behavior, if one names it.
  private func line(of behavior: Behavior) -> Int? {
    test.assertions(naming: behavior).first.map { test.line(of: $0.number) }
  }

  /// The behaviors that are lost, each with its line and the reason.
  var lostLines: [String] {
    lost.sorted { $0.behavior < $1.behavior }.map { loss in
      "  \(line(of: loss.behavior).map { "line \($0): " } ?? "")\(loss.behavior): \(loss.reason)."
    }
      + idleExpectations.map {
        "  line \(test.line(of: $0)): `\(test.shortText(of: $0))`: no missing behavior makes it fail."
      }
  }

  /// The lines whose assertions are in no new test, because other assertions protect the same behaviors.
  private var repeatedLines: [Int] {
    let listed = Set(
      tests.flatMap(\.found.choice.elements) + idleExpectations
        + lost.flatMap { test.assertions(naming: $0.behavior) }.map(\.number))
    return test.elements.filter { $0.isAssertion && !listed.contains($0.number) }
      .map { test.line(of: $0.number) }.uniqued
  }

  /// The summary that the terminal shows.
  package var summary: String {
    var lines = [
      "\(found.function.name) is now \(count(tests.count, "test")). All pass, alone and together.",
      "The new tests kill \(protected.count - lost.count) of the \(protected.count) mutants that the "
        + "original kills.",
    ]
    if !isComplete { lines += ["Lost:"] + lostLines }
    if !repeatedLines.isEmpty {
      let all = repeatedLines.map(String.init).joined(separator: ", ")
      lines.append("Asserted in no new test, because other lines kill the same mutants: \(all)")
    }
    lines.append(
      "The tests do not assert that nothing else changes, that nothing else is received, or that nothing "
        + "is received too early. If that matters, keep a test in `.on`.")
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
      "lost": lost.sorted { $0.behavior < $1.behavior }.map { loss -> JSONObject in
        [
          "behavior": loss.behavior.description, "line": line(of: loss.behavior),
          "reason": loss.reason,
        ]
      }
        + idleExpectations.map { number -> JSONObject in
          [
            "expectation": test.shortText(of: number), "line": test.line(of: number),
            "reason": "no missing behavior makes it fail",
          ]
        },
      "repeated": repeatedLines,
    ]
    return summary.printedJSON
  }
}
