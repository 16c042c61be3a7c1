/// The case that an enum is in.
///
/// Cases that differ in their labels alone, `a(x:)` and `a(y:)`, share a name. Their payloads differ in type.
package struct CaseName: Hashable, Sendable {
  /// What reads the case of a value.
  package enum Reader: Sendable {
    /// The runtime, which takes a fifth of the time that a mirror takes.
    case runtime
    /// A mirror, where the runtime doesn't have the function.
    case mirror
  }

  /// The reader of this process. Tests set the other one.
  @TaskLocal package static var reader: Reader = EnumCaseNameFunction.isMissing ? .mirror : .runtime

  /// The case as the source writes it.
  let text: String

  /// `nil` for a value that is no enum, and for an enum of a module without reflection metadata.
  package init?<Value>(of value: Value) {
    let name =
      switch Self.reader {
      case .runtime: EnumCaseNameFunction.name(of: value)
      case .mirror: Self.name(inMirrorOf: value)
      }
    guard let name else { return nil }
    text = name
  }

  private static func name(inMirrorOf value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional where value is any ExpressibleByNilLiteral:
      return mirror.children.isEmpty ? "none" : "some"
    case .enum where !(value is any CustomReflectable):
      if let label = mirror.children.first?.label { return label }
      let describesItself =
        value is any CustomStringConvertible || value is any CustomDebugStringConvertible
        || value is any TextOutputStreamable
      let description = String(describing: value)
      // Without reflection metadata, each case is described by its type.
      return describesItself || description == String(describing: type(of: value))
        ? nil : description
    default:
      return nil
    }
  }
}

/// Runs an operation in which mirrors name cases, as with a runtime that has no function for it. For benchmarks.
@_spi(Benchmarks) public func withCaseNamesOfMirrors<R>(_ operation: () throws -> R) rethrows -> R {
  try CaseName.$reader.withValue(.mirror, operation: operation)
}
