import SourceReading

/// A test to be written: its name, and the way that it takes.
package struct FocusedTest: Hashable, Sendable {
  package var name: String
  package var candidate: Candidate

  package init(name: String, candidate: Candidate) {
    self.name = name
    self.candidate = candidate
  }
}

/// The text of a file of focused tests.
package struct FocusedFile: Hashable, Sendable {
  package var lines: [String] = []

  /// The first line of each test's body, counted from 1.
  var bodies: [String: Int] = [:]

  package init() {}

  package var text: String { lines.joined(separator: "\n") + "\n" }

  /// All words of the file.
  var mentionedNames: Set<String> { SwiftSource(text).names }

  /// Puts one more import before the others.
  mutating func insertImport(_ line: String) {
    lines.insert(line, at: 0)
    bodies = bodies.mapValues { $0 + 1 }
  }

  /// Appends a suite.
  mutating func add(_ suite: SuiteContents) {
    lines += suite.header
    lines[lines.count - 1] += " {"
    if !suite.properties.isEmpty { add(suite.properties.flatMap(\.self) + [""]) }
    for member in suite.lifecycle { add(member + [""]) }
    for function in suite.functions {
      add(function.head)
      lines[lines.count - 1] += " {"
      bodies[function.name] = lines.count + 1
      add(function.body.indented)
      add(["}", ""])
    }
    for member in suite.members { add(member + [""]) }
    add(suite.helper)
    if suite.helper.isEmpty, lines.last == "" { lines.removeLast() }
    lines.append("}")
  }

  /// Appends lines of the suite's body.
  mutating func add(_ lines: [String]) {
    self.lines += lines.separated.indented
  }
}

extension [String] {
  /// The lines two columns further in, but for those that are empty.
  var indented: [String] { map { $0.isEmpty ? $0 : "  " + $0 } }

  /// The lines themselves, where an element may have several.
  var separated: [String] { flatMap { $0.components(separatedBy: "\n") } }
}
