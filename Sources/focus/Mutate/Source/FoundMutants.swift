import BehaviorLedger
import SourceReading

/// The mutants of a package's features, and the switches for them.
package struct FoundMutants {
  /// A place, and the number of its first mutant.
  package struct Place {
    package let number: Int
    package let place: FeatureCode.Place
    package let mutants: [SourceMutant]
  }

  package private(set) var places: [Place] = []
  package private(set) var features: Set<String> = []
  /// What makes the library known to the features' files, by the paths of those that lack it.
  package private(set) var imports: [String: Set<String>] = [:]

  /// - Parameter modules: The sources of each module, by their paths in the package.
  package init(_ modules: [[String: SwiftSource]]) {
    var number = 1
    let protocols = Self.protocols(of: modules)
    for sources in modules {
      let code = FeatureCode(sources, protocols: protocols)
      features.formUnion(code.features)
      for place in code.places {
        guard let source = sources[place.path] else { continue }
        let mutants = place.site.faults.enumerated().map { offset, fault in
          SourceMutant(fault, number: number + offset, of: place, in: source)
        }
        places.append(Place(number: number, place: place, mutants: mutants))
        number += mutants.count
      }
      addImports(of: Set(code.places.map(\.path)), in: sources)
    }
  }

  /// The protocols that make a type a feature.
  private static func protocols(of modules: [[String: SwiftSource]]) -> Set<String> {
    var names: Set = ["Reducer", "ReducerOf"]
    let own = modules.flatMap(\.values).flatMap { source in
      source.declarations().filter { $0.keyword == "protocol" }
        .map { (name: $0.name, words: Set($0.signature.map(source.text))) }
    }
    for _ in own { names.formUnion(own.filter { !$0.words.isDisjoint(with: names) }.map(\.name)) }
    return names
  }

  /// The names of the library's module: a package that has a `Core` of its own gives it another one.
  private static let modules = ["ReducerCore", "Core", "FocusedTestStore"]

  private mutating func addImports(of paths: Set<String>, in sources: [String: SwiftSource]) {
    func imports(_ source: SwiftSource) -> Set<String> {
      Set(
        source.declarations().filter { $0.keyword == "import" }
          .compactMap { $0.name.split(separator: ".").first.map(String.init) })
    }
    let all = sources.values.reduce(into: Set<String>()) { $0.formUnion(imports($1)) }
    // Another module may hand it on, which all files import then that name what is in it.
    let naming = sources.values.filter {
      !$0.names.isDisjoint(with: ["Reducer", "ReducerOf", "Effect"])
    }
    let common = naming.map(imports).reduce(nil as Set<String>?) { $0?.intersection($1) ?? $1 }
    let needed = Self.modules.first(where: all.contains).map { [$0] } ?? common ?? []
    for path in paths {
      guard let source = sources[path] else { continue }
      // `import struct Core.Effect` makes nothing else known.
      let whole = source.declarations().filter { $0.keyword == "import" }.map(\.name)
      self.imports[path] = needed.subtracting(whole)
    }
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
