import BehaviorLedger
import Foundation

/// The run of the tests that this process belongs to: what one `swift test` started.
///
/// That starts a process for each framework and, with `--parallel`, for each test of XCTest; a test of what
/// ends a process starts others. They have the same `swift test` above them, which is known by its id and by
/// when it started, because ids come back. What no `swift test` has started, as under Xcode, is a run of its
/// own, with the processes of the same program that it starts. `FOCUSED_RUN` in the environment says
/// otherwise: where it is the same text, it is the same run.
package enum TestRun {
  /// The run's id in the ledger.
  package static let ofProcess: String = {
    if let text = EnvironmentVariable.run.value { return id("FOCUSED_RUN=\(text)") }
    return id(first(above: getpid(), in: SystemProcess.init).map(place) ?? "\(UUID())")
  }()

  package static func id(_ text: String) -> String { StableHash.digits(of: text, count: 10) }

  /// What no other process has, on any machine.
  private static func place(of process: SystemProcess) -> String {
    var host = [CChar](repeating: 0, count: 256)
    gethostname(&host, host.count - 1)
    let name = String(
      decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "\(name) \(SystemProcess.boot) \(process.id) \(process.start)"
  }

  /// The first process of the run that a process belongs to: the outermost `swift test` above it, or else the
  /// outermost of its own program.
  ///
  /// - Parameter process: Looks a process up by its id.
  package static func first(
    above id: Int32, in process: (Int32) -> SystemProcess?
  ) -> SystemProcess? {
    guard let own = process(id) else { return nil }
    var (first, last) = (own, own)
    // Ids that come back while they are looked up may lead in a circle.
    for _ in 0..<64 {
      guard let parent = process(last.parent) else { break }
      // The program behind `swift test` has other names, too.
      let isOfRun = first.id == last.id && parent.name == own.name
      if parent.name.hasPrefix("swift-") || isOfRun { first = parent }
      last = parent
    }
    return first
  }
}

/// A process as the system knows it.
package struct SystemProcess: Hashable, Sendable {
  package let id: Int32
  package let parent: Int32
  package let name: String
  package let start: String

  package init(id: Int32, parent: Int32, name: String, start: String) {
    (self.id, self.parent, self.name, self.start) = (id, parent, name, start)
  }
}

#if os(Linux)
  extension SystemProcess {
    /// What tells the time since the machine started from that of an earlier start.
    static let boot = (try? text(ofFile: "/proc/sys/kernel/random/boot_id")) ?? ""

    package init?(_ id: Int32) {
      // `41 (swift-test) S 7 …`. The name may have spaces and brackets.
      guard let stat = try? Self.text(ofFile: "/proc/\(id)/stat"),
        let start = stat.firstIndex(of: "("), let end = stat.lastIndex(of: ")"), start < end
      else { return nil }
      let fields = stat[stat.index(after: end)...].split(separator: " ")
      guard fields.count > 19, let parent = Int32(fields[1]) else { return nil }
      self.init(
        id: id, parent: parent, name: String(stat[stat.index(after: start)..<end]),
        start: String(fields[19]))
    }

    private static func text(ofFile path: String) throws -> String {
      try String(contentsOfFile: path, encoding: .utf8)
    }
  }
#elseif os(macOS)
  extension SystemProcess {
    static let boot = ""

    package init?(_ id: Int32) {
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var query: [Int32] = [CTL_KERN, KERN_PROC, KERN_PROC_PID, id]
      guard id > 0, sysctl(&query, UInt32(query.count), &info, &size, nil, 0) == 0, size > 0 else {
        return nil
      }
      let name = withUnsafeBytes(of: info.kp_proc.p_comm) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      let start = info.kp_proc.p_un.__p_starttime
      self.init(
        id: id, parent: info.kp_eproc.e_ppid, name: name, start: "\(start.tv_sec).\(start.tv_usec)")
    }
  }
#else
  extension SystemProcess {
    static let boot = ""

    /// Other systems tell nothing of other processes.
    package init?(_: Int32) { nil }
  }
#endif
