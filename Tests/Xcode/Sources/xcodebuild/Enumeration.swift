import Foundation

/// `-enumerate-tests`: the tests "that would normally execute" as "a flat list of test identifiers
/// that can subsequently be passed to the -skip-testing and -only-testing options".
struct Enumeration {
  let run: TestRunFile
  let options: Options

  func write() throws {
    try options.require("flat", for: "-test-enumeration-style")
    try options.require("json", for: "-test-enumeration-format")
    var enabled: [String] = []
    var disabled: [String] = []
    for target in run.targets {
      guard let choice = TestChoice(target, options: options) else { continue }
      for test in try Test.list(of: target) where choice.includes(test) {
        let identifier = "\(target.name)/\(test.name)"
        if choice.isEnabled(test) {
          enabled.append(identifier)
        } else {
          disabled.append(identifier)
        }
      }
    }
    let value: [String: Any] = [
      "testPlan": run.scheme,
      "enabledTests": enabled.sorted().map { ["identifier": $0] },
      "disabledTests": disabled.sorted().map { ["identifier": $0] },
    ]
    let list: [String: Any] = ["errors": [String](), "values": [value]]
    let path = try options.value(of: "-test-enumeration-output-path")
    try JSONSerialization.data(withJSONObject: list, options: [.prettyPrinted, .sortedKeys])
      .write(to: URL(fileURLWithPath: path))
  }
}
