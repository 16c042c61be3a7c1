import Core
import FocusedTestStore
import TestEvents
import Testing

/// The running test.
enum RunningTest {
  /// The running test, if its framework reports it.
  ///
  /// - Parameter creation: The line that created the store, if a store requests the test.
  static func current(creating creation: CallSite? = nil) -> LedgerTest? {
    if let test = Test.current { return LedgerTest.of(test) }
    guard let name = TestProcess.nameOfXCTest ?? nil else { return nil }
    return inXCTest(name, creation)
  }

  /// Tracks the running test, for a store that can serve several tests.
  struct Follower {
    /// The running test. If no test is running, as at a store's end, the last one.
    private(set) var test: LedgerTest?

    /// Reads the running test, and returns whether it differs from the previous one.
    ///
    /// - Parameter creation: The line that created the store.
    mutating func changes(creating creation: CallSite) -> Bool {
      let new = RunningTest.current(creating: creation)
      if new == test || new == nil { return false }
      test = new
      return true
    }
  }

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
