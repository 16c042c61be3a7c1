import Foundation

/// The names of suites of focused tests.
package enum SuiteNaming {
  /// The name of a file, if a type can have it.
  static func name(ofFile path: String) -> String? {
    let name = String(URL(fileURLWithPath: path).lastPathComponent.prefix { $0 != "." })
    let isName =
      name.first?.isLetter == true && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isName ? name : nil
  }

  /// What a suite is about: `Profile` of `ProfileTests` and `ProfileExhaustiveTests`.
  package static func base(of suite: String) -> String {
    var base = suite.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      .map(\.capitalizedFirst).joined()
    for suffix in ["Tests", "Test", "Exhaustive"] where base.count > suffix.count {
      if base.hasSuffix(suffix) { base = String(base.dropLast(suffix.count)) }
    }
    return base
  }

  /// `ProfileFocusedTests` for `ProfileExhaustiveTests`.
  static func name(for test: TestName, taken: Set<String>) -> String {
    let base = base(of: test.types.last ?? test.function.capitalizedFirst)
    let names = ["FocusedTests", "BehaviorTests", "SplitTests"].map { base + $0 }
    return names.first { !taken.contains($0) } ?? free(names[0], taken: taken)
  }

  /// The name, with a number if another type has it.
  static func free(_ name: String, taken: Set<String>) -> String {
    if !taken.contains(name) { return name }
    var number = 2
    while taken.contains("\(name)\(number)") { number += 1 }
    return "\(name)\(number)"
  }
}

extension StringProtocol {
  /// `Saving` for `saving`.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
