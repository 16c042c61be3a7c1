import Core
import Foundation
import ReducerDebugging

/// Puts code into the words of a test's file: a value is made as the file makes it.
///
/// A literal is made of memberwise initializers, and those of another module are rarely public.
struct TestSpelling {
  private let module: Substring
  private let source: String

  init(ofFileAt callSite: CallSite) {
    self.init(
      of: (try? String(contentsOfFile: "\(callSite.filePath)", encoding: .utf8)) ?? "",
      in: "\(callSite.fileID)".prefix { $0 != "/" })
  }

  init(of source: String, in module: Substring) {
    self.source = source
    self.module = module
  }

  /// The code in the file's words, and the initializers that may not be there for the file.
  ///
  /// - Parameter records: The types that the code makes values of, those of inner values first.
  func spelling(
    _ code: [String], making records: [Any.Type]
  ) -> (code: [String], doubts: [String]) {
    var text = code.joined(separator: "\n")
    var doubts: [String] = []
    for record in records {
      let module = String(reflecting: record).prefix { $0 != "." }
      if module == self.module || source.contains("@testable import \(module)\n") { continue }
      let name = TypeName.of(record)
      let known = Self.calls(
        of: name.split(separator: ".").last.map(String.init) ?? name, in: source)
      for call in Self.calls(of: name, in: text).reversed() {
        if let same = known.first(where: { $0.makesTheSame(as: call) }) {
          text.replaceSubrange(call.range, with: same.text)
        } else if !known.contains(where: { $0.labels == call.labels }) {
          doubts.append("\(name)(\(call.labels.map { "\($0 ?? "_"):" }.joined()))")
        }
      }
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return (lines, doubts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
  }

  /// A call of an initializer.
  private struct Call {
    let range: Range<String.Index>
    let text: String
    let labels: [String?]
    let values: [String]

    /// Whether it has the same values for what is called the same, or is not named.
    func makesTheSame(as other: Call) -> Bool {
      values == other.values && zip(labels, other.labels).allSatisfy { $0 == nil || $0 == $1 }
    }
  }

  private static func calls(of name: String, in text: String) -> [Call] {
    var calls: [Call] = []
    for range in text.ranges(of: name + "(") {
      let start = text[..<range.lowerBound].reversed().prefix {
        $0.isLetter || $0 == "." || $0 == "_"
      }
      let first = text.index(range.lowerBound, offsetBy: -start.count)
      // Of a longer name, or a type that stands in another one.
      guard start.isEmpty || start.first == "." && start.last?.isUppercase == true else { continue }
      var rest = text[text.index(before: range.upperBound)...]
      guard var arguments = StatementReader.group(&rest).map({ $0[...] }) else { continue }
      var labels: [String?] = []
      var values: [String] = []
      while arguments.contains(where: { !$0.isWhitespace }) {
        let argument = StatementReader.firstArgument(of: String(arguments))
        let label = argument.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let isLabeled = !label.isEmpty && argument.dropFirst(label.count).first == ":"
        labels.append(isLabeled ? String(label) : nil)
        values.append(
          argument.dropFirst(isLabeled ? label.count + 1 : 0).filter { !$0.isWhitespace })
        arguments = arguments.drop { $0.isWhitespace }.dropFirst(argument.count)
        arguments = arguments.drop { $0.isWhitespace }.dropFirst()
      }
      let range = first..<rest.startIndex
      calls.append(
        Call(range: range, text: String(text[range]), labels: labels, values: values))
    }
    return calls
  }
}
