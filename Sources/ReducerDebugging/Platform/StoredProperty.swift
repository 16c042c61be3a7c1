/// Calls a closure with the name and the key path of each stored property of a type.
///
/// A property without a key path is omitted, such as a closure or a weak property. If the standard library's key paths
/// don't work as expected, all properties are omitted: see ``StoredPropertyCheck``.
package func forEachStoredProperty<Record>(
  of type: Record.Type, _ body: (_ name: String, PartialKeyPath<Record>) -> Void
) {
  if StoredPropertyCheck.isPassed { walkStoredProperties(of: type, body) }
}

private func walkStoredProperties<Record>(
  of type: Record.Type, _ body: (_ name: String, PartialKeyPath<Record>) -> Void
) {
  // `ignoreUnknown`
  var options: UInt32 = 1 << 1
  _ = _forEachField(of: type, options: &options) { name, keyPath in
    body(String(cString: name), keyPath)
    return true
  }
}

// The function is declared by its symbol, because the library's SPI can't be imported on Apple
// platforms, and all platforms must run the tested code. The options are a type that the library
// may change, so they are passed by their address.
@_silgen_name(
  "$ss24_forEachFieldWithKeyPath2of7options4bodySbxm_s01_bC7OptionsVSbSPys4Int8VG_s07PartialeF0CyxGtXEtlF"
)
private func _forEachField<Record>(
  of type: Record.Type, options: UnsafePointer<UInt32>,
  body: (UnsafePointer<CChar>, PartialKeyPath<Record>) -> Bool
) -> Bool

/// Whether the standard library's key paths of stored properties work as expected. This is checked once, with
/// a type of this package.
package enum StoredPropertyCheck {
  package static let isPassed = passes(walkStoredProperties)

  /// The message about a failed check.
  package static let failure =
    "The standard library here has no key paths of stored properties, so a field can be restored only if "
    + "nothing else changed around it."

  package struct Sample<Value> {
    package var number = 1
    package let constant = 2
    private var text = "a"
    weak var object: AnyObject?
    package var value: Value
    package var call: () -> Void = {}

    package init(_ value: Value) { self.value = value }

    fileprivate func isEqual(_ number: Int, _ text: String, _ value: Value) -> Bool
    where Value: Equatable {
      self.number == number && constant == 2 && self.text == text && self.value == value
    }
  }

  /// Reads and writes a sample through the key paths that a walk returns.
  package static func passes(
    _ walk: (Sample<Int8>.Type, (String, PartialKeyPath<Sample<Int8>>) -> Void) -> Void
  ) -> Bool {
    var sample = Sample<Int8>(3)
    var names: [String] = []
    walk(Sample<Int8>.self) { name, keyPath in
      names.append(name)
      switch keyPath {
      case let keyPath as WritableKeyPath<Sample<Int8>, Int>: sample[keyPath: keyPath] += 10
      case let keyPath as WritableKeyPath<Sample<Int8>, String>: sample[keyPath: keyPath] += "b"
      case let keyPath as WritableKeyPath<Sample<Int8>, Int8>: sample[keyPath: keyPath] += 10
      default: break
      }
    }
    return Set(["number", "constant", "text", "value"]).isSubset(of: names)
      && sample.isEqual(11, "ab", 13)
  }
}
