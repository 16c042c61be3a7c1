import TestEvents
import SourceReading

/// The mutants of a package's features, and the switches for them.
package struct FoundMutants {
  /// A location, with the number of its first mutant.
  package struct Place {
    package let number: Int
    /// The index of the location's module.
    package let module: Int
    package let place: FeatureCode.Place
    package let mutants: [SourceMutant]
  }

  package private(set) var places: [Place] = []
  package private(set) var features: Set<String> = []
  /// For each module, the module that it can import to use the library's types.
  package private(set) var libraries: [String] = []

  /// - Parameter modules: The sources of each module, by their paths in the package.
  package init(_ modules: [[String: SwiftSource]]) {
    var number = 1
    let protocols = Self.protocols(of: modules)
    for (module, sources) in modules.enumerated() {
      let code = FeatureCode(sources, protocols: protocols)
      features.formUnion(code.features)
      for place in code.places {
        guard let source = sources[place.path] else { continue }
        let mutants = place.site.faults.enumerated().map { offset, fault in
          SourceMutant(fault, number: number + offset, of: place, in: source)
        }
        places.append(Place(number: number, module: module, place: place, mutants: mutants))
        number += mutants.count
      }
      libraries.append(Self.library(of: sources))
    }
  }

  /// The protocols whose conforming types are features: the library's, and those of the package that refine them.
  private static func protocols(of modules: [[String: SwiftSource]]) -> Set<String> {
    var names: Set = ["Reducer", "ReducerOf"]
    let own = modules.flatMap(\.values).flatMap { source in
      source.declarations().filter { $0.keyword == "protocol" }
        .map { (name: $0.name, words: Set($0.signature.map(source.text))) }
    }
    for _ in own { names.formUnion(own.filter { !$0.words.isDisjoint(with: names) }.map(\.name)) }
    return names
  }

  /// Possible names of the library's module. In a package with another `Core` module, it has a different name.
  private static let modules = ["ReducerCore", "Core", "FocusedTestStore"]

  private static func library(of sources: [String: SwiftSource]) -> String {
    func imports(_ source: SwiftSource) -> Set<String> {
      Set(
        source.declarations().filter { $0.keyword == "import" }
          .compactMap { $0.name.split(separator: ".").first.map(String.init) })
    }
    let all = sources.values.reduce(into: Set<String>()) { $0.formUnion(imports($1)) }
    // Another module may export the library. All files that use the library's types then import that module.
    let naming = sources.values.filter {
      !$0.names.isDisjoint(with: ["Reducer", "ReducerOf", "Effect"])
    }
    let common = naming.map(imports).reduce(nil as Set<String>?) { $0?.intersection($1) ?? $1 }
    return modules.first(where: all.contains) ?? common?.min() ?? "Core"
  }
}

extension SourceMutant {
  fileprivate init(
    _ fault: MutationSite.Fault, number: Int, of place: FeatureCode.Place, in source: SwiftSource
  ) {
    let (start, end) = (
      source.position(of: fault.range.lowerBound), source.position(of: fault.range.upperBound)
    )
    let (before, after) = source.lines(replacing: fault.range, with: fault.replacement)
    self.init(
      number: number, feature: place.feature, file: place.path, line: start.line,
      column: start.column, lastLine: end.line, lastColumn: end.column,
      operator: fault.operator.rawValue, replacement: fault.replacement, before: before,
      after: after)
  }
}
