// A symbol newer than macOS 15, which `.ci/apple` must report.
let planted = Task.immediate {}
