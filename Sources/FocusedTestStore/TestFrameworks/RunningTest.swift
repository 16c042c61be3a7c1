import Core
import Foundation

#if canImport(Testing)
  import Testing
#endif

/// A test, with its name and location.
package struct IdentifiedTest: Hashable, Sendable {
  /// The name for `swift test --filter`: `AppTests.ProfileTests/saving()`.
  package let name: String
  /// The test's file as `#fileID`. For XCTest, the file that creates the test's first store; empty if there is no
  /// store.
  package let file: String
  package let line: Int
}

/// The running test, if its framework reports it.
package enum RunningTest: Hashable {
  case known(IdentifiedTest)
  /// An XCTest that began before it was observed, such as the first one of a process. Its name becomes known
  /// when it ends.
  case namedAtEnd
  /// No framework reports a running test.
  case none

  package var known: IdentifiedTest? { if case .known(let test) = self { test } else { nil } }

  /// - Parameter creation: The line that created the store, if a store requests the test.
  package static func current(creating creation: CallSite? = nil) -> RunningTest {
    #if canImport(Testing)
      if let test = Test.current { return .known(IdentifiedTest.of(test)) }
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

  /// The identity of the running test. In Swift Testing, it is the location of the test, because creating its name
  /// takes microseconds. In XCTest, it is the name.
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

  /// Tracks the running test, for a store that can serve several tests.
  package struct Follower {
    /// The running test. If no test is running, as at a store's end, the last one.
    package private(set) var test: RunningTest?
    private var mark = Mark()

    package init() {}

    /// Reads the running test, and returns whether it differs from the previous one.
    ///
    /// - Parameter creation: The line that created the store.
    package mutating func changes(creating creation: CallSite) -> Bool {
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
    /// The only test of the process, if `swift test --parallel` runs it: `AppTests.ProfileTests/testSaving`.
    private static let onlyTest: String? = {
      let names = ProcessInfo.processInfo.arguments.dropFirst().filter { $0.contains("/") }
      guard names.count == 1 else { return nil }
      return names.first?.wholeMatch(of: /\w+\.[\w.]+\/\w+/).map { String($0.output) }
    }()
  #endif

  /// The first line that created a store in each XCTest, because XCTest doesn't report the location of a
  /// test.
  private static let firstLines = Lock<[String: IdentifiedTest]>([:])

  package static func inXCTest(_ name: String, _ creation: CallSite?) -> IdentifiedTest {
    firstLines.withLock { tests in
      if let test = tests[name] { return test }
      guard let creation else { return IdentifiedTest(name: name, file: "", line: 0) }
      let test = IdentifiedTest(
        name: name, file: "\(creation.fileID)", line: Int(creation.line))
      tests[name] = test
      return test
    }
  }
}

#if canImport(Testing)
  extension IdentifiedTest {
    private static let known = Lock<[Test.ID: IdentifiedTest]>([:])

    /// The test, with a name that is created only once.
    fileprivate static func of(_ test: Test) -> IdentifiedTest {
      known.withLock { known in
        if let test = known[test.id] { return test }
        let new = IdentifiedTest(test)
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
#endif

/// The test that runs before XCTest reports its name: the first one of a process.
package enum UnnamedTest {
  private static let waiting = Lock<[@Sendable (String?) -> Void]>([])

  /// Calls a closure with the name once it is known, or with `nil` if the process ends before.
  package static func whenNamed(_ use: @escaping @Sendable (_ name: String?) -> Void) {
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
