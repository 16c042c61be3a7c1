import BehaviorLedger

extension FailureMessages {
  /// A variable asks for a product that the test target does not link.
  package static func notLinked(_ product: String, for variable: EnvironmentVariable) -> String {
    """
    \(variable.rawValue) asks for \(product), which this test target does not link.
    Add this line to the dependencies of the test target in Package.swift:
    .product(name: "\(product)", package: "FocusedTestStore")
    """
  }

  /// What is printed when a process shuffles its tests.
  static func shuffled(by seed: UInt64) -> String {
    "FocusedTestStore: effects run in random orders. To repeat them: FOCUSED_SCHEDULE=shuffle:\(String(seed, radix: 16))"
  }
}
