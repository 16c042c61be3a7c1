@_spi(SourceMutants) import Core

nonisolated func _isMutated(_ mutant: Int) -> Bool {
  _sourceMutant(among: mutant..<mutant + 1) != nil
}

nonisolated func _mutated(
  _ mutant: Int, _ condition: @autoclosure () throws -> Bool,
  as fault: @autoclosure () throws -> Bool
) rethrows -> Bool {
  try _isMutated(mutant) ? fault() : condition()
}
