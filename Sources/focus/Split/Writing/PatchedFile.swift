import Foundation
import SourceReading
import TestEvents

/// A new test, and the elements of the original that it has.
package struct FocusedTest: Hashable, Sendable {
  /// The name as written in source, with backticks if needed.
  package let name: String
  package let found: SplitSearch.Found

  /// The behaviors that the test protects.
  package var behaviors: [Behavior] { found.behaviors + found.others }
}

/// The file of a test, with new tests after the original.
package struct PatchedFile: Sendable {
  /// Added code that may not compile.
  package enum Part: Hashable, Sendable {
    case test(String)
    case helper
  }

  package let diff: UnifiedDiff
  /// The lines of each part in the new file, counted from 1.
  private let places: [(part: Part, lines: ClosedRange<Int>)]

  /// - Parameters:
  ///   - path: The file, relative to the package.
  ///   - isRemoved: Whether the new tests replace the original.
  package init(
    _ path: String, _ tests: [FocusedTest], of test: SplitTest, allowsHelper: Bool = true,
    removingOriginal isRemoved: Bool = false
  ) {
    let (writer, function, source) = (TestWriter(test), test.function, test.source)
    let choices = tests.map(\.found.choice)
    let taken = function.takenNames.union(tests.map(\.name))
    let helper = allowsHelper ? SetupHelper(of: choices, in: writer, taken: taken) : nil
    var parts = helper.map { [(Part.helper, $0.lines(in: writer))] } ?? []
    parts += tests.map { test in
      (.test(test.name), writer.lines(of: test.found.choice, named: test.name, calling: helper))
    }
    var lines: [String] = []
    var range = function.lines.upperBound..<function.lines.upperBound
    if isRemoved {
      let start = source.byteRangeWithComments(of: function.declaration.tokens)
        .map { source.position(of: $0.lowerBound).line }
      range = (start ?? function.lines.lowerBound) - 1..<function.lines.upperBound
    }
    var places: [(part: Part, lines: ClosedRange<Int>)] = []
    for (part, text) in parts {
      // The first part replaces a removed original without an empty line before it.
      if !isRemoved || !lines.isEmpty { lines.append("") }
      let first = range.lowerBound + lines.count + 1
      lines += text
      places.append((part, first...first + text.count - 1))
    }
    self.places = places
    diff = UnifiedDiff(path, source.string(bytes: 0..<Int.max), [(range, lines)])
  }

  /// The number of lines of the added code, and of the empty lines before its parts.
  package var addedLineCount: Int { places.reduce(0) { $0 + $1.lines.count + 1 } }

  /// The added code at a line of the new file.
  package func part(atLine line: Int) -> Part? {
    places.first { $0.lines.contains(line) }?.part
  }

  package func line(of test: FocusedTest) -> Int? {
    places.first { $0.part == .test(test.name) }?.lines.lowerBound
  }
}
