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
    let fields = ClosureFields(
      ofStatement: SourceStatement.text(at: callSite, in: lines), column: Int(callSite.column))
    cache.withLock { $0.closures[callSite] = fields }
    return fields
  }

  private static func lines(of path: String) -> [Substring] {
    if let known = cache.withLock({ $0.files[path] }) { return known }
    let text = isCurrent(path) ? try? String(contentsOfFile: path, encoding: .utf8) : nil
    let lines = text?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    cache.withLock { $0.files[path] = lines }
    return lines
  }

  /// Whether the source is that of the program that runs. In a file that was edited since, a line may have
  /// another closure now, and what that compares is not compared.
  private static func isCurrent(_ path: String) -> Bool {
    guard let program = dateOfProgram, let date = modificationDate(of: path) else { return true }
    return date <= program
  }

  /// When the tests were linked, or else when they began to run.
  private static let dateOfProgram: Date? = {
    let program = CommandLine.arguments.first ?? ""
    return program.hasSuffix(".xctest") ? modificationDate(of: program) : Date()
  }()

  private static func modificationDate(of path: String) -> Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date
  }
}
