import TestEvents
import Foundation

/// The sources of a package with a switch for each of their mutants.
package protocol SwitchedSources {
  var mutants: [SourceMutant] { get }

  /// The sources that have switches, by their paths in the package.
  var contents: [String: Data] { get }

  /// The mutants that the tests have reached.
  ///
  /// - Parameter facts: Their lines in the ledger, which have their source locations.
  func sightings(in records: [MutationRecord], _ facts: [LedgerFact]) -> [MutantSighting]
}
