#if canImport(Testing)
  import Testing
#endif

/// A process that Swift Testing starts for an exit test. Only systems with child processes have exit tests.
package enum ExitTestProcess {
  package static var isCurrent: Bool {
    #if canImport(Testing) && (os(Linux) || os(macOS))
      ExitTest.current != nil
    #else
      false
    #endif
  }
}
