/// A built-in dependency that a test uses without having said what it should be.
///
/// Ids, dates, clocks and random numbers differ from run to run, so a test that uses them
/// unknowingly is a flaky one. It is told, once for each place, and gets the live behaviour.
package struct UnimplementedDependency: Sendable {
  private let name: String
  private let readAt: CallSite
  private let defaults: DefaultDependencies?
  private let isSilent: Bool

  package init(
    name: String, readAt: CallSite, defaults: DefaultDependencies?, isSilent: Bool = false
  ) {
    self.name = name
    self.readAt = readAt
    self.defaults = defaults
    self.isSilent = isSilent
  }

  /// Reports a use, at its own place if that is known and at that of the `@Dependency` if not.
  package func reportUse(
    of use: String, insteadOfLive substitute: String? = nil, override example: String,
    at callSite: CallSite? = nil
  ) {
    let callSite = callSite ?? readAt
    guard !isSilent, defaults?.isNews(name, at: callSite) ?? true else { return }
    Issues.report(
      DependencyMessages.unimplemented(
        use: use, substitute: substitute, property: name, override: example, readAt: readAt),
      at: callSite)
  }
}
