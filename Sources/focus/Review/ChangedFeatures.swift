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
/// A survivor of a feature that is left out is not reported. So a feature is included where it is not known how
/// a changed file affects it.
package struct ChangedFeatures: Sendable {
  /// Why all are meant, as a clause; `nil` if it is known which.
  package private(set) var reasonForAll: String?

  private let package: PackageFiles

  /// The files whose features may behave differently: those that changed, and those that build on them.
  private var affected: Set<String> = []

  /// The files whose tests may behave differently.
  private var tests: Set<String> = []

  /// The names in changed tests, now or before: features that they reach.
  private var namesOfTests: Set<String> = []

  /// The names in other changed files, now or before: features that they hold, and whose actions they answer.
  private var namesOfFeatures: Set<String> = []

  /// The words of the files whose features may behave differently.
  private var wordsInDoubt: Set<String> = []

  /// The types in changed files, and in code that may behave differently.
  private var typesInDoubt: Set<String> = []

  /// Those of them that are not in doubt for their tests alone.
  private var differingTypes: Set<String> = []

  package init(_ changes: [FileChange], in package: PackageFiles) {
    self.package = package
    for change in changes where reasonForAll == nil { add(change) }
    for file in package.files.values where !package.isTest(file.target) {
      if affected.contains(file.path) || !typesInDoubt.isDisjoint(with: file.types) {
        wordsInDoubt.formUnion(file.mentionedNames)
      }
    }
    differingTypes = typesInDoubt
    addFeaturesInDoubt()
  }

  /// Whether no feature can be meant, whatever there is.
  package var isEmpty: Bool { reasonForAll == nil && affected.isEmpty }

  /// - Parameter tests: The tests that exercise the feature.
  package func contains(_ feature: String, testedBy tests: some Sequence<LedgerTest>) -> Bool {
    if isEmpty { return false }
    if reasonForAll != nil { return true }
    return isInDoubt(feature, among: typesInDoubt) || tests.contains { hasChanged($0) }
  }

  /// Whether what a mutant is about may have changed, whatever its tests say.
  package func contains(_ mutant: MutantSubject) -> Bool {
    switch mutant {
    case .behavior(let behavior): contains(behavior)
    case .source(let mutant): !isEmpty && isInDoubt(mutant.feature, among: differingTypes)
    }
  }

  /// Whether a behavior may have changed, whatever its tests say.
  ///
  /// Its feature may be as it was, and a parent that answers its actions another one.
  package func contains(_ behavior: Behavior) -> Bool {
    if isEmpty { return false }
    let action = behavior.action.split(separator: ".").last.map(String.init)
    if let action, wordsInDoubt.contains(action) { return true }
    // A field of a parent has its type's name before it.
    let owner = (behavior.outcome.kind == .field ? behavior.outcome.name : nil)?
      .withoutGenericArguments.split(separator: ".").prefix { $0.first?.isUppercase == true }
    return [behavior.feature, owner?.joined(separator: ".") ?? ""].contains {
      !$0.isEmpty && isInDoubt($0, among: differingTypes)
    }
  }

  private func isInDoubt(_ feature: String, among types: Set<String>) -> Bool {
    let name = feature.withoutGenericArguments.withoutBackticks
    let files = package.files(ofType: name)
    return files.isEmpty || types.contains(name) || files.contains { affected.contains($0.path) }
  }

  /// Whether a test may behave differently because of its own files.
  private func hasChanged(_ test: LedgerTest) -> Bool {
    var files = package.files.values.filter { $0.fileID == test.location.file }
    if let dot = test.name.firstIndex(of: ".") {
      let module = test.name[..<dot]
      let names = test.name[test.name.index(after: dot)...].withoutBackticks
        .split { $0 == "/" || $0 == "." }.dropLast()
      for count in names.indices {
        let type = names[...count].joined(separator: ".")
        files += package.files(ofType: type).filter { $0.target == module }
      }
    }
    return files.isEmpty || files.contains { tests.contains($0.path) }
  }
}

// MARK: - Changes

