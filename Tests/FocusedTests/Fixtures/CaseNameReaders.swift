import FocusedTestStore
import Testing

/// Runs each test twice: first the runtime names the cases, then mirrors do.
struct CaseNameReaders: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    for isReadByMirror in [false, true] {
      try await CaseName.$isReadByMirror.withValue(isReadByMirror) { try await function() }
    }
  }
}

extension Trait where Self == CaseNameReaders {
  static var readingCasesByRuntimeAndMirror: Self { CaseNameReaders() }
}
