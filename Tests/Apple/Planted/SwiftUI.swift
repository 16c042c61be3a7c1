// A fault: a SwiftUI binding needs a setter. `.ci/apple` must report it.
#if canImport(SwiftUI)
  import SwiftUI

  let planted = Binding<Bool>(get: { true })
#endif
