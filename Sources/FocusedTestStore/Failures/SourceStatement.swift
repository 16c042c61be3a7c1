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
    var depth = 0
    for line in lines.dropFirst(max(0, Int(callSite.line) - 1)).prefix(100) {
      statement += line + "\n"
      // Bytes of an array, because characters take a hundred times as long in debug builds.
      for byte in Array(line.utf8) {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
      }
      if depth <= 0 { break }
    }
    return statement
  }
}
