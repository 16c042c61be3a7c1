import Foundation
import SourceReading

/// A test function in a file, with its suite and its statements.
package struct TestFunction: Sendable {
  package typealias Framework = TestFramework

  package let source: SwiftSource
  package let name: TestName
  package let framework: Framework
  package let declaration: SwiftDeclaration
  /// The tokens of each statement, in order.
  package let statements: [Range<Int>]
}

extension TestFunction {
  /// Finds a test in a file, or returns `nil` if the file does not declare it.
  ///
  /// - Throws: An error if the function is no test, or has no body.
  package init?(_ name: TestName, in source: SwiftSource) throws(ToolError) {
    guard let declaration = source.function(name) else { return nil }
    let line = source.lineRange(of: declaration.tokens).lowerBound
    guard let body = declaration.body else {
      throw .input("\(name) at line \(line) has no body.")
    }
    guard source.isTest(declaration, in: name.types) else {
      throw .input(
        "\(name) at line \(line) is not a test. Expected the attribute `@Test`, or a "
          + "method name that begins with `test`.")
    }
    self.init(
      source: source, name: name,
      framework: source.isSwiftTest(declaration) ? .swiftTesting : .xcTest,
      declaration: declaration, statements: source.statements(in: body))
  }

  /// The lines of the function.
  package var lines: ClosedRange<Int> { source.lineRange(of: declaration.tokens) }

  /// The names that a declaration beside the test cannot have.
  package var takenNames: Set<String> {
    Set((source.members(of: name.types) + source.declarations()).flatMap(\.names))
  }
}

extension SwiftSource {
  /// The names of the tests in a file.
  package func testNames(module: String) -> [TestName] {
    testNames(in: declarations(), module: module)
  }

  /// The names of the tests among some declarations, and in the types among them, in the order of the source.
  func testNames(in declarations: [SwiftDeclaration], module: String) -> [TestName] {
    scopes(in: declarations).flatMap { types, members in
      members.filter { isTest($0, in: types) }.map { (types: types, test: $0) }
    }
    .sorted { $0.test.tokens.lowerBound < $1.test.tokens.lowerBound }
    .map { TestName(module: module, types: $0.types, function: $0.test.name) }
  }

  /// Some declarations, and the members of each type and extension among them, with the names of the types around them.
  fileprivate func scopes(
    in declarations: [SwiftDeclaration], of types: [String] = []
  ) -> [(types: [String], members: [SwiftDeclaration])] {
    [(types, declarations)]
      + declarations.filter(\.isType).flatMap { type in
        // Only an extension's name has several parts. A raw identifier can contain dots.
        let names =
          type.keyword == "extension"
          ? type.name.split(separator: ".").map(String.init) : [type.name]
        return scopes(in: members(of: type), of: types + names)
      }
  }

  fileprivate func isTest(_ declaration: SwiftDeclaration, in types: [String]) -> Bool {
    declaration.keyword == "func"
      && (isSwiftTest(declaration) || !types.isEmpty && declaration.name.hasPrefix("test"))
  }

  /// Whether a declaration is a test of Swift Testing.
  func isSwiftTest(_ declaration: SwiftDeclaration) -> Bool {
    declaration.attributes.contains { name(ofAttribute: $0) == "@Test" }
  }

  /// The declaration of a function, in its types or in their extensions.
  func function(_ name: TestName) -> SwiftDeclaration? {
    members(of: name.types).first { $0.keyword == "func" && $0.name == name.function }
  }

  /// The members of a type and of its extensions in this file, or else the declarations outside of types.
  fileprivate func members(of types: [String]) -> [SwiftDeclaration] {
    // The name of an extension doesn't show which of its dots belong to a raw identifier.
    let name = types.joined(separator: ".")
    return scopes(in: declarations()).filter { $0.types.joined(separator: ".") == name }
      .flatMap(\.members)
  }
}

/// A test, and the file that declares it.
package struct FoundTest: Sendable {
  package let function: TestFunction
  package let target: PackageDescription.Target
  /// The file, relative to the package.
  package let path: String
}
