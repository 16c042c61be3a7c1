import Core
import FocusedTestStore
import ReducerDebugging

/// A hash of the structure of a value, whether its type is `Hashable` or not.
///
/// Equal values have the same hash. The hash of a value of thousands of parts, or with parts that are not
/// visible, is not complete: such values may differ although their hashes are the same.
struct StateFingerprint {
  /// No more parts of a value than these are in the hash.
  static let limit = 2_000
  private static let depthLimit = 100

  private var hasher = Hasher()
  private var budget = StateFingerprint.limit
  /// Whether all parts are in the hash.
  private(set) var isComplete = true

  var hash: UInt64 { UInt64(bitPattern: Int64(hasher.finalize())) }

  static func of(_ value: Any) -> StateFingerprint {
    var fingerprint = StateFingerprint()
    fingerprint.combine(value)
    return fingerprint
  }

  mutating func combine(_ value: Any) { combine(value, depth: 0) }

  private mutating func combine(_ value: Any, depth: Int) {
    guard budget > 0, depth < Self.depthLimit else {
      isComplete = false
      return
    }
    budget -= 1
    // A type of a feature may leave out of its hash what it compares.
    if isPlain(type(of: value)), let value = value as? any Hashable {
      hasher.combine(value)
      return
    }
    switch ValueStructure(of: value) {
    case .absent: hasher.combine(false)
    case .present(let wrapped):
      hasher.combine(true)
      combine(wrapped, depth: depth + 1)
    case .type(let type): hasher.combine(ObjectIdentifier(type))
    case .composite(let whole):
      hasher.combine(whole.caseName)
      // Which object it is does not show what is in it, and another run may have another one in its place.
      if whole.object != nil { isComplete = false }
      for field in whole.fields where whole.object == nil {
        combine(field.value, depth: depth + 1)
      }
    case .list(let list): combine(list, depth: depth + 1)
    case .keyed(let elements): combine(elements, depth: depth + 1)
    case .opaque: isComplete = false
    }
  }

  private mutating func combine(_ list: any ArrayBacked, depth: Int) {
    hasher.combine(list.elementCount)
    for offset in 0..<list.elementCount where isComplete {
      if list.elementAccess == .byOwnID { hasher.combine(list.elementID(at: offset)) }
      combine(list.element(at: offset), depth: depth)
    }
  }

  /// Combines the sum of the hashes of entries, which have no order.
  private mutating func combine(_ elements: any KeyedElements, depth: Int) {
    var sum: UInt64 = 0
    for (key, value) in elements.boxedValues where isComplete {
      var entry = StateFingerprint()
      entry.budget = budget
      entry.combine(key.base, depth: depth)
      entry.combine(value, depth: depth)
      budget = entry.budget
      isComplete = entry.isComplete
      sum &+= entry.hash
    }
    hasher.combine(sum)
  }
}

/// Whether a type of the toolchain has no generic arguments, so that its hash has all that it compares.
func isPlain(_ type: Any.Type) -> Bool {
  let id = ObjectIdentifier(type)
  if let known = plainTypes.withLock({ $0[id] }) { return known }
  let isPlain = TypeName.isFromToolchain(type) && !String(reflecting: type).contains("<")
  plainTypes.withLock { $0[id] = isPlain }
  return isPlain
}

/// The types of which it has been found out.
private let plainTypes = Lock<[ObjectIdentifier: Bool]>([:])
