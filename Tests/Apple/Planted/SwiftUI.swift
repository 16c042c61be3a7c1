// Wrong with SwiftUI, whose bindings have a setter: `.ci/apple` must say so.
#if canImport(SwiftUI)
  import SwiftUI

  let planted = Binding<Bool>(get: { true })
#endif
