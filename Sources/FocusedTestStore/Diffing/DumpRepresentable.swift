/// A value that shows another value in its place when a failure message prints it.
///
/// Conform a type whose stored properties are noise to a reader: a wrapper, a cache, a handle. Dumps,
/// diffs and lists of changed fields then look at `dumpValue` and never at the type itself. Whether
/// two values are equal is still up to their own `==`.
///
/// ```swift
/// struct Money: Equatable, DumpRepresentable {
///   var cents: Int
///   var dumpValue: Any { "\(cents / 100) €" }
/// }
/// ```
public protocol DumpRepresentable {
  /// What is printed in place of this value.
  ///
  /// Read on whatever thread prints the message, and only for values that a message shows.
  var dumpValue: Any { get }
}
