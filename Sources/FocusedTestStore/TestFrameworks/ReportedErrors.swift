import Core

#if canImport(Testing)
  import Testing
#endif

extension TestFrameworkReporter {
  package func hasReported(_ error: any Error) -> Bool {
    #if canImport(Testing)
      // What `#require` throws.
      if error is ExpectationFailedError { return true }
    #endif
    // What `XCTUnwrap` throws is not public.
    return String(describing: type(of: error)) == "XCTestErrorWhileUnwrappingOptional"
  }
}
