// Declarations of Darwin that differ from those of Linux. See Tests/Apple/SwiftUI.

/// https://github.com/apple-oss-distributions/libpthread/blob/main/include/pthread/pthread.h
func pthread_self() -> pthread_t {
  fatalError("A declaration for the compiler has no behavior (was called)")
}

/// https://github.com/apple-oss-distributions/libpthread/blob/main/include/sys/_pthread/_pthread_types.h
typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>

struct _opaque_pthread_t {}
