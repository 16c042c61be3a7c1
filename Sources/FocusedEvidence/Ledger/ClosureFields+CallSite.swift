import Core
import FocusedTestStore
import SourceReading

extension ClosureFields {
  private static let known = Lock<[CallSite: ClosureFields]>([:])

  /// The fields that the closure of a call compares; unknown if its source is not at hand. Each call is read once
  /// in a process.
  static func compared(at callSite: CallSite) -> ClosureFields {
    if let known = known.withLock({ $0[callSite] }) { return known }
    let source = TestSources.source(at: callSite)
    let isCurrent = TestSources.isCurrent(callSite)
    let closure = isCurrent ? source.call(at: callSite)?.closure : nil
    let fields = closure.map { ClosureFields($0, in: source) } ?? .unknown
    known.withLock { $0[callSite] = fields }
    return fields
  }
}
