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
      _ mutant: Int, _ condition: @autoclosure () throws -> Bool,
      as fault: @autoclosure () throws -> Bool
    ) rethrows -> Bool {
      try _isMutated(mutant) ? fault() : condition()
    }
    """
}
