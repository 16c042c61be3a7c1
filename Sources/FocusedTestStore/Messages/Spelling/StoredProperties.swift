import ReducerDebugging

/// The stored properties of a record that source code may assign.
///
/// Mirrors do not distinguish a constant from a variable, and the standard library's key paths do. A private
/// property is recognized only if its type is private.
enum StoredProperties {
  static func isAssignable(_ name: String, of record: ValueStructure.Composite, holding value: Any)
    -> Bool
  {
    guard case .record(_, isCustom: false) = record.kind else { return false }
    let isPrivate = isPrivate(type(of: value)) && !isPrivate(record.type)
    return !isPrivate && isVariable(name, of: record.type)
  }

  private static func isPrivate(_ type: Any.Type) -> Bool {
    String(reflecting: type).contains("(unknown context at ")
  }

  private static func isVariable<Record>(_ name: String, of type: Record.Type) -> Bool {
    var isVariable = !StoredPropertyCheck.isPassed
    forEachStoredProperty(of: type) { field, keyPath in
      func isWritable<Value>(_: Value.Type) -> Bool { keyPath is WritableKeyPath<Record, Value> }
      guard field == name else { return }
      let valueType = Swift.type(of: keyPath).valueType
      isVariable = isWritable(valueType)
    }
    return isVariable
  }
}
