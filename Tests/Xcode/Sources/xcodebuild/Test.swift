import Foundation

/// A test under the names that Xcode and the test program have for it.
struct Test: Hashable {
  enum Framework { case xctest, swiftTesting }

  var framework: Framework
  var module: String
  /// Without the target, such as `Suite/test()`.
  var name: String

  /// The name in the arguments of the test program.
  var argument: String {
    switch framework {
    case .xctest: "\(module).\(name.dropLast("()".count))"
    case .swiftTesting:
      "^" + NSRegularExpression.escapedPattern(for: "\(module).\(name)") + "(/|$)"
    }
  }

  /// The suites and the test. A raw identifier can contain a slash.
  var components: [String] {
    var parts = [""]
    var isRaw = false
    for character in name {
      if character == "`" { isRaw.toggle() }
      if character == "/", !isRaw {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  /// Whether an identifier names the test or a suite around it.
  ///
  /// Options take the identifiers that are enumerated. Logs have those of XCTest without
  /// parentheses, too.
  func matches(_ identifier: String) -> Bool {
    let own = framework == .xctest ? String(name.dropLast("()".count)) : name
    return [own, name].contains(identifier) || name.hasPrefix(identifier + "/")
  }

  /// The tests of a bundle, listed by its program.
  static func list(of target: TestBundle) throws -> [Test] {
    var tests: [Test] = []
    for (framework, arguments) in [
      (Framework.xctest, ["--list-tests"]),
      (.swiftTesting, ["--testing-library", "swift-testing", "--list-tests"]),
    ] {
      let command = Command(
        [target.program.path] + arguments, environment: TestProcess.environment)
      let prefix = target.module + "."
      for line in try command.output().text.split(separator: "\n") where line.hasPrefix(prefix) {
        // The program adds the file to a name that tests of several modules have.
        let name = line.dropFirst(prefix.count)
          .replacing(/\/[^\/]+\.swift:\d+:\d+$/, with: "")
        let end = framework == .xctest ? "()" : ""
        tests.append(Test(framework: framework, module: target.module, name: name + end))
      }
    }
    return tests
  }
}

/// Which tests of a bundle run.
struct TestChoice {
  private var only: [String]?

  /// - Returns: `nil` if the options leave out the target.
  init?(_ target: TestBundle, options: Options) {
    let identifiers = options.onlyTesting
    guard !identifiers.isEmpty else { return }
    var chosen: [String] = []
    for identifier in identifiers {
      if identifier == target.name { return }
      if let rest = Self.rest(of: identifier, in: target) { chosen.append(rest) }
    }
    guard !chosen.isEmpty else { return nil }
    if ProcessInfo.processInfo.environment["STANDIN_STRIPS_PARENTHESES"] == "1" {
      chosen = chosen.map { $0.hasSuffix("()") ? String($0.dropLast(2)) : $0 }
    }
    only = chosen
  }

  /// `TestTarget[/TestClass[/TestMethod]]` without the target
  private static func rest(of identifier: String, in target: TestBundle) -> String? {
    let prefix = target.name + "/"
    return identifier.hasPrefix(prefix) ? String(identifier.dropFirst(prefix.count)) : nil
  }

  func includes(_ test: Test) -> Bool {
    only?.contains(where: test.matches) ?? true
  }
}
