import Core
import FocusedTestStore

/// Says which mutant of the source is on in the running test. Core looks for it by its name.
///
/// It asks the test framework, not the store: a mutant is on in all that runs for its test, as it would be if
/// the source had it, also where the test calls a feature's code by itself.
package final class SourceMutantSwitch: DiscoverableMutantSwitch {
  package static func mutant(among mutants: Range<Int>) -> Int? {
    guard let run = MutantRun.current, run.isOfSource else { return nil }
    TestProcess.observe()
    return run.mutant(among: mutants)
  }
}
