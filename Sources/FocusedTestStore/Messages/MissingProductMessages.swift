import Core

extension FailureMessages {
  /// The message about a value of `FOCUSED_SCHEDULE` that only `FocusedExploration` can read, which isn't linked.
  package static func scheduleNotReadable(_ text: String) -> String {
    """
    \(EnvironmentVariable.schedule.rawValue) is “\(text)”. The valid values are `shuffle`, `shuffle:SEED`, and replay strings.
    \(notLinked("FocusedExploration", neededBy: "Each of them"))
    """
  }

  /// The message about a product that the test target doesn't link.
  ///
  /// - Parameter user: The name of a variable, or another subject, that needs the product.
  package static func notLinked(_ product: String, neededBy user: String) -> String {
    // A client that has its own module named Core uses another name for this package's module.
    let module = String(reflecting: CallSite.self).prefix { $0 != "." }
    let alias = module == "Core" ? "" : ", moduleAliases: [\"Core\": \"\(module)\"]"
    return """
      \(user) needs \(product), which this test target does not link.
      Add this line to the dependencies of the test target in Package.swift:
      .product(name: "\(product)", package: "FocusedTestStore"\(alias))
      """
  }

  /// The note about a system on which stores don't own the tasks that effects start.
  static let ownsNoTasks =
    """
    On this system, a test store does not run the tasks that effects start with `Task {}` or `Task.detached`, and their \
    main-actor code. Such work counts as external: `receive`, `finish`, and `settle` wait for it, but `send` does not.
    """
}
