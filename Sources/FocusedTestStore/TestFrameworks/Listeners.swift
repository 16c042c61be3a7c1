import Core
import Foundation

extension EffectScheduler {
  /// Notifies the store's listeners, if there are any, of a call of the store.
  func noteCall(_ name: String, at callSite: CallSite) {
    if waits != nil { Listeners.calls?.didCall(name, at: callSite) }
  }
}

/// The listeners of this process.
package enum Listeners {
  /// The class of `FocusedEvidence` that listens, found by name.
  package static let className = "FocusedEvidence.Evidence"

  /// The class with that name. `nil` if the test target doesn't link the product.
  package static let ofProcess: (any ProcessListener.Type)? = found as? any ProcessListener.Type

  private static let found: AnyClass? = NSClassFromString(className)
  private static let requested: EnvironmentVariable? =
    TestProcess.isListing
    ? nil : [.ledger, .mutants, .trace, .show].first { $0.value != nil }
  private static let isAbsenceReported = Lock(ofProcess != nil || requested == nil)

  package static var calls: (any CallListener)? { ofProcess?.calls }

  /// Reports, once per process, that the environment requests evidence, but no product records it.
  static func reportAbsence(at callSite: CallSite) {
    guard let requested else { return }
    let isReported = isAbsenceReported.withLock { isReported in
      defer { isReported = true }
      return isReported
    }
    if isReported { return }
    Issues.report(
      found == nil
        ? FailureMessages.notLinked("FocusedEvidence", for: requested)
        : FailureMessages.ofOtherCopy("FocusedEvidence", for: requested),
      at: callSite)
  }

  /// Runs the body of a test, which listeners may enclose.
  package static func run(_ body: () async throws -> Void) async throws {
    if let ofProcess { try await ofProcess.run(body) } else { try await body() }
  }

  /// Runs a test under a schedule.
  package static func run(
    as role: RunRole, isShown: Bool, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
  ) async rethrows {
    if let ofProcess {
      try await ofProcess.run(as: role, isShown: isShown, isolation: isolation, body)
    } else {
      try await body()
    }
  }
}
