import Core

/// The first test of a process under XCTest, whose name is not known until it ends.
package enum UnnamedTest {
  private static let waiting = Lock<[@Sendable (String?) -> Void]>([])

  /// Calls a closure with the name once it is known, or with `nil` if the process ends before.
  package static func whenNamed(_ use: @escaping @Sendable (_ name: String?) -> Void) {
    waiting.withLock { $0.append(use) }
    ProcessEnd.observe()
  }

  static func isNamed(_ name: String?) {
    let uses = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for use in uses { use(name) }
  }
}
