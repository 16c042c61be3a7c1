import Core
import SourceReading

/// What the closures of a process compare, each read once.
enum ClosureSources {
  private static let closures = Lock<[CallSite: ClosureFields]>([:])
  private static let areCurrent = Lock<[String: Bool]>([:])

  /// The fields that the closure of a call compares; unknown if its source is not at hand.
  static func fields(at callSite: CallSite) -> ClosureFields {
    if let known = closures.withLock({ $0[callSite] }) { return known }
    let fields = read(callSite)
    closures.withLock { $0[callSite] = fields }
    return fields
  }

  private static func read(_ callSite: CallSite) -> ClosureFields {
    guard isCurrent(callSite.filePath.description) else { return .unknown }
    let source = SourceFiles.source(at: callSite)
    return source.call(at: callSite)?.closure.map { ClosureFields($0, in: source) } ?? .unknown
  }

  private static func isCurrent(_ path: String) -> Bool {
    if let known = areCurrent.withLock({ $0[path] }) { return known }
    let isCurrent = SourceFiles.isCurrent(path)
    areCurrent.withLock { $0[path] = isCurrent }
    return isCurrent
  }
}
