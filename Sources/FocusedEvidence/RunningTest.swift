import Core
import FocusedTestStore
import Foundation
import TestEvents
import Testing

/// The running test, if its framework reports it.
package enum RunningTest: Hashable {
  case known(LedgerTest)
  /// An XCTest that began before it was observed, such as the first one of a process. Its name becomes known
  /// when it ends.
  case namedAtEnd
  /// No framework reports a running test.
  case none

  var known: LedgerTest? { if case .known(let test) = self { test } else { nil } }

  /// - Parameter creation: The line that created the store, if a store requests the test.
  static func current(creating creation: CallSite? = nil) -> RunningTest {
    if let test = Test.current { return .known(LedgerTest.of(test)) }
    switch TestProcess.nameOfXCTest {
    case .some(.some(let name)): return .known(inXCTest(name, creation))
    case .some(.none): return .none
    case .none:
      guard TestProcess.isOfXCTest else { return .none }
      return onlyTest.map { .known(inXCTest($0, creation)) } ?? .namedAtEnd
    }
  }

  /// Tracks the running test, for a store that can serve several tests.
  struct Follower {
    /// The running test. If no test is running, as at a store's end, the last one.
    private(set) var test: RunningTest?

    /// Reads the running test, and returns whether it differs from the previous one.
    ///
    /// - Parameter creation: The line that created the store.
    mutating func changes(creating creation: CallSite) -> Bool {
      let new = RunningTest.current(creating: creation)
      if new == test || new == .none && test != nil { return false }
      test = new
      return true
    }
  }

  /// The only test of the process, if `swift test --parallel` runs it: `AppTests.ProfileTests/testSaving`.
  private static let onlyTest: String? = {
    let names = ProcessInfo.processInfo.arguments.dropFirst().filter { $0.contains("/") }
    guard names.count == 1 else { return nil }
    return names.first?.wholeMatch(of: /\w+\.[\w.]+\/\w+/).map { String($0.output) }
  }()

  /// The first line that created a store in each XCTest, because XCTest doesn't report the location of a
  /// test.
  private static let firstLines = Lock<[String: LedgerTest]>([:])

  static func inXCTest(_ name: String, _ creation: CallSite? = nil) -> LedgerTest {
    firstLines.withLock { tests in
      if let test = tests[name] { return test }
      guard let creation else { return LedgerTest(name: name, file: "", line: 0) }
      let test = LedgerTest(name: name, location: LedgerLocation(creation))
      tests[name] = test
      return test
    }
  }
}

extension LedgerTest {
  private static let known = Lock<[Test.ID: LedgerTest]>([:])

  /// The test, with a name that is created only once.
  fileprivate static func of(_ test: Test) -> LedgerTest {
    known.withLock { known in
      if let test = known[test.id] { return test }
      let new = LedgerTest(test)
      known[test.id] = new
      return new
    }
  }

  /// Uses the name for `swift test --filter`: the ID of the test without its line.
  private init(_ test: Test) {
    let location = test.sourceLocation
    let id = String(describing: test.id)
    let place = "/\(location.fileName):\(location.line):\(location.column)"
    self.init(
      name: id.hasSuffix(place) ? String(id.dropLast(place.count)) : id,
      file: location.fileID, line: location.line)
  }
}

/// The test that runs before XCTest reports its name: the first one of a process.
enum UnnamedTest {
  private static let waiting = Lock<[@Sendable (String?) -> Void]>([])

  /// Calls a closure with the name once it is known, or with `nil` if the process ends before.
  static func whenNamed(_ use: @escaping @Sendable (_ name: String?) -> Void) {
    waiting.withLock { $0.append(use) }
    ProcessEnd.observe()
  }

  static func isNamed(_ name: String?) {
    let uses = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for use in uses { use(name) }
  }
}
