import Core
import SourceReading

extension SourceFiles {
  static func source(at callSite: CallSite) -> SwiftSource {
    source(of: callSite.filePath.description)
  }

  /// What a call is made on: `store`, `edit`.
  static func receiver(at callSite: CallSite) -> String? {
    let source = source(at: callSite)
    return source.call(at: callSite).flatMap { source.receiver(of: $0) }
  }
}

extension SwiftSource {
  /// The call of a store or of a scoped store, whose line a test has passed on.
  func call(at callSite: CallSite) -> MethodCall? {
    call(atLine: Int(callSite.line), column: Int(callSite.column))
  }
}
