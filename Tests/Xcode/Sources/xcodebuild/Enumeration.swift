import Foundation

/// `-enumerate-tests`: the tests "that would normally execute" as "a flat list of test identifiers
/// that can subsequently be passed to the -skip-testing and -only-testing options".
struct Enumeration {
  let plan: String
  let bundles: [TestBundle]
  let options: Options

  func write() throws {
    try options.require("flat", for: "-test-enumeration-style")
    try options.require("json", for: "-test-enumeration-format")
    var enabled: [String] = []
    for target in bundles {
      guard let choice = TestChoice(target, options: options) else { continue }
      for test in try Test.list(of: target) where choice.includes(test) {
        enabled.append("\(target.name)/\(test.name)")
      }
    }
    let value: [String: Any] = [
      "testPlan": plan,
      "enabledTests": enabled.sorted().map { ["identifier": $0] },
      "disabledTests": [[String: String]](),
    ]
    let list: [String: Any] = ["errors": [String](), "values": [value]]
    let path = try options.value(of: "-test-enumeration-output-path")
    try JSONSerialization.data(withJSONObject: list, options: [.prettyPrinted, .sortedKeys])
      .write(to: URL(fileURLWithPath: path))
  }
}
