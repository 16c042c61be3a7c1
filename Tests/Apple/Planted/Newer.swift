// Newer than macOS 15: `.ci/apple` must say so.
let planted = Task.immediate {}
