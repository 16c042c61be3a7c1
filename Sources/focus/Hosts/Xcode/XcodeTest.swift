import Foundation

/// A test as Xcode identifies it: `AppTests/ProfileTests/testSaving()`.
package struct XcodeTest: Hashable, Sendable {
  /// The name of the target.
  package let target: String

  /// The identifier without the target.
  package let identifier: String

  /// The name that Xcode gives the module of a target.
  static func module(ofTarget target: String) -> String {
    String(target.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// The names that the ledger may use for the test. The first one is for Swift Testing. The last one is for XCTest.
  ///
  /// The identifier doesn't show the framework, because a test of Swift Testing can have a name like `testSaving()`.
  package var names: [String] {
    let name = "\(Self.module(ofTarget: target)).\(identifier.withBackticks)"
    return name.hasSuffix("()") ? [name, String(name.dropLast(2))] : [name]
  }

  /// The options that select the test.
  ///
  /// `xcodebuild` drops parentheses at the end of an identifier, but doesn't find a test of Swift Testing without
  /// them.
  package var options: [String] {
    let option = "-only-testing:\(target)/\(identifier)"
    return identifier.hasSuffix("()") ? [option, option + "()"] : [option]
  }
}

extension XcodeTest {
  /// The tests in the JSON that `-enumerate-tests` writes as a flat list.
  ///
  /// - Returns: `nil` if the data has another format, or lists only errors.
  package static func all(enumerated data: Data) -> [XcodeTest]? {
    struct List: Decodable {
      struct Plan: Decodable {
        struct Test: Decodable { var identifier: String }
        var enabledTests: [Test]?
      }
      var values: [Plan]
      var errors: [String]?
    }
    guard let list = try? JSONDecoder().decode(List.self, from: data),
      !list.values.isEmpty || list.errors?.isEmpty != false
    else { return nil }
    let identifiers = list.values.flatMap { $0.enabledTests ?? [] }.map(\.identifier)
    return identifiers.uniqued.compactMap { text in
      text.firstIndex(of: "/").map { slash in
        XcodeTest(
          target: String(text[..<slash]), identifier: String(text[text.index(after: slash)...]))
      }
    }
  }
}

extension [XcodeTest] {
  /// The tests that a selection includes.
  package func included(in selection: TestSelection) -> [XcodeTest] {
    let included = Set(selection.included(of: flatMap(\.names)))
    return filter { !included.isDisjoint(with: $0.names) }
  }

  /// The options that select the tests; none if they are too many for a command line, which a Mac limits to 1 MB.
  package var options: [String] {
    let options = flatMap(\.options)
    return options.reduce(0, { $0 + $1.utf8.count + 9 }) > 500_000 ? [] : options
  }
}

extension String {
  /// An identifier with backticks around the names that need them in Swift, as Swift Testing writes it.
  fileprivate var withBackticks: String {
    guard !contains("`") else { return self }
    let end = hasSuffix(")") ? lastIndex(of: "(") ?? endIndex : endIndex
    let names = self[..<end].split(separator: "/").map { name in
      name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? String(name) : "`\(name)`"
    }
    return names.joined(separator: "/") + self[end...]
  }
}
