import Core
import Foundation

/// The statement at a line of a test, as far as its file is at hand.
enum SourceStatement {
  static func text(at callSite: CallSite) -> String {
    let file = try? String(contentsOfFile: "\(callSite.filePath)", encoding: .utf8)
    return text(
      at: callSite, in: file?.split(separator: "\n", omittingEmptySubsequences: false) ?? [])
  }

  static func text(at callSite: CallSite, in lines: [Substring]) -> String {
    var statement = ""
    for line in lines.dropFirst(max(0, Int(callSite.line) - 1)).prefix(100) {
      statement += line + "\n"
      let depth = statement.reduce(0) { depth, character in
        depth + ("({[".contains(character) ? 1 : ")}]".contains(character) ? -1 : 0)
      }
      if depth <= 0 { break }
    }
    return statement
  }
}
