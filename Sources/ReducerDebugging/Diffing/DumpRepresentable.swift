/// A value that shows another value in its place when a failure message prints it.
///
/// Conform a type whose stored properties do not help a reader: a wrapper, a cache, a handle. Dumps, diffs
/// and lists of changed fields then show `dumpValue`, and never the type's own fields. Values are still
/// compared by their own `==`.
///
/// ```swift
/// struct Money: Equatable, DumpRepresentable {
///   var cents: Int
///   var dumpValue: Any { "\(cents / 100) €" }
/// }
/// ```
public protocol DumpRepresentable {
  /// The value to print in place of this one.
  ///
  /// It is read on the thread that prints the message, and only for values that a message shows.
  var dumpValue: Any { get }
}
