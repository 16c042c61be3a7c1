/// The messages of issues about dependencies.
package enum DependencyMessages {
  /// - Parameter isTest: Whether the live value ran in a test. Otherwise, the test value ran in an app.
  static func substitute<Key: TestDependencyKey>(
    of key: Key.Type, inTest isTest: Bool, property: String?, readAt callSite: CallSite
  ) -> String {
    let keyName = name(of: key)
    let subject = property.map { "\\.\($0)" } ?? "\(TypeName.of(key)).self"
    let (missing, used, cure) =
      isTest
      ? (
        "test", "live",
        """
        Override it: withDependencies: { \(access(to: key, through: property)) = … }
        Or give every test a value: static let testValue, in \(keyName).
        """
      )
      : (
        "live", "test",
        "Give it one: extension \(TypeName.of(key)): DependencyKey { static let liveValue = … }"
      )
    return """
      Expected a \(missing) value for @Dependency(\(subject)), but \(keyName) has none, so its \(used) value ran.

        Key: \(keyName)
        Value: \(name(of: Key.Value.self))
        Read at: \(callSite)

      \(cure)
      """
  }

  static func unimplemented(
    use: String, substitute: String?, property: String, override example: String,
    readAt callSite: CallSite
  ) -> String {
    let outcome = substitute.map { "The test got \($0)." } ?? "The test got the live one."
    return """
      Expected the test to override \\.\(property), but it used \(use) without doing so.
      \(outcome)

        Read at: \(callSite)

      Override it: withDependencies: { \(example) }
      """
  }

  /// - Parameter access: The code that reads the endpoint's value, or `nil` for a constant, which may be the value of
  ///   any dependency.
  static func unimplementedEndpoint(
    _ name: String, of access: String?, outcome: String
  ) -> String {
    let member = name.split(separator: ".").dropFirst().joined(separator: ".")
    let endpoint = access.map { member.isEmpty ? $0 : "\($0).\(member)" }
    let cure =
      endpoint.map { "Override it: withDependencies: { \($0) = { … } }" }
      ?? "Override \(name) with `withDependencies:`."
    return """
      Expected no call of \(name), but it was called, and this test has no implementation of it.
      The call \(outcome).

      \(cure)
      """
  }

  /// The code that reads a dependency: its property, or its key.
  static func access<Key: TestDependencyKey>(to key: Key.Type, through property: String?) -> String
  {
    property.map { "$0.\($0)" } ?? "$0[\(TypeName.of(key)).self]"
  }

  static let preparedInTest = """
    Expected prepareDependencies to be called when an app starts, but it was called in a test.
    Nothing was prepared, because it would affect tests that run in parallel.

    Set the values for this test: withDependencies { … } operation: { … }, withDependencies: of the \
    store, or @Test(.dependencies { … })
    """

  static let notPresented = """
    Expected dismiss to be called in an effect of a presented feature, but the feature is not presented, or the \
    call is outside its effects.
    Nothing was dismissed.

    Present the feature with .ifLet or .forEach, and call dismiss inside .run, not in a detached task. Or override \
    it: withDependencies: { $0.dismiss = DismissEffect { … } }
    """

  package static let dismissedFromOutside = """
    Expected dismiss to be called in an effect of the presented feature, but it was called outside one.
    Nothing was dismissed.

    Call it inside .run, and not in a detached task.
    """

  /// The name includes generic arguments, but not modules and enclosing types.
  private static func name(of type: Any.Type) -> String { String(describing: type) }
}
