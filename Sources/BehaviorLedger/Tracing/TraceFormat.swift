/// What a trace is on disk: the article FileFormats has it.
package enum TraceFormat {
  /// The version of the format that this package writes and reads.
  package static let version = 1

  /// The first line of each process, line feed included.
  package static var header: String { "{\"trace\":\(version)}\n" }
}
