import Core
import FocusedTestStore

/// The data that the runs of an exploration share: the file of the running action sequence, and how often each option has been
/// taken in each state. Random sequences prefer the options that have been taken least.
package final class ExplorationRecord: Sendable {
  /// The file of the running action sequence, if the test has explored.
  var file: ActionSequenceFile? {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }

  private let kept = Lock<ActionSequenceFile?>(nil)
  private let counts = Lock<[UInt64: UInt16]>([:])

  /// Returns one of the options that have been taken least in a state. Options are numbered from 1.
  func pick(among count: Int, in state: UInt64, by random: UInt64) -> Int {
    counts.withLock { counts in
      func key(_ option: Int) -> UInt64 {
        var key = StableHash(state)
        key.combine(UInt64(option))
        return key.value
      }
      // If there are thousands of options, compares only some of them.
      let start = Int(random % UInt64(count))
      var best = (option: start, count: UInt16.max)
      for offset in 0..<min(count, 16) {
        let option = (start + offset) % count
        let taken = counts[key(option)] ?? 0
        if taken < best.count { best = (option, taken) }
        if taken == 0 { break }
      }
      counts[key(best.option), default: 0] &+= 1
      return best.option + 1
    }
  }
}
