/// Reads what the runtime records about a type.
///
/// Everything here follows the metadata layout that Swift's ABI fixes, see `docs/ABI/TypeMetadata.rst`
/// in the Swift repository. Nothing is written, and no word is read that the type's kind does not have.
struct TypeMetadata {
  let type: Any.Type
  private let address: UnsafeRawPointer

  init(_ type: Any.Type) {
    self.type = type
    // A metatype without protocols is one pointer to its metadata.
    self.address = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  enum Kind {
    case `class`, `enum`, optional, tuple, function, existential, metatype, other
  }

  var kind: Kind {
    switch word(0) {
    case 0x201: .enum
    case 0x202: .optional
    case 0x203, 0x305: .class
    case 0x301: .tuple
    case 0x302: .function
    case 0x303, 0x307: .existential
    case 0x304: .metatype
    // Native classes have either no kind or, on Apple platforms, an isa pointer in its place.
    case 0, 0x800...: .class
    default: .other
    }
  }

  func word(_ index: Int) -> UInt {
    address.load(fromByteOffset: index * MemoryLayout<UInt>.stride, as: UInt.self)
  }

  func pointer(_ index: Int) -> UnsafeRawPointer {
    address.load(
      fromByteOffset: index * MemoryLayout<UInt>.stride, as: UnsafeRawPointer.self)
  }

  func type(_ index: Int) -> Any.Type {
    address.load(fromByteOffset: index * MemoryLayout<UInt>.stride, as: Any.Type.self)
  }

  func advanced(words: Int) -> UnsafeRawPointer {
    address.advanced(by: words * MemoryLayout<UInt>.stride)
  }

  /// The types of a tuple's elements; of anything else, itself alone.
  ///
  /// The payload of `case b(id: Int)` is recorded as a tuple of one, which the language does
  /// not have and which is laid out as its element.
  var elements: [Any.Type] {
    guard kind == .tuple else { return [type] }
    return (0..<Int(word(1))).map { type(3 + 2 * $0) }
  }

  /// The types of a tuple's elements, and of theirs where they are tuples.
  var flatElements: [Any.Type] {
    guard kind == .tuple else { return [type] }
    return elements.flatMap { TypeMetadata($0).flatElements }
  }

  /// The elements of a tuple; of anything else, none.
  var tupleElements: [TupleElement] {
    guard kind == .tuple else { return [] }
    return (0..<Int(word(1))).map { index in
      // Offsets have 32 bits, and padding where words are longer.
      TupleElement(
        tuple: self, index: index, type: type(3 + 2 * index),
        offset: Int(UInt32(truncatingIfNeeded: word(4 + 2 * index))))
    }
  }

  /// The label of a tuple's element, or nothing.
  func label(ofElement index: Int) -> Substring {
    // Each label ends in a space. A tuple without labels has a null pointer here.
    guard word(2) != 0 else { return "" }
    let labels = String(cString: pointer(2).assumingMemoryBound(to: UInt8.self))
      .split(separator: " ", omittingEmptySubsequences: false)
    return labels.indices.contains(index) ? labels[index] : ""
  }
}

/// Where a tuple keeps one of its elements.
struct TupleElement {
  let tuple: TypeMetadata
  let index: Int
  let type: Any.Type
  let offset: Int

  func labelled(_ text: String) -> String {
    let label = tuple.label(ofElement: index)
    return label.isEmpty ? text : "\(label): \(text)"
  }
}

/// Whether two types are the same but for tuple labels, and so laid out the same.
func areSameIgnoringLabels(_ lhs: Any.Type, _ rhs: Any.Type) -> Bool {
  if lhs == rhs { return true }
  let left = TypeMetadata(lhs)
  let right = TypeMetadata(rhs)
  guard left.kind == .tuple || right.kind == .tuple else { return false }
  let leftElements = left.elements
  let rightElements = right.elements
  return leftElements.count == rightElements.count
    && zip(leftElements, rightElements).allSatisfy(areSameIgnoringLabels)
}

/// Whether a type holds another one where reflection could look for it.
func mentions(_ whole: Any.Type, _ part: Any.Type) -> Bool {
  if areSameIgnoringLabels(whole, part) { return true }
  let metadata = TypeMetadata(whole)
  switch metadata.kind {
  case .optional: return mentions(metadata.type(2), part)
  case .tuple: return metadata.elements.contains { mentions($0, part) }
  default: return false
  }
}

/// Whether a value of this type is the same in memory as a concrete payload and as a generic value.
///
/// Generic code calls a closure with its arguments in memory, a concrete payload holds one that
/// takes them in registers, and only the compiler can make the one from the other. Likewise a
/// metatype with one possible value takes a word in generic code and no space in a payload.
/// These must not be read from payload memory. Tuples and optionals pass the question on.
func isStoredAlikeEverywhere(_ type: Any.Type) -> Bool {
  let metadata = TypeMetadata(type)
  switch metadata.kind {
  case .function:
    let flags = metadata.word(1)
    let parameterCount = flags & 0xFFFF
    let isNative = flags & 0xFF_0000 == 0
    let hasTypedThrowsOrSuch = flags & 0x8000_0000 != 0
    // Without parameters or a result there is nothing to pass differently. C functions and blocks
    // have one convention only.
    return !isNative
      || (parameterCount == 0 && metadata.type(2) == Void.self && !hasTypedThrowsOrSuch)
  case .metatype:
    return TypeMetadata(metadata.type(1)).kind == .class
  case .tuple:
    return metadata.elements.allSatisfy(isStoredAlikeEverywhere)
  case .optional:
    return isStoredAlikeEverywhere(metadata.type(2))
  case .class, .enum, .existential, .other:
    return true
  }
}

/// Whether the elements of this type are in the same places as a concrete payload and as a generic value.
///
/// Other than for `isStoredAlikeEverywhere`, a closure in a tuple does no harm: it has two words in both
/// forms, and is copied and released alike, so its neighbours can be read.
func isLaidOutAlikeEverywhere(_ type: Any.Type) -> Bool {
  let metadata = TypeMetadata(type)
  guard metadata.kind == .tuple else { return isStoredAlikeEverywhere(type) }
  return metadata.elements.allSatisfy {
    TypeMetadata($0).kind == .function || isLaidOutAlikeEverywhere($0)
  }
}
