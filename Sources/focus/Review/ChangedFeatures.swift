import TestEvents
import SourceReading

/// A file that differs from an earlier version of a package.
package struct FileChange: Hashable, Sendable {
  /// Relative to the package; `../` leads out of it.
  package let path: String

  /// Its previous content, or `nil` for a new file.
  package let old: String?

  package init(_ path: String, old: String?) {
    self.path = path
    self.old = old
  }
}

/// The features whose mutants may have other results since some files have changed.
///
/// Two rules find them:
///
/// - A file that declares only features or tests affects them, the features that name them, and the features that they
///   name.
/// - Any other file affects its target, the targets that import it, and the tests that reach what it declares.
///
/// A survivor of a feature that is left out is not reported. So a feature is included where it is not known how
/// a changed file affects it.
package struct ChangedFeatures: Sendable {
  /// Why all are meant, as a clause; `nil` if it is known which.
  package private(set) var reasonForAll: String?

  private let package: PackageFiles

  /// The types that may behave differently.
  private var types: Set<String> = []

  /// The words in the code that may behave differently: it may handle the actions of other features.
  private var words: Set<String> = []

  /// The types that only the names in changed files lead to: an unchanged feature may be tested less, or its actions may be
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

  /// Whether no feature can be meant, whatever there is.
  package var isEmpty: Bool {
    reasonForAll == nil && types.isEmpty && namedTypes.isEmpty && tests.isEmpty
  }

  /// - Parameter tests: The tests that exercise the feature.
  package func contains(_ feature: String, testedBy tests: some Sequence<LedgerTest>) -> Bool {
    if isEmpty { return false }
    if reasonForAll != nil { return true }
    return isOne(feature, of: types.union(namedTypes)) || tests.contains { hasChanged($0) }
  }

  /// Whether what a mutant is about may have changed, whatever its tests say.
  ///
  /// The feature of a behavior may be as it was, and a parent that answers its actions another one.
  package func contains(_ mutant: MutantSubject) -> Bool {
    if isEmpty { return false }
    guard let behavior = mutant.behavior else { return isOne(mutant.feature, of: types) }
    let action = behavior.action.split(separator: ".").last.map(String.init)
    if let action, words.contains(action) { return true }
    // A field of a parent has its type's name before it.
    let owner = (behavior.outcome.kind == .field ? behavior.outcome.name : nil)?
      .withoutGenericArguments.split(separator: ".").prefix { $0.first?.isUppercase == true }
    return [behavior.feature, owner?.joined(separator: ".") ?? ""].contains {
      !$0.isEmpty && isOne($0, of: types)
    }
  }

  /// Whether a feature is one of some types. One that no file declares counts as changed.
  private func isOne(_ feature: String, of types: Set<String>) -> Bool {
    let name = feature.withoutGenericArguments.withoutBackticks
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
    // Any code of the target may read a resource.
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

  /// Adds the features that name the declarations of some files, the features that name these, and so on. Tests among them
  /// are themselves unchanged, unless a test's file has changed.
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

  /// Adds the tests that use what some files declare other than through features: helpers, fixtures, values to compare with.
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
  /// The target of a changed file, and the file as it is and as it was; `nil` if it affects nothing, or all.
  private mutating func versions(
    of change: FileChange
  ) -> (target: PackageDescription.Target, versions: [SourceFile])? {
    let path = change.path
    let names = path.split(separator: "/")
    if names.contains(where: { $0.hasPrefix(".") && $0 != ".." }) { return nil }
    if names.dropLast().contains(where: { $0.hasSuffix(".docc") }) { return nil }
    if path == "Package.swift" || path.hasPrefix("Package@swift") || path == "Package.resolved" {
      reasonForAll = "\(path) differs"
    } else if let dependency = package.dependency(with: path) {
      reasonForAll = "\(path) differs, a file of the package at \(dependency)"
    } else if path.hasPrefix("../") {
      return nil
    } else if let target = package.target(of: path) {
      if ["plugin", "macro"].contains(target.type) {
        reasonForAll = "the \(target.type) \(target.name) differs"
      }
      guard path.hasSuffix(".swift") else {
        return (target, [SourceFile(path: path, target: target.name)])
      }
      let old = change.old.map { package.file(path, target: target.name, was: SwiftSource($0)) }
      let versions = [package.files[path], old].compactMap(\.self)
      return (target, versions.isEmpty ? [SourceFile(path: path, target: target.name)] : versions)
    } else if !Self.isHarmless(path), !package.isOfNestedPackage(path) {
      reasonForAll = "\(path) differs, in no target"
    }
    return nil
  }

  /// Files that neither the compiler nor a test reads. A file beside the tests can be a record of a
  /// test.
  private static func isHarmless(_ path: String) -> Bool {
    if path.hasSuffix(".md") { return !path.hasPrefix("Tests/") }
    return !path.contains("/") && (path.hasSuffix(".txt") || !path.contains("."))
  }
}
