import TestEvents
import Foundation
import SourceReading

/// The source line that is responsible for a behavior.
package struct ProductionLine: Hashable, Sendable, Codable {
  /// The path relative to the package.
  package var file: String
  package var line: Int

  package var description: String { "\(file):\(line)" }
}

/// A type that declares an `Action`, or a case of the `Action`.
package struct DeclaredCode: Hashable, Sendable, Codable {
  package var feature: String
  package var action: String?
  package var declaredAt: ProductionLine
}

/// The locations where a package's features handle their actions.
package struct ProductionLines: Sendable {
  /// The declarations of each type name, in the order of files. Several modules can declare a type with the same name.
  private var types: [String: [FeatureSource]] = [:]

  private var sources: [String: SwiftSource] = [:]

  /// The facts that one declaration contributes to its type.
  private struct FeatureSource: Sendable {
    var path: String
    var declaration: ProductionLine?
    var patterns: [(names: [String], place: ProductionLine)] = []
    /// The feature's actions, except cases that wrap actions of other features.
    var actions: [DeclaredCode] = []
  }

  package init() {}

  /// The features that are declared outside of tests, ordered by name.
  package var features: [DeclaredCode] {
    types.sorted { $0.key < $1.key }.compactMap { name, sources in
      guard sources.contains(where: { !$0.path.isOfTests && !$0.actions.isEmpty }) else {
        return nil
      }
      return type(name, in: "")?.declaration.map { DeclaredCode(feature: name, declaredAt: $0) }
    }
  }

  /// - Parameter sources: The Swift files, by their paths in the package.
  package init(_ sources: [String: SwiftSource]) {
    // Types in tests come last, so that they count only if no other type has the name.
    let paths = sources.keys.sorted { ($0.isOfTests ? 1 : 0, $0) < ($1.isOfTests ? 1 : 0, $1) }
    self.sources = sources
    for path in paths {
      guard let source = sources[path] else { continue }
      for (name, declaration) in source.types() {
        add(declaration, as: name, from: source, path)
      }
    }
  }

  private mutating func add(
    _ declaration: SwiftDeclaration, as name: String, from source: SwiftSource, _ path: String
  ) {
    func place(_ line: Int) -> ProductionLine { ProductionLine(file: path, line: line) }
    var found = FeatureSource(path: path)
    if declaration.keyword != "extension" {
      found.declaration = place(source.tokens[declaration.signature.lowerBound - 1].line)
    }
    let isEnum = declaration.keyword == "enum"
    if let body = declaration.body, !isEnum || !["Action", "State"].contains(declaration.name) {
      found.patterns = source.casePatterns(in: body).map { ($0.names, place($0.line)) }
    }
    types[name, default: []].append(found)
    guard isEnum, name.hasSuffix(".Action"), let body = declaration.body else { return }
    let feature = String(name.dropLast(".Action".count))
    let actions = source.declaredCases(in: body)
      .filter { !source.text($0.payload).contains("Action") }
      .map { declared in
        DeclaredCode(
          feature: feature, action: source.text(declared.name).withoutBackticks,
          declaredAt: place(source.tokens[declared.name].line))
      }
    types[feature, default: []].append(FeatureSource(path: path, actions: actions))
  }

  /// The declarations of a type in the files of a module. If the module is unknown or has no such file, the
  /// declarations in all files.
  private func type(_ name: String, in module: String) -> FeatureSource? {
    guard let all = types[name] else { return nil }
    let own = all.filter { $0.path.isOfModule(module) }
    return (own.isEmpty ? all : own).reduce(into: FeatureSource(path: "")) { all, source in
      all.declaration = all.declaration ?? source.declaration
      all.patterns += source.patterns
      all.actions += source.actions
    }
  }

  /// A feature's actions, except cases that wrap actions of other features.
  package func actions(of feature: String, in module: String = "") -> [DeclaredCode] {
    type(feature.declaredName, in: module)?.actions ?? []
  }

  /// The `case` that handles a behavior's action, or else the declaration of its feature.
  package subscript(behavior: Behavior) -> ProductionLine? {
    let action = behavior.action.split(separator: ".").map(String.init)
    // A parent sets its field where it handles the child's action.
    let owner = (behavior.outcome.name ?? "").withoutGenericArguments.split(separator: ".")
      .prefix { $0.first?.isUppercase == true }.joined(separator: ".")
    if behavior.outcome.kind == .field, let first = action.first,
      let pattern = type(owner, in: behavior.module)?.patterns
        .first(where: { $0.names.contains(first) })
    {
      return pattern.place
    }
    let name = behavior.feature.declaredName
    guard let feature = type(name, in: behavior.module) else { return nil }
    // Prefers the most specific pattern, then the one with the fewest other cases, then the first.
    func rank(_ names: [String]) -> (Int, Int) {
      (-zip(names, action).prefix { $0 == $1 }.count, names.count)
    }
    let best = feature.patterns.filter { $0.names.first == action.first }
      .min { rank($0.names) < rank($1.names) }
    return best?.place ?? feature.declaration
  }

  /// The code at a line: that line, and the lines below it that are indented further.
  package func code(at place: ProductionLine) -> [String] {
    guard let source = sources[place.file] else { return [] }
    let lines = source.text(replacing: []).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).dropFirst(place.line - 1)
    guard let first = lines.first else { return [] }
    let indent = first.prefix { $0 == " " }.count
    let below = lines.dropFirst().prefix { $0.prefix { $0 == " " }.count > indent }
    let code = [first] + below.prefix(Self.codeLimit)
    return code.map { String($0.dropFirst(indent)) } + (below.count > Self.codeLimit ? ["…"] : [])
  }

  private static let codeLimit = 12

  /// Reads the Swift files in a package's directory, except build products, hidden files, and files of other
  /// packages.
  package init(packageAt directory: String) {
    func isPackage(_ directory: String) -> Bool {
      FileManager.default.fileExists(atPath: directory + "/Package.swift")
    }
    let paths =
      isPackage(directory)
      ? FileManager.default.files(below: directory) { isPackage(directory + "/" + $0) } : []
    self.init(paths.swiftSources(in: directory))
  }

  /// Reads the Swift files in an Xcode project's directory, including those of packages there.
  package init(projectAt directory: String) {
    self.init(FileManager.default.files(below: directory).swiftSources(in: directory))
  }
}

extension String {
  /// The name without generic arguments: `Form` for `Form<Row.ID>`.
  package var withoutGenericArguments: String {
    var depth = 0
    return filter { character in
      if character == "<" { depth += 1 }
      defer { if character == ">" { depth -= 1 } }
      return depth == 0
    }
  }

  /// The name in the declaration of a feature: `Form` for `Form<Row.ID>`.
  var declaredName: String { withoutGenericArguments.withoutBackticks }

  /// Whether a directory has the name of tests. A target below `Sources` can be named `ABTests`.
  fileprivate var isOfTests: Bool {
    split(separator: "/").dropLast().prefix { $0 != "Sources" }.contains { $0.hasSuffix("Tests") }
  }

  /// Whether a directory of the path has the name of a module's target.
  fileprivate func isOfModule(_ module: String) -> Bool {
    split(separator: "/").dropLast().contains { $0.replacing("-", with: "_") == module }
  }
}
