import TestEvents
import Foundation
import SourceReading

/// A copy of a package whose features have a switch at each place that can be wrong. It is built once.
package struct MutatedPackage {
  private let package: TestedPackage
  private let copy: PackageCopy
  private let found: FoundMutants
  private let sources: [String: SwiftSource]
  /// The found locations whose mutants compile.
  private var kept: [FoundMutants.Place]

  /// The maximum number of builds. In the second half of them, a file with an error gets no switches at all.
  private static let buildLimit = 8

  /// - Throws: An error if the package has no features, or another command has its copy.
  package init(of package: TestedPackage) throws(ToolError) {
    self.package = package
    copy = try package.copy()
    let modules = package.modules
    sources = modules.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    found = FoundMutants(modules)
    kept = found.places
    if found.features.isEmpty {
      throw .input(
        "No feature is declared in \(package.directory). Expected a type that conforms "
          + "to Reducer, outside of test targets.")
    }
  }

  package var directory: String { copy.directory }

  /// The mutants that the copy contains.
  package var mutants: [SourceMutant] { kept.map(\.mutant) }

  /// The mutants that the tests have reached in a run.
  ///
  /// - Parameter facts: The facts of the ledger, which have the tests' locations.
  package func trials(in record: MutationRecord, _ facts: [LedgerFact]) -> [MutantTrial] {
    let mutants = Dictionary(uniqueKeysWithValues: kept.map { ($0.number, $0.mutant) })
    let locations = Dictionary(
      facts.map { ($0.test.name, $0.test.location) }, uniquingKeysWith: min
    ).merging(record.locations) { $1 }
    return record.reached.sorted { $0.key < $1.key }.flatMap { name, places in
      let test = LedgerTest(
        name: name, location: locations[name] ?? LedgerLocation(file: name, line: 0))
      return places.sorted().compactMap { mutants[$0] }
        .map { MutantTrial(of: .source($0), in: test, level: .exercised) }
    }
  }

  /// The source mutants that are not tried, for the evidence.
  package func summary(_ trials: [MutantTrial]) -> MutantEvidence.SourceMutants {
    let seen = Set(trials.map(\.mutant))
    return MutantEvidence.SourceMutants(
      found: found.places.count, dropped: found.places.count - kept.count,
      unreached: mutants.filter { !seen.contains(.source($0)) })
  }
}

// MARK: - Building

extension MutatedPackage {
  /// Builds the copy without the switches that do not compile.
  ///
  /// - Parameter report: Called before each build with the number of mutants in the copy.
  /// - Throws: An error if the package does not build without mutants either.
  package mutating func build(report: (Int) -> Void = { _ in }) throws(ToolError) {
    self = try package.build(
      in: copy.directory, limit: Self.buildLimit, paths: Set(sources.keys),
      write: { rejected throws(ToolError) in
        var mutated = self
        mutated.kept.removeAll { rejected.contains($0.number) }
        report(mutated.mutants.count)
        try copy.update(adding: mutated.contents)
        return mutated
      }, blame: { copy, errors, attempt in copy.blamed(by: errors, attempt: attempt) }
    ).written
  }

  /// The numbers of the locations that may cause some errors: the innermost switch around each error, or the switches on
  /// its line. Later attempts blame all switches of the files.
  private func blamed(by errors: [CompilerError], attempt: Int) -> Set<Int> {
    let isExact = attempt <= Self.buildLimit / 2
    let blamed = isExact ? errors.flatMap(places) : []
    let paths = Set(errors.map(\.path))
    return Set((blamed.isEmpty ? kept.filter { paths.contains($0.path) } : blamed).map(\.number))
  }

  private func places(blamedBy error: CompilerError) -> [FoundMutants.Place] {
    guard let source = sources[error.path] else { return [] }
    let ofFile = kept.filter { $0.path == error.path }
    let groups = switched(source, ofFile).groups(atLine: error.line, column: error.column)
    if let order = groups.first {
      // One condition can have several switches.
      return ofFile.filter { $0.site.range == ofFile[order].site.range }
    }
    return ofFile.filter { place in
      place.site.places.contains { source.position(of: $0).line == error.line }
    }
  }

  /// A file's source with its switches.
  ///
  /// - Parameter places: The locations in the file that still have switches.
  private func switched(_ source: SwiftSource, _ places: [FoundMutants.Place]) -> EditedSource {
    // The file of a module's first location declares the functions that the switches call.
    let module = places.first.flatMap { place in
      place == kept.first { $0.module == place.module } ? place.module : nil
    }
    return source.text(
      switching: places.map { ($0.number, $0.site) },
      adding: module.map { MutationSwitches(libraryImport: found.imports[$0]) })
  }

  /// The sources that have switches, by their paths in the package.
  package var contents: [String: Data] {
    Dictionary(grouping: kept, by: \.path).reduce(into: [:]) { contents, file in
      contents[file.key] = sources[file.key].map { Data(switched($0, file.value).text.utf8) }
    }
  }
}
