import Foundation
import SourceReading

/// A test function in a file, with its suite and its statements.
package struct TestFunction: Sendable {
  package enum Framework: Sendable { case xcTest, swiftTesting }

  package let source: SwiftSource
  package let name: TestName
  package let framework: Framework
  package let declaration: SwiftDeclaration
  /// The declaration of the type around the function, if it is in this file.
  package let suite: SwiftDeclaration?
  /// The other members of the suite, including those in extensions in this file.
  package let members: [SwiftDeclaration]
  /// The declarations of the file outside of the suite.
  package let fileDeclarations: [SwiftDeclaration]
  /// The tokens of each statement, in order.
  package let statements: [Range<Int>]
}

extension TestFunction {
  /// Finds a test in a file, or returns `nil` if the file does not declare it.
  ///
  /// - Throws: An error if the function is no test, or has no body.
  package init?(_ name: TestName, in source: SwiftSource) throws(ToolError) {
    let file = source.declarations()
    guard let found = source.find(name.types[...], name.function, in: file) else { return nil }
    let line = source.lineRange(of: found.function.tokens).lowerBound
    guard let body = found.function.body else {
      throw .input("\(name) at line \(line) has no body.")
    }
    let isSwiftTesting = source.isSwiftTest(found.function)
    let isXCTest = !name.types.isEmpty && name.function.hasPrefix("test")
    guard isSwiftTesting || isXCTest else {
      throw .input(
        "\(name) at line \(line) is not a test. Expected the attribute `@Test`, or a "
          + "method name that begins with `test`.")
    }
    self.init(
      source: source, name: name, framework: isSwiftTesting ? .swiftTesting : .xcTest,
      declaration: found.function, suite: found.suite,
      members: found.members.filter { $0.tokens != found.function.tokens },
      fileDeclarations: file.filter { declaration in
        !declaration.tokens.contains(found.function.tokens.lowerBound)
      },
      statements: source.statements(in: body))
  }

  /// The lines of the function.
  package var lines: ClosedRange<Int> { source.lineRange(of: declaration.tokens) }

  /// The index of the statement that covers a line.
  package func statement(at line: Int) -> Int? {
    statements.firstIndex { source.lineRange(of: $0).contains(line) }
  }

  /// Source with the names of the test's own types removed before dots: `Suite.Helper` becomes `Helper`.
  ///
  /// The test doesn't need these prefixes, and a type that the test declares locally can't be reached through them.
  package func inScope(_ text: String) -> String {
    guard let first = name.types.first, text.contains(first) else { return text }
    let suite = name.types.flatMap { [$0, "."] }
    let source = SwiftSource(text)
    let starts = source.tokens.indices.filter { index in
      source.text(index) == first && source.text(index - 1) != "."
        && suite.indices.allSatisfy { source.text(index + $0) == suite[$0] }
    }
    return source.string(
      bytes: 0..<Int.max,
      replacing: starts.compactMap { start in
        source.byteRange(of: start..<start + suite.count).map { ($0, "") }
      })
  }

  /// Whether the test has parameters.
  package var hasParameters: Bool {
    let open = declaration.signature.first { source.text($0) == "(" }
    return open.flatMap(source.inside)?.isEmpty == false
  }
}

extension SwiftSource {
  /// The names of the tests in a file.
  package func testNames(module: String) -> [TestName] {
    testNames(in: declarations(), of: [], module: module)
  }

  /// The names of the tests among some declarations, and in the types among them.
  ///
  /// - Parameter types: The types around the declarations.
  func testNames(
    in declarations: [SwiftDeclaration], of types: [String] = [], module: String
  ) -> [TestName] {
    declarations.flatMap { declaration -> [TestName] in
      if declaration.isType, let body = declaration.body {
        // Only an extension's name has several parts. A raw identifier can contain dots.
        let path =
          types
          + (declaration.keyword == "extension"
            ? declaration.name.split(separator: ".").map(String.init) : [declaration.name])
        return testNames(in: self.declarations(in: body), of: path, module: module)
      }
      let isTest = isSwiftTest(declaration) || !types.isEmpty && declaration.name.hasPrefix("test")
      return declaration.keyword == "func" && isTest
        ? [TestName(module: module, types: types, function: declaration.name)] : []
    }
  }

  /// Whether a declaration is a test of Swift Testing.
  func isSwiftTest(_ declaration: SwiftDeclaration) -> Bool {
    declaration.attributes.contains { name(ofAttribute: $0) == "@Test" }
  }

  /// The declaration of a function, in its types or in their extensions.
  func function(_ name: TestName) -> SwiftDeclaration? {
    find(name.types[...], name.function, in: declarations())?.function
  }

  fileprivate struct Found {
    let function: SwiftDeclaration
    let suite: SwiftDeclaration?
    let members: [SwiftDeclaration]
  }

  fileprivate func find(
    _ types: ArraySlice<String>, _ function: String, in declarations: [SwiftDeclaration]
  ) -> Found? {
    guard let type = types.first else {
      return declarations.first { $0.keyword == "func" && $0.name == function }
        .map { Found(function: $0, suite: nil, members: []) }
    }
    // The type and its extensions. `extension Outer.Inner` matches two types at once.
    let parts = declarations.filter { declaration in
      declaration.isType && declaration.body != nil
        && (declaration.name == type
          || declaration.keyword == "extension"
            && (types.joined(separator: ".") + ".").hasPrefix(declaration.name + "."))
    }
    let members = parts.flatMap { part in part.body.map { self.declarations(in: $0) } ?? [] }
    let suite = parts.first { $0.keyword != "extension" }
    for part in parts {
      guard let body = part.body else { continue }
      let depth = part.keyword == "extension" ? part.name.split(separator: ".").count : 1
      let inner = self.declarations(in: body)
      guard let found = find(types.dropFirst(depth), function, in: inner) else { continue }
      if types.count > depth { return found }
      return Found(function: found.function, suite: suite, members: members)
    }
    return nil
  }
}

/// A test, and the file that declares it.
package struct FoundTest: Sendable {
  package let function: TestFunction
  package let target: PackageDescription.Target
  /// The file, relative to the package.
  package let path: String
  /// All sources of the target, by their paths in the package.
  package let sources: [String: SwiftSource]

  /// The names of the types that the target declares.
  var typeNames: Set<String> {
    let declarations = sources.values.flatMap { $0.declarations() }
    return Set(declarations.filter { $0.isType && $0.keyword != "extension" }.map(\.name))
  }

  /// The file as `#fileID` names it.
  package var fileID: String { target.name + "/" + (path as NSString).lastPathComponent }
}
