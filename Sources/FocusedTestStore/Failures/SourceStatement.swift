import Core
import Foundation

/// The statement at a line of a test, as far as its file is at hand.
enum SourceStatement {
  static func text(at callSite: CallSite) -> String {
    text(at: callSite, in: lines(ofFileAt: callSite))
  }

  static func lines(ofFileAt callSite: CallSite) -> [Substring] {
    let file = try? String(contentsOfFile: "\(callSite.filePath)", encoding: .utf8)
    return file?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
  }

  /// What stands before the arguments of a call: `let login = store.scope`, `    await login.send`.
  static func opening(of callSite: CallSite, in lines: [Substring]) -> Opening? {
    let line = Int(callSite.line) - 1
    guard lines.indices.contains(line) else { return nil }
    var text = String(Substring(lines[line].utf8.prefix(max(0, Int(callSite.column) - 1))))
    var first = line
    while first > 0 {
      let isChained = text.contains(/^\s*\./)
      guard isChained || lines[first - 1].contains(/=\s*$|\bvar \w+:[^={]*\{\s*$/) else { break }
      first -= 1
      text = lines[first] + (isChained ? "" : " ") + text.drop { $0.isWhitespace }
    }
    return Opening(text: text, line: first)
  }

  struct Opening {
    let text: String
    /// The index of the line that it begins on.
    let line: Int

    /// What the call is made on: `login`, `self.store`.
    var receiver: String? {
      text.firstMatch(of: /([\w.]+)\.\w+\s*$/).map { String($0.1) }
    }
  }

  static func text(at callSite: CallSite, in lines: [Substring]) -> String {
    var statement = ""
    var depth = 0
    for line in lines.dropFirst(max(0, Int(callSite.line) - 1)).prefix(100) {
      statement += line + "\n"
      depth += depthOfBrackets(in: line)
      // Brackets in strings are none.
      if depth <= 0, statement.contains("\"") {
        depth = depthOfBrackets(in: StatementReader.withoutStrings(statement)[...])
      }
      if depth <= 0 { break }
    }
    return statement
  }

  private static func depthOfBrackets(in text: Substring) -> Int {
    var depth = 0
    // Bytes of an array, because characters take a hundred times as long in debug builds.
    for byte in Array(text.utf8) {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return depth
  }
}
