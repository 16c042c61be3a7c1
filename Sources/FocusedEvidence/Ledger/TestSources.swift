import Core
import FocusedTestStore
import SourceReading

/// The sources of the tests of this process.
enum TestSources {
  private static let cache = Lock(SourceCache())

  static func source(at callSite: CallSite) -> SwiftSource {
    cache.withLock { $0.source(of: "\(callSite.filePath)") }
  }

  static func isCurrent(_ callSite: CallSite) -> Bool {
    cache.withLock { $0.isCurrent("\(callSite.filePath)") }
  }

  /// The receiver of a call: `store`, `edit`.
  static func receiver(at callSite: CallSite) -> String? {
    let source = source(at: callSite)
    return source.call(at: callSite).flatMap { source.receiver(of: $0) }
  }
}

extension SwiftSource {
  /// The store call at a line that a test helper has passed on.
  func call(at callSite: CallSite) -> MethodCall? {
    call(atLine: Int(callSite.line), column: Int(callSite.column))
  }
}

extension CallSite {
  /// The module of the file.
  var module: Substring { "\(fileID)".prefix { $0 != "/" } }
}

extension ClosureFields {
  private static let known = Lock<[CallSite: ClosureFields]>([:])

  /// The fields that the closure of a call compares, or unknown fields if the source isn't available. Each call is read
  /// once per process.
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
