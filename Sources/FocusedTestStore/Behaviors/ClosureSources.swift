import Core
import Foundation

/// What the closures of a process compare, each read from its file once.
enum ClosureSources {
  private struct Cache: Sendable {
    var closures: [CallSite: ClosureFields] = [:]
    var files: [String: [Substring]] = [:]
  }

  private static let cache = Lock(Cache())

  /// The fields that the closure of a call compares; unknown if its source is not at hand.
  static func fields(at callSite: CallSite) -> ClosureFields {
    if let known = cache.withLock({ $0.closures[callSite] }) { return known }
    let lines = lines(of: callSite.filePath.description)
    let fields = ClosureFields(ofStatement: SourceStatement.text(at: callSite, in: lines))
    cache.withLock { $0.closures[callSite] = fields }
    return fields
  }

  private static func lines(of path: String) -> [Substring] {
    if let known = cache.withLock({ $0.files[path] }) { return known }
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    let lines = text?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    cache.withLock { $0.files[path] = lines }
    return lines
  }
}
