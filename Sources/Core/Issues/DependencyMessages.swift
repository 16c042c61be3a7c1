/// What the issues about dependencies say.
package enum DependencyMessages {
  package static func liveValueInTest<Key: TestDependencyKey>(
    key: Key.Type, property: String?, readAt callSite: CallSite
  ) -> String {
    let key = name(of: Key.self)
    let value = name(of: Key.Value.self)
    let subject = property.map { "\\.\($0)" } ?? "\(key).self"
    let target = property.map { "$0.\($0)" } ?? "$0[\(key).self]"
    return """
      Expected a test value for @Dependency(\(subject)), but \(key) has none, so its live value ran.

        Key: \(key)
        Value: \(value)
        Read at: \(callSite)

      Override it: withDependencies: { \(target) = … }
      Or give every test a value: static let testValue, in \(key).
      """
  }

  package static func noLiveValue<Key: TestDependencyKey>(
    key: Key.Type, property: String?, readAt callSite: CallSite
  ) -> String {
    let key = name(of: Key.self)
    let subject = property.map { "\\.\($0)" } ?? "\(key).self"
    return """
      Expected a live value for @Dependency(\(subject)), but \(key) has none, so its test value ran.

        Key: \(key)
        Value: \(name(of: Key.Value.self))
        Read at: \(callSite)

      Give it one: extension \(key): DependencyKey { static let liveValue = … }
      """
  }

  package static func unimplemented(
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

  package static func unimplementedEndpoint(_ name: String, outcome: String) -> String {
    """
    Expected no call of \(name), but it was called, and this test has no implementation of it.
    The call \(outcome).

    Override it: withDependencies: { $0.\(propertyPath(of: name)) = { … } }
    """
  }

  package static func unimplementedClock(_ clock: String) -> String {
    """
    Expected nobody to use \(clock), but it was used.

    Override it where it is used, with a TestClock or an ImmediateClock.
    """
  }

  package static let notPresented = """
    Expected a presented feature, but dismiss was called in one that is not presented.
    Nothing was dismissed.

    Present it with .ifLet or .forEach, or override it: withDependencies: { $0.dismiss = \
    DismissEffect { … } }
    """

  package static let dismissedFromOutside = """
    Expected dismiss to be called in an effect of the presented feature, but it was called outside \
    of any.
    Nothing was dismissed.

    Call it inside of .run, and not in a detached task.
    """

  /// Generic arguments included, modules and enclosing types of the test left out.
  private static func name(of type: Any.Type) -> String { String(describing: type) }

  /// `Client.fetch` is most likely `$0.client.fetch`, and `URLClient.fetch` `$0.urlClient.fetch`.
  private static func propertyPath(of endpoint: String) -> String {
    let capitals = endpoint.prefix(while: \.isUppercase)
    let next = endpoint[capitals.endIndex...].first
    let word = capitals.count > 1 && next?.isLowercase == true ? capitals.dropLast() : capitals
    return word.lowercased() + endpoint[word.endIndex...]
  }
}
