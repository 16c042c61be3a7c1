import Core
import FocusedTestStore
import SourceReading

/// The sources of the tests of this process.
enum TestSources {
  /// The source of a call, and the call itself, if its file is as the tests were built.
  static func call(at callSite: CallSite) -> (source: SwiftSource, call: MethodCall?) {
    StaleSources.ofProcess.check(callSite)
    return SourceFiles.call(
      in: "\(callSite.filePath)", atLine: Int(callSite.line), column: Int(callSite.column))
  }
}

/// The note, once per process, about a source that was changed after the tests were linked.
///
/// A checkout or a restored cache changes dates, too. `swift test --skip-build` then runs an older program.
package final class StaleSources: Sendable {
  package static let ofProcess = StaleSources()
  private let isReported = Flag()

  package init() {}

  package func check(
    _ callSite: CallSite, isStale: (String) -> Bool = SourceFiles.isStale
  ) {
    guard isStale("\(callSite.filePath)"), isReported.raise() else { return }
    Issues.report(
      FailureMessages.staleSource("\(callSite.fileID)"), severity: .note, at: callSite)
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
    let (source, call) = TestSources.call(at: callSite)
    let closure = call?.closure.map { AssertClosure($0, in: source) }
    let read = ReadClosure(
      fields: closure.map { ClosureFields($0, in: source) } ?? .unknown,
      vacuous: VacuousStatements(closure, in: source))
    known.withLock { $0[callSite] = read }
    return read
  }
}
