import Core

extension FailureMessages {
  /// The message about a product that the test target doesn't link.
  ///
  /// - Parameter user: The name of a variable, or another subject, that needs the product.
  package static func notLinked(_ product: String, neededBy user: String) -> String {
    // A client that has a module named Core uses another name for this package's module.
    let module = String(reflecting: CallSite.self).prefix { $0 != "." }
    let alias = module == "Core" ? "" : ", moduleAliases: [\"Core\": \"\(module)\"]"
    return """
      \(user) needs \(product), which this test target does not link.
      Add this line to the dependencies of the test target in Package.swift:
      .product(name: "\(product)", package: "FocusedTestStore"\(alias))
      """
  }

  /// The issue about a second copy of `Core` in the process.
  ///
  /// - Parameter module: The name of the module.
  static func secondCopy(of module: String) -> String {
    """
    This process contains two copies of the module \(module), for example one in an app and one in a test bundle that the \
    app hosts. Each copy has its own dependencies, and its own way to report issues. So overrides in a test do not reach \
    the feature, and issues of the feature do not reach the test.
    Build both parts with one copy: in Xcode, set the test target's Host Application to None, or move the feature to a \
    package and test it there. A dynamic library that links the module is also one copy for all that link only the \
    library.
    """
  }

  /// The note about a system on which stores don't own the tasks that effects start.
  static let ownsNoTasks =
    """
    On this system, a test store does not run the tasks that effects start with `Task {}` or `Task.detached`, and their \
    main-actor code. Such work counts as external: `receive` and `finish` wait for it, but `send` does not.
    """
}
