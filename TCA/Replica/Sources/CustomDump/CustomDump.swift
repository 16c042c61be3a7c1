/// A value that is a reference to two other values.
public protocol _CustomDiffObject {
  var _customDiffValues: (Any, Any) { get }
  var _objectIdentifier: ObjectIdentifier { get }
}
