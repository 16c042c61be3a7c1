import Foundation
import SourceReading

/// The focused tests that replace one test.
package struct Draft: Sendable {
  let found: FoundTest
  var template: TestTemplate
  var tests: [FocusedTest]

  var name: TestName { found.function.name }
  var names: [TestName] { tests.map(name) }

  /// The full name of a focused test.
  func name(of test: FocusedTest) -> TestName {
    TestName(module: name.module, types: name.types, function: test.function)
  }
}

/// A file of the package with focused tests added after their originals.
package struct PatchedFile: Sendable {
  /// Added code that may not compile.
  package enum Part: Hashable, Sendable {
    case test(TestName)
    /// The code that the new tests of an original share.
    case shared(original: TestName)
  }

  package let path: String
  package let diff: UnifiedDiff
  /// The lines of each new test in the new file, counted from 1, in order.
  private let places: [(name: TestName, original: TestName, lines: ClosedRange<Int>)]

  /// - Parameters:
  ///   - drafts: The drafts of one file.
  ///   - removesOriginals: Whether to remove the originals.
  package init(_ drafts: [Draft], removesOriginals: Bool = false) {
    path = drafts[0].found.path
    let source = drafts[0].found.function.source
    let text = source.string(bytes: 0..<Int.max)
    let allLines = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }
    var edits: [(lines: Range<Int>, replacement: [String])] = []
    for draft in drafts where !draft.tests.isEmpty {
      let (template, function) = (draft.template, draft.found.function)
      let lines = template.written(draft.tests)
      if removesOriginals {
        let range = source.lineRangeWithComments(of: function.declaration.tokens)
        // Drops the initial blank line.
        edits.append((range.lowerBound - 1..<range.upperBound, Array(lines.dropFirst())))
        continue
      }
      for unit in template.lifted {
        let range = source.lineRangeWithComments(of: template.test.units[unit].tokens)
        // Removes the following blank line, too.
        let next = allLines.dropFirst(range.upperBound).first
        let isBlank = next?.allSatisfy(\.properties.isWhitespace) == true
        edits.append((range.lowerBound - 1..<range.upperBound + (isBlank ? 1 : 0), []))
      }
      edits.append((function.lines.upperBound..<function.lines.upperBound, lines))
    }
    diff = UnifiedDiff(path, text, edits)
    let edited = SwiftSource(diff.edited)
    places = drafts.flatMap { draft in
      draft.tests.map(draft.name).compactMap { name in
        edited.function(name).map { (name, draft.name, edited.lineRange(of: $0.tokens)) }
      }
    }.sorted { $0.2.lowerBound < $1.2.lowerBound }
  }

  /// The files of some drafts, by their paths. Drafts of one original share its helper and its lifted types.
  package static func all(_ drafts: [Draft]) -> [String: PatchedFile] {
    let originals = Dictionary(grouping: drafts, by: \.name).values.map { same in
      var draft = same[0]
      draft.tests = same.flatMap(\.tests)
      draft.template.allowsHelper = same.allSatisfy(\.template.allowsHelper)
      return draft
    }
    return Dictionary(grouping: originals, by: \.found.path).mapValues { PatchedFile($0) }
  }

  /// The added code at a line. The code that tests share precedes the first of them.
  package func part(atLine line: Int) -> Part? {
    places.first { $0.lines.upperBound >= line }.map { place in
      place.lines.contains(line) ? .test(place.name) : .shared(original: place.original)
    }
  }

  package func line(of test: TestName) -> Int? {
    places.first { $0.name == test }?.lines.lowerBound
  }
}

extension SwiftSource {
  /// The lines of some tokens, and of the comments directly above them.
  fileprivate func lineRangeWithComments(of range: Range<Int>) -> ClosedRange<Int> {
    let lines = lineRange(of: range)
    let start = byteRangeWithComments(of: range).map { position(of: $0.lowerBound).line }
    return (start ?? lines.lowerBound)...lines.upperBound
  }
}
