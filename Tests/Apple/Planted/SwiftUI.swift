// A fault with SwiftUI, whose bindings have a setter. `.ci/apple` must report it.
#if canImport(SwiftUI)
  import SwiftUI

  let planted = Binding<Bool>(get: { true })
#endif
