// `import FocusedTCA` replaces `import ComposableArchitecture`. The scoped imports take precedence over the names of TCA,
// also in a file that imports TCA as well. An unscoped import, or a typealias, would make them ambiguous, or TCA's in silence.

@_exported import ComposableArchitecture
@_exported import typealias FocusedTCANames.TestStoreOf
@_exported import struct FocusedTestStore.Exhaustivity
@_exported import class FocusedTestStore.Stub
@_exported import class FocusedTestStore.TestClock
@_exported import class FocusedTestStore.TestStore
@_exported import struct FocusedTestStore.TestStoreTask
@_exported import func FocusedTestStore.withCapturedIssues
