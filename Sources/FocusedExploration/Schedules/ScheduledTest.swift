import Core
import FocusedTestStore
import Testing

/// A test that runs under schedules, as replay strings identify it.
package struct ScheduledTest: Hashable, Sendable {
  /// The file and the name of the test. The name contains no line, because lines change.
  package let name: String

  package init(fileID: String, function: String) {
    self.init(name: "\(fileID) \(function)")
  }

  init(name: String) {
    self.name = name
  }

  package var hash: String { StableHash.digits(of: name, count: 5) }

  /// Creates the test of an exploration. The order of the explorations in a function distinguishes their tests.
  init(function: String, exploredAt callSite: CallSite) {
    let test = Self(fileID: "\(callSite.fileID)", function: function)
    let number = ExplorationNumbers.number(ofExplorationIn: test.name, at: callSite)
    self = test.exploration(number)
  }

  /// One of the explorations of the test. Each call of `withSchedules` is one.
  private func exploration(_ number: Int) -> Self {
    number == 1 ? self : Self(name: "\(name) \(number)")
  }

  /// The exploration that a hash identifies. A call that replays a schedule doesn't know the exploration's number.
  func exploration(withHash hash: String) -> Self? {
    (1...20).lazy.map { exploration($0) }.first { $0.hash == hash }
  }
}

/// The explorations of each function, which replay strings distinguish.
private enum ExplorationNumbers {
  private struct Function: Hashable {
    let test = RunningTestID()
    let name: String
  }

  /// The lines of the explorations in each function, in the order in which a test reached them. A line number would be
  /// no stable ID, because it changes with the lines above.
  private static let lines = Lock<[Function: [UInt]]>([:])

  /// The number of an exploration among the explorations of its function in the running test, beginning at 1.
  static func number(ofExplorationIn function: String, at callSite: CallSite) -> Int {
    let function = Function(name: function)
    return lines.withLock { all in
      var lines = all[function] ?? []
      if !lines.contains(callSite.line) { lines.append(callSite.line) }
      all[function] = lines
      return (lines.firstIndex(of: callSite.line) ?? 0) + 1
    }
  }
}

/// Distinguishes the running test from the other tests of the process.
struct RunningTestID: Hashable {
  private let test = Test.current?.id
  private let testCase = Test.current == nil ? TestProcess.nameOfXCTest : nil
}
