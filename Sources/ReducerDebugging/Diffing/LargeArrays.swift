import Core
import Foundation

/// The arrays among the stored properties of a type, which are compared by the bytes of their elements first.
///
/// `==` asks each pair of elements of two arrays that do not share their storage, and in a debug build it
/// does so by way of the type's witness table: 80 µs for 10,000 structs. Two copies of one array differ in a
/// few elements, and the others have the same bytes, so they are equal: that takes 5 µs to find out. It
/// tells no more than sharing the storage does, which `==` takes for equal, too.
package final class LargeArrays<Root> {
  /// The number of elements from which on it is worth it.
  package static var smallest: Int { 64 }

  private let fields: [ArrayField<Root>]

  private init(_ fields: [ArrayField<Root>]) {
    self.fields = fields
  }

  /// Gives a value the large arrays of another one that are equal to its own. `==` then takes no time for
  /// them.
  ///
  /// - Returns: Whether large arrays of the two did not share their storage.
  package func share(with other: Root, in value: inout Root) -> Bool {
    var areApart = false
    for field in fields where field.isApart(value, other) {
      areApart = true
      if field.isEqual(value, other) { field.copy(from: other, to: &value) }
    }
    return areApart
  }

  /// A value with the large arrays of another one. If the two differ all the same, so did the value.
  package func replaced(in value: Root, by other: Root) -> Root {
    var value = value
    for field in fields where field.isApart(value, other) { field.copy(from: other, to: &value) }
    return value
  }

  /// Those of a type; `nil` if there are none.
  ///
  /// - Parameter value: A value of the type. What it holds stands for all values.
  package static func of(_ value: Root) -> LargeArrays? {
    if _isPOD(Root.self) { return nil }
    let id = ObjectIdentifier(Root.self)
    if let known = knownFields.withLock({ $0[id] }) { return known.value as? LargeArrays }
    var fields: [ArrayField<Root>] = []
    collect(from: value, at: \Root.self, depth: 0, into: &fields)
    let found = fields.isEmpty ? nil : LargeArrays(fields)
    let known = RuntimeConfined<AnyObject?>(found)
    knownFields.withLock { $0[id] = known }
    return found
  }

  private static func collect<Record>(
    from record: Record, at path: WritableKeyPath<Root, Record>, depth: Int,
    into fields: inout [ArrayField<Root>]
  ) {
    guard depth < 8, Mirror(reflecting: record).displayStyle == .struct,
      !TypeName.isFromToolchain(Record.self)
    else { return }
    forEachStoredProperty(of: Record.self) { _, keyPath in
      func add<Value>(_: Value.Type) {
        guard fields.count < 32, !_isPOD(Value.self),
          let keyPath = keyPath as? WritableKeyPath<Record, Value>
        else { return }
        let path = path.appending(path: keyPath)
        if let array = Value.self as? any ComparableByBytes.Type {
          if let field = array.field(at: path) { fields.append(field) }
        } else {
          collect(from: record[keyPath: keyPath], at: path, depth: depth + 1, into: &fields)
        }
      }
      _openExistential(type(of: keyPath).valueType, do: add)
    }
  }
}

/// The arrays of all types that have been looked at.
private let knownFields = Lock<[ObjectIdentifier: RuntimeConfined<AnyObject?>]>([:])

/// An array among the stored properties of a type.
private class ArrayField<Root> {
  func isApart(_ lhs: Root, _ rhs: Root) -> Bool { false }
  func isEqual(_ lhs: Root, _ rhs: Root) -> Bool { false }
  func copy(from other: Root, to value: inout Root) {}
}

private final class FieldOfElements<Root, Element: Equatable>: ArrayField<Root> {
  let path: WritableKeyPath<Root, [Element]>

  init(_ path: WritableKeyPath<Root, [Element]>) {
    self.path = path
  }

  override func isApart(_ lhs: Root, _ rhs: Root) -> Bool {
    let (lhs, rhs) = (lhs[keyPath: path], rhs[keyPath: path])
    guard lhs.count >= LargeArrays<Root>.smallest, lhs.count == rhs.count else { return false }
    return lhs.withUnsafeBytes(\.baseAddress) != rhs.withUnsafeBytes(\.baseAddress)
  }

  override func isEqual(_ lhs: Root, _ rhs: Root) -> Bool {
    let (lhs, rhs) = (lhs[keyPath: path], rhs[keyPath: path])
    let differing = lhs.withUnsafeBytes { bytes in
      rhs.withUnsafeBytes { ElementBytes(bytes, $0, count: lhs.count).differing }
    }
    return differing?.allSatisfy { lhs[$0] == rhs[$0] } ?? false
  }

  override func copy(from other: Root, to value: inout Root) {
    value[keyPath: path] = other[keyPath: path]
  }
}

private protocol ComparableByBytes {
  static func field<Root>(at path: PartialKeyPath<Root>) -> ArrayField<Root>?
}

extension Array: ComparableByBytes where Element: Equatable {
  fileprivate static func field<Root>(at path: PartialKeyPath<Root>) -> ArrayField<Root>? {
    // The objects of a class may be in an array of another language.
    if Element.self is AnyObject.Type { return nil }
    guard let path = path as? WritableKeyPath<Root, [Element]> else { return nil }
    return FieldOfElements(path)
  }
}

/// The bytes of two arrays with the same number of elements. No type parameter, because this is what takes
/// the time in a debug build.
private struct ElementBytes {
  /// How many elements may differ in their bytes before the comparison is left to `==`.
  private static let limit = 16
  private static let parts = 16

  private let lhs: UnsafeRawPointer
  private let rhs: UnsafeRawPointer
  private let count: Int
  private let stride: Int

  init(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer, count: Int) {
    guard let left = lhs.baseAddress, let right = rhs.baseAddress, count > 0 else {
      preconditionFailure("Only arrays with elements are compared by bytes (had \(count))")
    }
    self.lhs = left
    self.rhs = right
    self.count = count
    stride = lhs.count / count
  }

  /// The positions of the elements whose bytes differ; `nil` if there are many.
  var differing: [Int]? {
    var positions: [Int] = []
    return find(from: 0, to: count, &positions) ? positions : nil
  }

  /// Looks for them in a part of the arrays. Returns `false` once there are too many.
  private func find(from start: Int, to end: Int, _ positions: inout [Int]) -> Bool {
    let step = max(1, (end - start + Self.parts - 1) / Self.parts)
    var first = start
    while first < end {
      let next = min(first + step, end)
      let isSame =
        memcmp(lhs + first * stride, rhs + first * stride, (next - first) * stride) == 0
      if !isSame, step > 1 {
        if !find(from: first, to: next, &positions) { return false }
      } else if !isSame {
        if positions.count == Self.limit { return false }
        positions.append(first)
      }
      first = next
    }
    return true
  }
}
