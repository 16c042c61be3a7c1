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

/// The assert closure of a call, as far as its source is available.
struct ReadClosure {
  /// The fields that the closure compares.
  let fields: ClosureFields
  let vacuous: VacuousStatements

  private static let known = Lock<[CallSite: ReadClosure]>([:])

  /// Each call is read once per process.
  static func ofCall(at callSite: CallSite) -> ReadClosure {
    if let known = known.withLock({ $0[callSite] }) { return known }
    let source = TestSources.source(at: callSite)
    let tokens = TestSources.isCurrent(callSite) ? source.call(at: callSite)?.closure : nil
    let closure = tokens.map { AssertClosure($0, in: source) }
    let read = ReadClosure(
      fields: closure.map { ClosureFields($0, in: source) } ?? .unknown,
      vacuous: VacuousStatements(closure, in: source))
    known.withLock { $0[callSite] = read }
    return read
  }
}
