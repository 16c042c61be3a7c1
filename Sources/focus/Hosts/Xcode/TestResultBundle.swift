import Foundation
import TestEvents

/// The results of a run, as `xcresulttool get test-results tests` prints them: a tree of plans, bundles, suites, and tests.
package struct TestResultBundle: Sendable {
  /// The outcomes and failures of the tests.
  package private(set) var log = RunLog()

  /// Reads the output, or returns `nil` if it is something else.
  package init?(output: String) {
    struct Tree: Decodable { var testNodes: [Node] }
    guard let tree = Tree(output: output) else { return nil }
    for node in tree.testNodes { add(node, of: "") }
  }

  fileprivate struct Node: Decodable {
    var nodeType: String
    var name: String
    var nodeIdentifier: String?
    var nodeIdentifierURL: String?
    var result: String?
    var children: [Node]?
  }

  private mutating func add(_ node: Node, of target: String) {
    let target = node.nodeType.hasSuffix("bundle") ? node.name : target
    guard node.nodeType == "Test Case" else {
      for child in node.children ?? [] { add(child, of: target) }
      return
    }
    guard let outcome = node.outcome else { return }
    let names = XcodeTest(target: target, identifier: node.nodeIdentifier ?? node.name).names
    // In the URL, the name of an XCTest test has no parentheses.
    let isXCTest =
      node.nodeIdentifierURL.map { !($0.removingPercentEncoding ?? $0).hasSuffix(")") } ?? false
    let name = isXCTest ? names[names.count - 1] : names[0]
    log.hasBegun = true
    let old = log.outcomes[name]
    log.outcomes[name] = TestOutcome.worstFirst.first { $0 == old || $0 == outcome }
    // The trace of an XCTest test already has its failures.
    if isXCTest { return }
    let module = XcodeTest.module(ofTarget: target)
    log.issues += node.failures.map { RunLog.Issue($0, module: module) }
  }
}

extension TestResultBundle.Node {
  /// The outcome of the node's test, or `nil` if the node has no result. A known failure doesn't fail its test.
  fileprivate var outcome: TestOutcome? {
    switch result {
    case "Passed", "Expected Failure": .passed
    case "Failed": failures.contains(where: \.isAboutCrash) ? .unfinished : .failed
    case "Skipped": .skipped
    default: nil
    }
  }

  fileprivate var failures: [String] {
    (nodeType == "Failure Message" ? [name] : []) + (children ?? []).flatMap(\.failures)
  }
}

extension String {
  /// Whether the text is Xcode's report that a process crashed during a test. A test's own failure begins with its
  /// file and line, and may contain the same words.
  fileprivate var isAboutCrash: Bool {
    if hasPrefix("Crash: ") { return true }
    return prefixMatch(of: .failureLocation) == nil
      && ["crashed with signal", "test runner exited", "test runner crashed", "unexpected exit"]
        .contains { lowercased().contains($0) }
  }
}

extension RunLog.Issue {
  /// Creates a failure from a text that may begin with a file and a line. The time of the failure is unknown.
  fileprivate init(_ text: String, module: String) {
    let place = text.prefixMatch(of: .failureLocation)
    self.init(
      issue: TracedIssue(
        kind: .failure, message: place.map { String(text[$0.range.upperBound...]) } ?? text,
        file: place.map { "\(module)/\($0.1)" }, line: place.flatMap { Int($0.2) }),
      time: .infinity)
  }
}

extension RegexComponent where Self == Regex<(Substring, Substring, Substring)> {
  /// The file and the line at the start of a test's failure.
  fileprivate static var failureLocation: Self { #/([^:/]+\.swift):([0-9]+): /# }
}
