/// A built-in dependency that a test uses without an override.
///
/// Ids, dates, clocks and random numbers differ from run to run, so a test that uses them
/// unknowingly is flaky. Each place of use is reported once, and gets the live behavior.
package struct UnimplementedDependency: Sendable {
  private let name: String
  private let readAt: CallSite
  private let defaults: DefaultDependencies?
  private let isSilent: Bool
  /// Each read creates a new one, so it belongs to the store that reads.
  private let owner = Issues.reporter

  package init(
    name: String, readAt: CallSite, defaults: DefaultDependencies?, isSilent: Bool = false
  ) {
    self.name = name
    self.readAt = readAt
    self.defaults = defaults
    self.isSilent = isSilent
  }

  /// Reports a use, at its own line if that is known, else at that of the `@Dependency`.
  package func reportUse(
    of use: String, insteadOfLive substitute: String? = nil, override example: String,
    at callSite: CallSite? = nil
  ) {
    let callSite = callSite ?? readAt
    guard !isSilent, defaults?.isNews(name, at: callSite) ?? true else { return }
    EndpointOwner.report(to: owner) {
      Issues.report(
        DependencyMessages.unimplemented(
          use: use, substitute: substitute, property: name, override: example, readAt: readAt),
        at: callSite)
    }
  }
}
