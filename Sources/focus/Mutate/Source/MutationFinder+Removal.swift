// Mutations that remove calls.

import SourceReading

extension MutationFinder {
  /// Reads a call or an assignment.
  ///
  /// - Parameter isRemovable: Whether the code compiles without the statement.
  mutating func read(expressionStatement range: Range<Int>, isRemovable: Bool = true) {
    if isDiagnostic(range) { return }
    let assignment = source.assignment(in: range)
    let isDiscarded = assignment != nil && source.text(range.lowerBound..<assignment!) == "_"
    if let assignment, !isDiscarded {
      readParts(of: range.lowerBound..<assignment)
      read(expression: assignment + 1..<range.upperBound)
    } else {
      if isRemovable, [")", "}"].contains(text(range.upperBound - 1)),
        source.tokens[range.lowerBound].kind == .word || text(range.lowerBound) == ".",
        let bytes = bytes(range)
      {
        add(MutationSite(.callRemoved, around: bytes, "if !_isMutated(@) { ", " }"))
      }
      read(expression: assignment.map { $0 + 1..<range.upperBound } ?? range)
    }
  }

  /// Reads a block's only expression, which is the block's value.
  mutating func read(implicitValue range: Range<Int>, _ value: Value) {
    if source.assignment(in: range) != nil { return read(expressionStatement: range) }
    if isDiagnostic(range) { return }
    value == .bool ? read(condition: range) : read(expression: range)
  }

  /// Whether a call prints diagnostics, describes a dialog, or checks an invariant.
  func isDiagnostic(_ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound, ["try", "await", "_", "=", "?", "!"].contains(text(index)) {
      index += 1
    }
    if ["state", "$0"].contains(text(index)) { return false }
    if index < range.upperBound, isDescription(index) { return true }
    while index < range.upperBound {
      if source.tokens[index].kind == .word {
        let word = text(index).lowercased()
        if Self.reports.contains(word) || word.hasSuffix("logger") { return true }
      } else if text(index) != "." {
        return false
      }
      index += 1
    }
    return false
  }

  private static let reports: Set = [
    "print", "debugprint", "dump", "nslog", "os_log", "log", "logger", "os_signpost", "assert",
    "assertionfailure", "precondition", "preconditionfailure", "fatalerror", "reportissue",
    "xctfail",
  ]
}
