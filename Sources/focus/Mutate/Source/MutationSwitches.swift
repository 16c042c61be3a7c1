/// The functions that switch source mutants on and off. `focus` adds them to one file of each mutated module.
///
/// They follow the last line of a file, so that no line of the package moves.
package struct MutationSwitches {
  /// The import that makes the library's types available in the file: `import Core`.
  package let libraryImport: String

  /// Text before the first token of the file.
  package var imports: String { "@_spi(SourceMutants) \(libraryImport); " }

  /// Text after the last line of the file.
  package var code: String { "\n" + Self.functions + "\n" }

  // The functions aren't `@usableFromInline`. Mutants in inlinable code therefore don't compile, and count as
  // dropped.
  private static let functions = """
    nonisolated func _isMutated(_ mutant: Int) -> Bool {
      _sourceMutant(among: mutant..<mutant + 1) != nil
    }

    nonisolated func _mutated(
      _ mutant: Int, condition: @autoclosure () throws -> Bool
    ) rethrows -> Bool {
      switch _sourceMutant(among: mutant..<mutant + 3).map({ $0 - mutant }) {
      case nil: try condition()
      case 0: try !condition()
      case 1: true
      default: false
      }
    }

    nonisolated func _mutated(
      _ mutant: Int, term: @autoclosure () throws -> Bool, as value: Bool
    ) rethrows -> Bool {
      if _isMutated(mutant) { return value }
      return try term()
    }

    nonisolated func _mutated<T: Comparable>(
      _ mutant: Int, _ a: T, _ relation: _MutatedRelation, _ b: T
    ) -> Bool {
      let isMutated = _isMutated(mutant)
      return switch relation {
      case .less: isMutated ? a <= b : a < b
      case .lessOrEqual: isMutated ? a < b : a <= b
      case .more: isMutated ? a >= b : a > b
      case .moreOrEqual: isMutated ? a > b : a >= b
      }
    }

    nonisolated enum _MutatedRelation { case less, lessOrEqual, more, moreOrEqual }

    nonisolated func _mutated<T: Numeric>(_ mutant: Int, number: T) -> T {
      _isMutated(mutant) ? number + 1 : number
    }
    """
}
