import Foundation

/// `-enumerate-tests`: the tests "that would normally execute" as "a flat list of test identifiers
/// that can subsequently be passed to the -skip-testing and -only-testing options".
struct Enumeration {
  let run: TestRunFile
  let options: Options

  func write() throws {
    guard options["-test-enumeration-style"] == "flat" else {
      throw Failure.usage("This stand-in enumerates tests as a flat list only.")
    }
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
    var text = enabled.sorted().joined(separator: "\n")
    if options["-test-enumeration-format"] == "json" {
      let value: [String: Any] = [
        "testPlan": run.scheme,
        "enabledTests": enabled.sorted().map { ["identifier": $0] },
        "disabledTests": disabled.sorted().map { ["identifier": $0] },
      ]
      let list: [String: Any] = ["errors": [String](), "values": [value]]
      let data = try JSONSerialization.data(
        withJSONObject: list, options: [.prettyPrinted, .sortedKeys])
      text = String(decoding: data, as: UTF8.self)
    }
    // "If - is supplied, the data will be written to stdout (which is also the default [...])."
    let path = options["-test-enumeration-output-path"] ?? "-"
    if path == "-" { return say(text) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }
}
