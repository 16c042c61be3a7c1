import Core
import Foundation
import SourceReading

/// The Swift files that a process has read, each once.
enum SourceFiles {
  private static let files = Lock<[String: SwiftSource]>([:])
  private static let areCurrent = Lock<[String: Bool]>([:])

  /// The source of a file; empty if it is not at hand.
  static func source(of path: String) -> SwiftSource {
    if let known = files.withLock({ $0[path] }) { return known }
    let source = SwiftSource((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
    files.withLock { $0[path] = source }
    return source
  }

  static func source(at callSite: CallSite) -> SwiftSource {
    source(of: callSite.filePath.description)
  }

  /// The sources of the other Swift files in the folder of one, as far as they are those of the program that runs.
  static func besides(_ path: String) -> [SwiftSource] {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { $0.hasSuffix(".swift") }
      .map { folder.appendingPathComponent($0).path }
      .filter { $0 != path && isCurrent($0) }.map { source(of: $0) }
  }

  /// The case that a `receive(case: { .loaded($0) })` names.
  ///
  /// A closure tells its case only when it is called with a payload. Where none is to be had, its source is
  /// all there is.
  static func caseName(at callSite: CallSite) -> String? {
    let source = source(at: callSite)
    return source.call(at: callSite).flatMap { source.caseName(in: $0.arguments) }
  }

  /// What a call is made on: `store`, `edit`.
  static func receiver(at callSite: CallSite) -> String? {
    let source = source(at: callSite)
    return source.call(at: callSite).flatMap { source.receiver(of: $0) }
  }

  /// The assignments of a call's closure that compute one of these fields from itself up to a limit, such as
  /// `$0.count = min(9, $0.count + 1)`, as assignments of the fields' actual values.
  static func limited(_ mismatches: [FieldMismatch], at callSite: CallSite) -> [String] {
    let source = source(at: callSite)
    guard isCurrent(callSite.filePath.description),
      let range = source.call(at: callSite)?.closure
    else { return [] }
    let closure = AssertClosure(range, in: source)
    return closure.statements.compactMap { statement in
      guard let limited = LimitedAssignment(statement.tokens, in: source) else { return nil }
      let path = limited.target.replacing("?", with: "")
      let mismatch = mismatches.first { path == "\(closure.parameter).\($0.path)" }
      guard let mismatch, limited.mayReach("\(mismatch.expected)") else { return nil }
      let literal = SourceLiteral(mismatch.actual)
      return literal.isPasteable ? "\(limited.target) = \(literal.text)" : nil
    }
  }

  /// Whether the source is that of the program that runs. In a file that was edited since, a line may have
  /// another closure now, and what that compares is not compared. Each file is asked once, because what is known
  /// of its source stays.
  static func isCurrent(_ path: String) -> Bool {
    if let known = areCurrent.withLock({ $0[path] }) { return known }
    var isCurrent = true
    if let program = dateOfProgram, let date = modificationDate(of: path) {
      isCurrent = date <= program
    }
    areCurrent.withLock { $0[path] = isCurrent }
    return isCurrent
  }

  /// When the tests were linked, or else when they began to run.
  private static let dateOfProgram: Date? = {
    // The tests' program, or on Darwin the binary in their bundle, has this class.
    Bundle(for: StoreScope.self).executablePath.flatMap { modificationDate(of: $0) } ?? Date()
  }()

  private static func modificationDate(of path: String) -> Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date
  }
}

extension SwiftSource {
  /// The call of a store or of a part, whose line a test has passed on.
  func call(at callSite: CallSite) -> MethodCall? {
    call(atLine: Int(callSite.line), column: Int(callSite.column))
  }
}
