// Wrong on macOS: `.ci/apple` must say so.
#if os(macOS)
  let planted: Int = "a"
#endif
