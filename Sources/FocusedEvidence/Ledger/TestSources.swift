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
  /// The call of a store whose line a test has passed on.
  func call(at callSite: CallSite) -> MethodCall? {
    call(atLine: Int(callSite.line), column: Int(callSite.column))
  }
}

extension CallSite {
  /// The module of the file.
  var module: Substring { "\(fileID)".prefix { $0 != "/" } }
}
