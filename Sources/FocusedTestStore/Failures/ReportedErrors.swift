import Core

#if canImport(Testing)
  import Testing

  /// What `#require` throws.
  extension ExpectationFailedError: ReportedError {}
#endif

extension FailureMessages {
  /// Whether an issue has told of an error before it was thrown.
  static func isReported(_ error: any Error) -> Bool {
    // What `XCTUnwrap` throws is not public.
    error is any ReportedError
      || String(describing: type(of: error)) == "XCTestErrorWhileUnwrappingOptional"
  }
}
