import Foundation

/// Returns the mutant, among the mutants of one place, that is on in the running test.
///
/// `focus mutate --source` calls it in its copy of a package. No package calls it in its own sources.
@_spi(SourceMutants) public func _sourceMutant(among mutants: Range<Int>) -> Int? {
  SourceMutants.known?.mutant(among: mutants)
}

/// Finds the object that knows which mutants are on.
package enum SourceMutants {
  /// The class of `FocusedEvidence` that knows, found by name as ``Issues/testReporterName`` is.
  package static let switchName = "FocusedEvidence.SourceMutantSwitch"

  fileprivate static let known =
    NSClassFromString(switchName) as? any DiscoverableMutantSwitch.Type
}

/// A class that is found by its name and knows which mutants are on.
package protocol DiscoverableMutantSwitch: AnyObject, SendableMetatype {
  /// Returns the mutant that is on in the running test, if it is one of these, and records that the test reached
  /// their place.
  static func mutant(among mutants: Range<Int>) -> Int?
}
