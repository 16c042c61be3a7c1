import BehaviorLedger
import Core
import Foundation

#if canImport(Testing)
  import Testing
#endif

/// The test that is running, as far as its framework tells.
package enum RunningTest: Hashable {
  case known(LedgerTest)
  /// A test of XCTest that has begun before anything observed it, such as the first one of a process. Its
  /// name is known when it ends.
  case namedAtEnd
  /// No framework says that a test is running.
  case none

  var known: LedgerTest? { if case .known(let test) = self { test } else { nil } }

  /// - Parameter creation: The line that created the store that asks, if one does.
  package static func current(creating creation: CallSite? = nil) -> RunningTest {
    #if canImport(Testing)
      if let test = Test.current { return .known(LedgerTest.of(test)) }
    #endif
    #if canImport(XCTest)
      switch TestCaseObserver.shared.runningTest {
      case .some(.some(let name)): return .known(inXCTest(name, creation))
      case .some(.none): return .none
      case .none:
        guard TestProcess.isOfXCTest else { return .none }
        return onlyTest.map { .known(inXCTest($0, creation)) } ?? .namedAtEnd
      }
    #else
      return .none
    #endif
  }

  /// What tells the running test from others: where it stands in Swift Testing, where its name takes
  /// microseconds to make, and its name in XCTest.
  struct Mark {
    #if canImport(Testing)
      private let location = Test.current?.sourceLocation
    #endif
    #if canImport(XCTest)
      private let name = TestCaseObserver.shared.runningTest ?? nil
    #endif

    /// Whether the same test is running.
    var isOfCurrentTest: Bool {
      #if canImport(Testing)
        if let current = Test.current?.sourceLocation { return current == location }
        if location != nil { return false }
      #endif
      #if canImport(XCTest)
        return name != nil && name == TestCaseObserver.shared.runningTest
      #else
        return false
      #endif
    }
  }

  /// Follows which test is running, for a store that can serve several.
  struct Follower {
    /// The test that is running; once none is, the last one that was, as at a store's end.
    private(set) var test: RunningTest?
    private var mark = Mark()

    /// Looks which test is running, and returns whether it is another one than before.
    ///
    /// - Parameter creation: The line that created the store.
    mutating func changes(creating creation: CallSite) -> Bool {
      if test != nil, mark.isOfCurrentTest { return false }
      mark = Mark()
      let new = RunningTest.current(creating: creation)
      if case .none = new, test != nil { return false }
      guard new != test else { return false }
      test = new
      return true
    }
  }

  #if canImport(XCTest)
    /// The only test of the process, as `swift test --parallel` runs them: `AppTests.ProfileTests/testSaving`.
    private static let onlyTest: String? = {
      let names = ProcessInfo.processInfo.arguments.dropFirst().filter { $0.contains("/") }
      guard names.count == 1 else { return nil }
      return names.first?.wholeMatch(of: /\w+\.[\w.]+\/\w+/).map { String($0.output) }
    }()
  #endif

  /// The first line that created a store in each test of XCTest, which does not say where a test stands.
  private static let firstLines = Lock<[String: LedgerTest]>([:])

  static func inXCTest(_ name: String, _ creation: CallSite?) -> LedgerTest {
    firstLines.withLock { tests in
      if let test = tests[name] { return test }
      guard let creation else { return LedgerTest(name: name, file: "", line: 0) }
      let test = LedgerTest(name: name, location: LedgerLocation(creation))
      tests[name] = test
      return test
    }
  }

  /// A test of which only the line of its store is known.
  static func unknown(_ creation: CallSite) -> LedgerTest {
    let location = LedgerLocation(creation)
    return LedgerTest(name: location.description, location: location)
  }
}

extension LedgerLocation {
  init(_ callSite: CallSite) {
    self.init(file: callSite.fileID.description, line: Int(callSite.line))
  }
}

#if canImport(Testing)
  extension LedgerTest {
    private static let known = Lock<[Test.ID: LedgerTest]>([:])

    /// The same, with its name made once.
    fileprivate static func of(_ test: Test) -> LedgerTest {
      known.withLock { known in
        if let test = known[test.id] { return test }
        let new = LedgerTest(test)
        known[test.id] = new
        return new
      }
    }

    /// Under the name that `swift test --filter` takes: the id of the test without its line.
    private init(_ test: Test) {
      let location = test.sourceLocation
      let id = String(describing: test.id)
      let place = "/\(location.fileName):\(location.line):\(location.column)"
      self.init(
        name: id.hasSuffix(place) ? String(id.dropLast(place.count)) : id,
        file: location.fileID, line: location.line)
    }
  }
#endif
