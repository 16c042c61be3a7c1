import FocusedTestStore

import TestEvents
import Foundation

/// The run of the tests that this process belongs to: what one `swift test` started.
///
/// `swift test` starts a process for each framework and, with `--parallel`, for each test of XCTest. They have the
/// same parent. A process that a test starts inherits `FOCUSED_RUN`. A process whose parent started no tests, as
/// under Xcode, is a run of its own unless `FOCUSED_RUN` names one.
package enum TestRun {
  /// The run's id in the ledger. The first use sets `FOCUSED_RUN` for the processes that this one starts.
  package static let ofProcess: String = {
    let name = EnvironmentVariable.run.value ?? Self.name(ofChildOf: getppid())
    setenv(EnvironmentVariable.run.rawValue, name, 1)
    return id(name)
  }()

  package static func id(_ text: String) -> String { StableHash.digits(of: text, count: 10) }

  /// The name of the run that all processes with one parent belong to.
  package static func name(ofChildOf parent: Int32) -> String {
    // The system's first process adopts the children of others.
    guard parent > 1 else { return UUID().uuidString }
    return "\(host) \(parent)"
  }

  // `ProcessInfo.hostName` asks the network.
  private static let host: String = {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()
}
