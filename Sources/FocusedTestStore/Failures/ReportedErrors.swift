import Core

#if canImport(Testing)
  import Testing

  /// The error that `#require` throws.
  extension ExpectationFailedError: ReportedError {}
#endif

extension FailureMessages {
  /// Whether an issue reported an error before it was thrown.
  static func isReported(_ error: any Error) -> Bool {
    // The error that `XCTUnwrap` throws is not public.
    error is any ReportedError
      || String(describing: type(of: error)) == "XCTestErrorWhileUnwrappingOptional"
  }
}
