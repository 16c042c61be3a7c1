import TestEvents
import Foundation

/// The sources of a package with a switch for each of their mutants.
package protocol SwitchedSources {
  var mutants: [SourceMutant] { get }

  /// The sources that have switches, by their paths in the package.
  var contents: [String: Data] { get }

  /// What the tests have come to.
  ///
  /// - Parameter facts: What they have written to the ledger, which knows where they stand.
  func sightings(in records: [MutationRecord], _ facts: [LedgerFact]) -> [MutantSighting]
}
