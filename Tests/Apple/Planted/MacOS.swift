// A fault on macOS that `.ci/apple` must report.
#if os(macOS)
  let planted: Int = "a"
#endif
