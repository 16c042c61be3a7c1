// Wrong on Darwin: `.ci/apple` must say so.
#if canImport(Darwin)
  let planted: Int = "a"
#endif
