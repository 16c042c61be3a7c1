import TestEvents
import SourceReading

/// A file that differs from an earlier version of a package.
package struct FileChange: Hashable, Sendable {
  /// The path relative to the package. `../` leads out of the package.
  package let path: String

  /// The file's previous content, or `nil` for a new file.
  package let old: String?
}

/// The features whose mutants may have other results, because some files have changed.
///
/// Two rules find these features:
///
/// - A file that declares only features or tests affects them, the features that name them, and the features that
///   they name.
/// - Any other file affects its target, the targets that import it, and the tests that reach its declarations.
///
/// Survivors of other features are not reported. So if the effect of a changed file on a feature is unknown, the
/// feature is included.
package struct ChangedFeatures: Sendable {
  /// The reason why all features are included, as a clause; `nil` if only some are.
  package private(set) var reasonForAll: String?

  private let package: PackageFiles

  /// The types that may behave differently.
  private var types: Set<String> = []

  /// The words in code that may behave differently. If such code mentions an action, it may handle it.
  private var words: Set<String> = []

  /// The types that changed files name without changing them. Such a type may be tested less, or its actions may be
  /// handled differently.
  private var namedTypes: Set<String> = []

  /// The files whose tests may behave differently.
  private var tests: Set<String> = []

  package init(_ changes: [FileChange], in package: PackageFiles) {
    self.package = package
    var names: (ofSources: Set<String>, ofTests: Set<String>) = ([], [])
    for change in changes {
      guard reasonForAll == nil, let (target, versions) = versions(of: change) else { continue }
      let isTest = target.type == "test"
      if versions.allSatisfy(\.isSelfContained) {
        addFiles(versions, areTests: isTest)
      } else {
        addTarget(target.name, because: versions, isTest: isTest)
      }
      let mentioned = versions.flatMap(\.mentionedNames)
      if isTest { names.ofTests.formUnion(mentioned) } else { names.ofSources.formUnion(mentioned) }
    }
    addTypes(namedBy: names.ofSources, orByTests: names.ofTests)
  }

  /// Whether no feature can have changed.
  package var isEmpty: Bool {
    reasonForAll == nil && types.isEmpty && namedTypes.isEmpty && tests.isEmpty
  }

  /// - Parameter tests: The tests that exercise the feature.
  package func contains(_ feature: String, testedBy tests: some Sequence<LedgerTest>) -> Bool {
    if isEmpty { return false }
    if reasonForAll != nil { return true }
    return isOne(feature, of: types.union(namedTypes)) || tests.contains { hasChanged($0) }
  }

  /// Whether the code behind a mutant may have changed, regardless of its tests.
  ///
  /// A behavior can change although its feature doesn't: a parent that handles its actions may have changed.
  package func contains(_ mutant: MutantSubject) -> Bool {
    if isEmpty { return false }
    guard let behavior = mutant.behavior else { return isOne(mutant.feature, of: types) }
    let action = behavior.action.split(separator: ".").last.map(String.init)
    if let action, words.contains(action) { return true }
    // A field of a parent begins with the name of the parent's type.
    let owner = (behavior.outcome.kind == .field ? behavior.outcome.name : nil)?
      .withoutGenericArguments.split(separator: ".").prefix { $0.first?.isUppercase == true }
    return [behavior.feature, owner?.joined(separator: ".") ?? ""].contains {
      !$0.isEmpty && isOne($0, of: types)
    }
  }

  /// Whether a feature is one of some types. A feature that no file declares counts as changed.
  private func isOne(_ feature: String, of types: Set<String>) -> Bool {
    let name = feature.declaredName
    return types.contains(name) || package.files(ofType: name).isEmpty
  }

  /// Whether a test may behave differently because of its own files.
  private func hasChanged(_ test: LedgerTest) -> Bool {
    var files = package.files.values.filter { $0.fileID == test.location.file }
    if let name = TestName(test.name) {
      for count in name.types.indices {
        let type = name.types[...count].joined(separator: ".")
        files += package.files(ofType: type).filter { $0.target == name.module }
      }
    }
    return files.isEmpty || files.contains { tests.contains($0.path) }
  }
}

// MARK: - The two rules

extension ChangedFeatures {
  /// The rule for files that declare only features or tests.
  private mutating func addFiles(_ versions: [SourceFile], areTests: Bool) {
    for version in versions {
      types.formUnion(version.types)
      if areTests { tests.insert(version.path) } else { words.formUnion(version.mentionedNames) }
    }
    addDeclarations(naming: versions, areTests: areTests)
  }

