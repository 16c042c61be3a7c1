import FocusedTestStore

// XCTest reports the name of a test only to observers that were registered before the test started, and a test target has
// no code that runs before its first test. So the loader of the process calls this function, if the environment requests
// evidence.
#if compiler(<6.3)
  #if canImport(Darwin)
    @_used @_section("__DATA,__mod_init_func")
  #else
    @_used @_section(".init_array")
  #endif
#elseif canImport(Darwin)
  @used @section("__DATA,__mod_init_func")
#else
  @used @section(".init_array")
#endif
private let observeTests: @convention(c) () -> Void = {
  if AddOn.evidence.request != nil { TestProcess.observe() }
}
