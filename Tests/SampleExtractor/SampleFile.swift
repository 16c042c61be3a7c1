/// A Swift file with the code of a page, or with a file of tests that contains samples of doc comments.
///
/// The compiler reports errors and issues at the lines of the page. In code with named samples, these are the lines of the last
/// declaration before the sample.
struct SampleFile {
  /// The path that the compiler reports.
  var path: String
  var code: [String]

  /// The text of the file. Each line `// sample: name` is replaced by the sample with this name.
  func text(replacing sample: (String) -> Sample?) throws(SampleError) -> String {
    guard code.contains(where: { !$0.isEmpty }) else { return "// \(path) has no samples.\n" }
    var lines = Self.imports + [directive(line: 1)]
    var isMoved = false
    for (index, line) in code.enumerated() {
      if let name = line.trimmed.content(after: "// sample: ", before: "") {
        guard let sample = sample(name) else {
          throw SampleError(line: index + 1, message: "no block is named '\(name)'")
        }
        lines += sample.lines
        isMoved = true
      } else {
        // A directive can't stand inside an expression or a switch, where a line is indented.
        if isMoved, let first = line.first, first != " " {
          lines.append(directive(line: index + 1))
          isMoved = false
        }
        lines.append(line)
      }
    }
    return (lines + ["#sourceLocation()", ""]).joined(separator: "\n")
  }

  private func directive(line: Int) -> String {
    "#sourceLocation(file: \"\(path)\", line: \(line))"
  }

  private static let imports = [
    "import Dispatch", "import FocusedExploration", "import FocusedTestStore", "import Foundation",
    "import Testing", "import XCTest", "@testable import TestFixtures",
  ]
}
