// A fault on Darwin that `.ci/apple` must report.
#if canImport(Darwin)
  let planted: Int = "a"
#endif
