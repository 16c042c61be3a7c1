import TestEvents
import Foundation
import SourceReading

/// A copy of a package whose features have a switch at each place that can be wrong. It is built once.
package struct MutatedPackage {
  private let package: TestedPackage
  private let copy: PackageCopy
  private let found: FoundMutants
  private let sources: [String: SwiftSource]
  /// The indices of the found locations whose mutants compile.
  private var kept: [Int]

  /// The maximum number of builds. In the second half of them, a file with an error gets no switches at all.
  private static let buildLimit = 8

  /// - Throws: An error if the package has no features, or another command has its copy.
  package init(of package: TestedPackage) throws(ToolError) {
    self.package = package
    copy = try package.copy()
    let modules = package.modules
    sources = modules.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    found = FoundMutants(modules)
    kept = Array(found.places.indices)
    if found.places.isEmpty {
      throw .input(
        found.features.isEmpty
          ? "No feature is declared in \(package.directory). Expected a type that conforms "
            + "to Reducer, outside of test targets."
          : "The features in \(package.directory) contain no code that can be mutated.")
    }
  }

  package var directory: String { copy.directory }

  /// The mutants that the copy contains.
  package var mutants: [SourceMutant] { kept.flatMap { found.places[$0].mutants } }

  /// The mutants that the tests have reached.
  ///
  /// - Parameter facts: The facts of the ledger, which have the tests' locations.
  package func sightings(
    in records: [MutationRecord], _ facts: [LedgerFact]
  ) -> [MutantSighting] {
    let mutants = Dictionary(
      uniqueKeysWithValues: kept.map { (found.places[$0].number, found.places[$0].mutants) })
    var locations: [String: LedgerLocation] = [:]
    for test in facts.map(\.test) {
      locations[test.name] = min(locations[test.name] ?? test.location, test.location)
    }
    for (test, location) in records.flatMap(\.locations) { locations[test] = location }
    let reached = records.reduce(into: [:]) { $0.merge($1.reached) { $0.union($1) } }
    return reached.sorted { $0.key < $1.key }.flatMap { name, places in
      let test = LedgerTest(
        name: name, location: locations[name] ?? LedgerLocation(file: name, line: 0))
      return places.sorted().flatMap { mutants[$0] ?? [] }
        .map { MutantSighting(test: test, mutant: .source($0)) }
    }
  }

  /// The source mutants that are not tried, for the evidence.
  package func summary(
    sightings: [MutantSighting], _ facts: [LedgerFact]
  ) -> MutantEvidence.SourceMutants {
    let seen = Set(sightings.map(\.mutant))
    let kept = Set(kept)
    var summary = MutantEvidence.SourceMutants(
      found: found.places.map(\.mutants.count).reduce(0, +))
    for index in found.places.indices where !kept.contains(index) {
      for mutant in found.places[index].mutants {
        summary.dropped[mutant.operator, default: 0] += 1
      }
    }
    summary.unreached = mutants.filter { !seen.contains(.source($0)) }
    let tests = Set(package.description.testTargets.map(\.name))
    summary.featuresInTests = Set(
      facts.map(\.behavior).filter { tests.contains($0.module) }.map(\.feature)
    ).sorted()
    return summary
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
        mutated.kept.removeAll(where: rejected.contains)
        report(mutated.mutants.count)
        try copy.update(adding: mutated.contents)
        return mutated
      }, blame: { copy, errors, attempt in copy.blamed(by: errors, attempt: attempt) }
    ).written
  }

  /// The locations that may cause some errors. Later attempts blame more locations.
  private func blamed(by errors: [CompilerError], attempt: Int) -> Set<Int> {
    var rejected: Set<Int> = []
    if attempt <= Self.buildLimit / 2 {
      rejected = Set(
        errors.flatMap { blamed(by: $0, isExact: attempt <= Self.buildLimit / 4) })
    }
    if rejected.isEmpty {
      let paths = Set(errors.map(\.path))
      rejected = Set(kept.filter { paths.contains(found.places[$0].path) })
    }
    return rejected
  }

  /// The locations whose switches may cause an error. If `isExact`, this is the innermost switch around the error.
  /// Otherwise, these are the switches on its line, or else the innermost location whose lines contain the error.
  private func blamed(by error: CompilerError, isExact: Bool) -> [Int] {
    guard let source = sources[error.path] else { return [] }
    let ofFile = kept.filter { found.places[$0].path == error.path }
    let switched = switched(source, ofFile)
    if isExact, let order = switched.groups(atLine: error.line, column: error.column).first {
      return [ofFile[order]]
    }
    let onLine = ofFile.filter { index in
      found.places[index].site.places.contains { source.position(of: $0).line == error.line }
    }
    if !onLine.isEmpty { return onLine }
    let around = ofFile.filter { index in
      found.places[index].mutants.contains { $0.line <= error.line && error.line <= $0.lastLine }
    }
    return Array(around.suffix(1))
  }

  /// A file's source with its switches.
  ///
  /// - Parameter indices: The locations in the file that still have switches.
  private func switched(_ source: SwiftSource, _ indices: [Int]) -> EditedSource {
    let places = indices.map { found.places[$0] }
    var switches: MutationSwitches?
    // The file of a module's first location declares the functions that the switches call.
    if let first = indices.first, case let module = found.places[first].module,
      first == kept.first(where: { found.places[$0].module == module })
    {
      switches = MutationSwitches(library: found.libraries[module])
    }
    return source.text(switching: places.map { ($0.number, $0.site) }, adding: switches)
  }

  /// The sources that have switches, by their paths in the package.
  package var contents: [String: Data] {
    let indices = Dictionary(grouping: kept) { found.places[$0].path }
    return indices.reduce(into: [:]) { contents, file in
      contents[file.key] = sources[file.key].map {
        Data(switched($0, file.value).text.utf8)
      }
    }
  }
}
