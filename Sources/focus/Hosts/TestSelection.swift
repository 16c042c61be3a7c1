import Foundation

package enum TestFramework: Sendable { case xcTest, swiftTesting }

/// The tests that a run includes.
package enum TestSelection: Hashable, Sendable {
  case all

  /// The tests that match a regular expression of `swift test --filter`.
  case matching(String)

  /// The tests with these names from the ledger.
  case only([String])

  /// Tests of one framework, by their names in the ledger. The other framework is not started.
  case among([String], TestFramework)

  /// The options of `swift test` that select these tests.
  package var options: [String] {
    switch self {
    case .all: []
    case .matching(let pattern): ["--filter", pattern]
    case .only(let names), .among(let names, _):
      Self.parts(of: names).flatMap { ["--filter", Self.pattern(of: $0)] }
    }
  }

  /// The XCTest tests that the selection includes.
  func included(of all: [String]) -> [String] {
    switch self {
    case .all: all
    case .matching(let pattern):
      all.filter { $0.range(of: pattern, options: .regularExpression) != nil }
    case .only(let names): all.filter(Set(names).contains)
    case .among(let names, let framework): framework == .xcTest ? names : []
    }
  }

  /// Whether the selection may include tests of Swift Testing.
  var hasSwiftTesting: Bool {
    if case .among(_, .xcTest) = self { false } else { true }
  }

  /// The names in groups with an option each, because Linux accepts no argument of more than 128 KB.
  private static func parts(of names: [String]) -> [[String]] {
    let size = 200
    return stride(from: 0, to: names.count, by: size).map {
      Array(names[$0..<min($0 + size, names.count)])
    }
  }

  /// A regular expression that matches tests with these names and no others.
  ///
  /// Swift Testing matches it against a name and a location, XCTest against the name. Names with a common beginning
  /// are grouped, because each test is matched against the whole expression.
  package static func pattern(of names: [String]) -> String {
    var rests: [String: [String]] = [:]
    for name in names {
      let end = name.firstIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
      rests[String(name[..<end]), default: []].append(String(name[end...]))
    }
    let groups = rests.sorted { $0.key < $1.key }.map { suite, rests in
      let choices = rests.sorted().map(\.escapedForPattern).joined(separator: "|")
      return "\(suite.escapedForPattern)(?:\(choices))"
    }
    return "^(?:\(groups.joined(separator: "|")))(?:/[^/]+:[0-9]+:[0-9]+)?$"
  }
}

extension String {
  /// The text as a regular expression that matches only this text.
  var escapedForPattern: String {
    unicodeScalars.reduce(into: "") { pattern, scalar in
      if #"\.^$|?*+()[]{}"#.unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
  }
}
