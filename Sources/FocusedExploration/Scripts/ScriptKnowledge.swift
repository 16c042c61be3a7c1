import Core
import FocusedTestStore

/// How often each option has been taken in each state, by all action sequences of a test.
///
/// Random sequences prefer the options that have been taken least.
final class ScriptKnowledge: Sendable {
  /// No more pairs of a state and an option than these are counted.
  private static let limit = 100_000

  /// The script that runs, on disk, once the test has explored.
  var file: ScriptFile? {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }

  /// The names of the options that were offered and of those that were taken, if the test asks for a note.
  private let names = Lock((offered: [String](), taken: Set<String>()))

  func note(offered: [String]) {
    names.withLock { names in
      for name in offered where !names.offered.contains(name) { names.offered.append(name) }
    }
  }

  func note(taken name: String) { names.withLock { _ = $0.taken.insert(name) } }

  /// Whether notes are asked for.
  var isAskedFor: Bool { names.withLock { !$0.offered.isEmpty } }

  /// The options that were offered and never taken, in the order in which they were offered first.
  var neverTaken: [String] {
    names.withLock { names in names.offered.filter { !names.taken.contains($0) } }
  }

  private let kept = Lock<ScriptFile?>(nil)
  private let counts = Lock<[UInt64: UInt16]>([:])

  /// One of the options that have been taken least in a state, from 1.
  func pick(among count: Int, in state: UInt64, by random: UInt64) -> Int {
    counts.withLock { counts in
      func key(_ option: Int) -> UInt64 {
        var key = StableHash(state)
        key.combine(UInt64(option))
        return key.value
      }
      // Of thousands of options, some are looked at.
      let start = Int(random % UInt64(count))
      var best = (option: start, count: UInt16.max)
      for offset in 0..<min(count, 16) {
        let option = (start + offset) % count
        let taken = counts[key(option)] ?? 0
        if taken < best.count { best = (option, taken) }
        if taken == 0 { break }
      }
      if best.count > 0 || counts.count < Self.limit {
        counts[key(best.option), default: 0] &+= 1
      }
      return best.option + 1
    }
  }
}
