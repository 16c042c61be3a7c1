import Foundation

// What `focus mutate --source` writes into its copy of a package, around what it mutates. No package calls
// any of it in its own sources. Without a run of mutants each costs a load and a branch.

/// Whether a mutant of the source is on in the running test.
public func _isMutated(_ mutant: Int) -> Bool {
  SourceMutants.mutant(among: mutant..<mutant + 1) != nil
}

/// A condition that is negated by the first of three mutants, always met with the next, and never with the last.
public func _mutated(_ mutant: Int, condition: @autoclosure () throws -> Bool) rethrows -> Bool {
  switch SourceMutants.mutant(among: mutant..<mutant + 3).map({ $0 - mutant }) {
  case nil: try condition()
  case 0: try !condition()
  case 1: true
  default: false
  }
}

/// A part of a condition that a mutant leaves out.
///
/// - Parameter value: What stands in its place.
public func _mutated(
  _ mutant: Int, term: @autoclosure () throws -> Bool, as value: Bool
) rethrows -> Bool {
  if _isMutated(mutant) { return value }
  return try term()
}

/// A comparison whose border belongs to the other side with a mutant.
public func _mutated<T: Comparable>(
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

public enum _MutatedRelation { case less, lessOrEqual, more, moreOrEqual }

/// A number that is greater by one with a mutant.
public func _mutated<T: Numeric>(_ mutant: Int, number: T) -> T {
  _isMutated(mutant) ? number + 1 : number
}

extension Effect {
  /// The effect, which cannot be cancelled with a mutant.
  public func _cancellable(
    mutant: Int, id: some Hashable & Sendable, cancelInFlight: Bool = false
  ) -> Effect {
    _isMutated(mutant) ? self : cancellable(id: id, cancelInFlight: cancelInFlight)
  }
}

/// Asks the tests which mutants are on.
package enum SourceMutants {
  /// The class of `FocusedTestStore` that knows. Looked for by name, as ``Issues/testReporterName`` is.
  package static let switchName = "FocusedTestStore.SourceMutantSwitch"

  private static let known =
    NSClassFromString(switchName) as? any DiscoverableMutantSwitch.Type

  fileprivate static func mutant(among mutants: Range<Int>) -> Int? {
    known?.mutant(among: mutants)
  }
}

/// A switch of mutants that is found by its name.
package protocol DiscoverableMutantSwitch: AnyObject, SendableMetatype {
  /// The mutant that is on in the running test, if it is one of some at the same place. Notes that the test has
  /// come to them.
  static func mutant(among mutants: Range<Int>) -> Int?
}