extension ChangedFeatures {
  private mutating func add(_ change: FileChange) {
    let path = change.path
    let names = path.split(separator: "/")
    if names.contains(where: { $0.hasPrefix(".") && $0 != ".." }) { return }
    if names.dropLast().contains(where: { $0.hasSuffix(".docc") }) { return }
    if path == "Package.swift" || path.hasPrefix("Package@swift") || path == "Package.resolved" {
      reasonForAll = "\(path) differs"
      return
    }
    if let dependency = package.dependency(with: path) {
      reasonForAll = "\(path) differs, a file of the package at \(dependency)"
      return
    }
    if path.hasPrefix("../") { return }
    guard let target = package.target(of: path) else {
      if !Self.isHarmless(path), !package.isOfNestedPackage(path) {
        reasonForAll = "\(path) differs, in no target"
      }
      return
    }
    if ["plugin", "macro"].contains(target.type) {
      reasonForAll = "the \(target.type) \(target.name) differs"
      return
    }
    var versions = package.files[path].map { [$0] } ?? []
    let isSwift = path.hasSuffix(".swift")
    if isSwift, let old = change.old {
      versions.append(package.file(path, target: target.name, was: SwiftSource(old)))
    }
    if versions.isEmpty || !isSwift {
      versions = [SourceFile(path: path, target: target.name)]
    }
    let isTest = target.type == "test"
    if versions.allSatisfy(\.isSelfContained) {
      spread(
        names: versions.reduce(into: []) { $0.formUnion($1.declaredNames) }, amongTests: isTest)
    } else {
      spread(through: target.name)
      if !isTest {
        // Whatever there is in its target may read a resource.
        spreadToTests(
          from: isSwift ? versions : package.files.values.filter { $0.target == target.name })
      }
    }
    for version in versions {
      affected.insert(version.path)
      typesInDoubt.formUnion(version.types)
      if isTest {
        tests.insert(version.path)
        namesOfTests.formUnion(version.mentionedNames)
      } else {
        namesOfFeatures.formUnion(version.mentionedNames)
      }
    }
  }

  /// Files that neither the compiler nor a test reads. A file beside the tests can be a record of a
  /// test.
  private static func isHarmless(_ path: String) -> Bool {
    if path.hasSuffix(".md") { return !path.hasPrefix("Tests/") }
    return !path.contains("/") && (path.hasSuffix(".txt") || !path.contains("."))
  }

  /// Marks all files of a target and of those that import it.
  private mutating func spread(through target: String, withTests: Bool = false) {
    let targets = package.importers(of: target)
    let areTests = withTests || package.isTest(target)
    for file in package.files.values where targets.contains(file.target) {
      affected.insert(file.path)
      // Tests that import a changed feature are themselves unchanged.
      if areTests, package.isTest(file.target) { tests.insert(file.path) }
    }
  }

  /// Marks the tests that use what a library declares other than through features: helpers of tests, fixtures,
  /// values to compare with.
  private mutating func spreadToTests(from files: [SourceFile]) {
    for file in files where file.isUsedUnnamed { spread(through: file.target, withTests: true) }
    var names = files.flatMap(\.declarations).filter { !$0.isFeature }
      .reduce(into: Set()) { $0.formUnion($1.names) }
    spread(&names, isTest: false, throughFeatures: false)
    spread(&names, isTest: true)
  }

  /// The declarations that name those of a changed file, and so on, transitively.
  private mutating func spread(names: Set<String>, amongTests: Bool) {
    var names = names
    if !amongTests { spread(&names, isTest: false) }
    // Features in test targets can depend on others. The tests themselves are unchanged.
    let changedTests = tests
    spread(&names, isTest: true)
    if !amongTests { tests = changedTests }
  }

  private mutating func spread(
    _ names: inout Set<String>, isTest: Bool, throughFeatures: Bool = true
  ) {
    var index = DeclarationIndex<(file: SourceFile, declaration: SourceFile.Declaration)>()
    for file in package.files.values where package.isTest(file.target) == isTest {
      for declaration in file.declarations where throughFeatures || !declaration.isFeature {
        index.add(
          (file, declaration), declaring: declaration.names,
          mentioning: declaration.mentionedNames)
      }
    }
    for (file, declaration) in index.mentioning(names) {
      typesInDoubt.formUnion(declaration.types)
      names.formUnion(declaration.names)
      if isTest { tests.insert(file.path) }
      if declaration.isUsedUnnamed { spread(through: file.target, withTests: !throughFeatures) }
    }
  }

  private mutating func addFeaturesInDoubt() {
    let declarations = package.files.values.flatMap { file in
      file.declarations.map { (isTest: package.isTest(file.target), declaration: $0) }
    }
    add(declarations.filter { !$0.isTest }.map(\.declaration), namedFrom: namesOfFeatures)
    for path in tests { namesOfTests.formUnion(package.files[path]?.mentionedNames ?? []) }
    if namesOfTests.isEmpty { return }
    add(declarations.map(\.declaration), namedFrom: namesOfTests, orUnnamed: true)
  }

  /// Adds the declarations that some names mean, those that these name, and so on.
  private mutating func add(
    _ declarations: [SourceFile.Declaration], namedFrom names: Set<String>, orUnnamed: Bool = false
  ) {
    var index = DeclarationIndex<SourceFile.Declaration>()
    for declaration in declarations {
      index.add(
        declaration, declaring: declaration.names, mentioning: declaration.mentionedNames)
    }
    for declaration in index.declaring(names, or: { orUnnamed && $0.isUsedUnnamed }) {
      typesInDoubt.formUnion(declaration.types)
    }
  }
}