  /// The rule for other files.
  private mutating func addTarget(
    _ target: String, because versions: [SourceFile], isTest: Bool
  ) {
    types.formUnion(versions.flatMap(\.types))
    // Any code in the target may read a resource.
    let isResource = versions.allSatisfy { !$0.path.hasSuffix(".swift") }
    let causes = isResource ? package.files.values.filter { $0.target == target } : versions
    addFiles(ofTarget: target, changesTests: isTest || causes.contains(where: \.isUsedUnnamed))
    if !isTest { addTests(reaching: causes) }
  }

  /// Adds all files of a target and of those that import it.
  private mutating func addFiles(ofTarget target: String, changesTests: Bool) {
    let targets = package.importers(of: target)
    for file in package.files.values where targets.contains(file.target) {
      types.formUnion(file.types)
      if !package.isTest(file.target) {
        words.formUnion(file.mentionedNames)
      } else if changesTests {
        tests.insert(file.path)
      }
    }
  }

  /// Adds the features that name the declarations of some files, the features that name those, and so on. Tests found
  /// on the way count as unchanged, unless a test's file has changed.
  private mutating func addDeclarations(naming files: [SourceFile], areTests: Bool) {
    var names = Set(files.flatMap(\.declaredNames))
    for isTest in areTests ? [true] : [false, true] {
      for declaration in package.declarations(ofTests: isTest).mentioning(names) {
        names.formUnion(declaration.names)
        types.formUnion(declaration.types)
        if !isTest { words.formUnion(declaration.mentionedNames) }
        if areTests { tests.insert(declaration.path) }
        if declaration.isUsedUnnamed {
          addFiles(ofTarget: declaration.target, changesTests: areTests)
        }
      }
    }
  }

  /// Adds the tests that use the declarations of some files directly, such as helpers, fixtures, or expected values.
  private mutating func addTests(reaching files: [SourceFile]) {
    var names = Set(files.flatMap(\.declarations).filter { !$0.isFeature }.flatMap(\.names))
    let helpers = package.declarations(ofTests: false).mentioning(names) { !$0.isFeature }
    for helper in helpers {
      names.formUnion(helper.names)
      if helper.isUsedUnnamed { addFiles(ofTarget: helper.target, changesTests: true) }
    }
    tests.formUnion(package.declarations(ofTests: true).mentioning(names).map(\.path))
  }

  /// Adds the types that some names lead to.
  private mutating func addTypes(
    namedBy names: Set<String>, orByTests namesOfTests: Set<String>
  ) {
    let helpers =
      namesOfTests.isEmpty
      ? [] : package.declarations(ofTests: true).declaring(namesOfTests, or: \.isUsedUnnamed)
    let all = names.union(namesOfTests).union(helpers.flatMap(\.mentionedNames))
    let named = package.declarations(ofTests: false).declaring(all) {
      !namesOfTests.isEmpty && $0.isUsedUnnamed
    }
    namedTypes = Set((helpers + named).flatMap(\.types))
  }
}

// MARK: - Changes

extension ChangedFeatures {
  /// The target of a changed file, and the file's current and previous versions; `nil` if it affects no feature, or
  /// all features.
  private mutating func versions(
    of change: FileChange
  ) -> (target: PackageDescription.Target, versions: [SourceFile])? {
    let path = change.path
    let names = path.split(separator: "/")
    if names.contains(where: { $0.hasPrefix(".") && $0 != ".." }) { return nil }
    if names.dropLast().contains(where: { $0.hasSuffix(".docc") }) { return nil }
    if path == "Package.swift" || path.hasPrefix("Package@swift") || path == "Package.resolved" {
      reasonForAll = "\(path) changed"
    } else if let dependency = package.dependency(with: path) {
      reasonForAll = "\(path) of the package at \(dependency) changed"
    } else if path.hasPrefix("../") {
      return nil
    } else if let target = package.target(of: path) {
      if ["plugin", "macro"].contains(target.type) {
        reasonForAll = "the \(target.type) \(target.name) changed"
      }
      guard path.hasSuffix(".swift") else {
        return (target, [SourceFile(path: path, target: target.name)])
      }
      let old = change.old.map { package.file(path, target: target.name, was: SwiftSource($0)) }
      let versions = [package.files[path], old].compactMap(\.self)
      return (target, versions.isEmpty ? [SourceFile(path: path, target: target.name)] : versions)
    } else if !Self.isHarmless(path), !package.isOfNestedPackage(path) {
      reasonForAll = "\(path) changed, which belongs to no target"
    }
    return nil
  }

  /// Whether neither the compiler nor a test reads a file. A document beside the tests may be a test's fixture.
  private static func isHarmless(_ path: String) -> Bool {
    if path.hasSuffix(".md") { return !path.hasPrefix("Tests/") }
    return !path.contains("/") && (path.hasSuffix(".txt") || !path.contains("."))
  }
}
