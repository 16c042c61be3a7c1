import Synchronization

/// What the runtime knows about one enum type: how to read the tag of a value, and what each case
/// holds.
///
/// `@unchecked`: all stored properties are constants, pointers among them to metadata and witnesses,
/// which are immutable and live for ever.
final class EnumLayout: @unchecked Sendable {
  /// The payload of one case.
  final class Payload: @unchecked Sendable {
    let type: Any.Type
    /// Whether the value is in a box, and the enum holds a reference to that.
    let isIndirect: Bool
    /// Whether the payload is declared as a bare generic parameter.
    let isGenericParameter: Bool
    /// Whether the value is the same in memory wherever it is stored.
    let isStoredAlikeEverywhere: Bool
    /// Whether the value, or if that is a tuple its elements, can be peeled wherever it is stored.
    let isLaidOutAlikeEverywhere: Bool
    let isTuple: Bool
    /// Whether the payload may be something more special than its type says.
    let isCastable: Bool

    private let isEnum: Bool
    private let foundLayout = AtomicLazyReference<EnumLayout>()
    private let foundRoute = AtomicLazyReference<CaseRoute>()

    init(type: Any.Type, isIndirect: Bool, isGenericParameter: Bool) {
      let metadata = TypeMetadata(type)
      // A tuple of one, see `TypeMetadata.elements`.
      let elements = metadata.elements
      self.type = elements.count == 1 ? elements[0] : type
      self.isIndirect = isIndirect
      self.isGenericParameter = isGenericParameter
      self.isStoredAlikeEverywhere = Core.isStoredAlikeEverywhere(self.type)
      self.isLaidOutAlikeEverywhere = Core.isLaidOutAlikeEverywhere(self.type)
      self.isCastable = EnumLayout.isCastable(self.type)
      let kind = TypeMetadata(self.type).kind
      self.isEnum = kind == .enum || kind == .optional
      self.isTuple = kind == .tuple
    }

    /// The layout of the payload where that is an enum itself.
    ///
    /// It is found when first asked for, as an enum may hold itself.
    var layout: EnumLayout? {
      guard isEnum else { return nil }
      if let layout = foundLayout.load() { return layout }
      return EnumLayout.of(type).map { foundLayout.storeIfNil($0) }
    }

    /// Whether nothing but the payload itself can be taken out of it.
    var isLeaf: Bool { !isEnum && !isTuple && !isCastable }

    /// Whether the payload is of this type and easily read, and no other value of the type is within.
    func isPlainly(_ type: Any.Type) -> Bool {
      self.type == type && isStoredAlikeEverywhere && layout?.mayHoldItself != true
    }

    /// The route to the whole payload, which all case paths to it share.
    func routeToWhole(ofTag tag: UInt32, in layout: EnumLayout) -> CaseRoute {
      foundRoute.load()
        ?? foundRoute.storeIfNil(
          CaseRoute([.enumCase(layout, tag: tag, payload: self)], .value))
    }
  }

  /// Whether the enum is `Optional`, which the compiler stores in the form of what it wraps.
  let isOptional: Bool

  private typealias GetTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
  private typealias Project = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

  private let metadata: UnsafeRawPointer
  private let getTag: GetTag
  private let project: Project
  private let payloads: [Payload?]
  private let names: [String?]
  /// 0: not known yet. 1: no. 2: yes.
  private let foundRecursion = Atomic<UInt8>(0)

  private init?(_ type: Any.Type) {
    let metadata = TypeMetadata(type)
    self.isOptional = metadata.kind == .optional
    self.metadata = metadata.advanced(words: 0)

    // The value-witness table: eight functions, size, stride, two 32-bit words (flags and the number of
    // extra inhabitants), and for enums three more functions.
    let word = MemoryLayout<UInt>.stride
    let witnesses = metadata.pointer(-1)
    let flags = witnesses.load(fromByteOffset: 10 * word, as: UInt32.self)
    let hasEnumWitnesses = flags & 0x0020_0000 != 0
    guard hasEnumWitnesses else { return nil }
    self.getTag = witnesses.load(fromByteOffset: 10 * word + 8, as: GetTag.self)
    self.project = witnesses.load(fromByteOffset: 11 * word + 8, as: Project.self)
    let records = Array(FieldRecords(metadata))
    self.payloads = records.map(\.payload)
    self.names = records.map(\.name)
  }

  /// The layout of a type, or `nil` if that is no enum.
  ///
  /// Layouts are shared: making one resolves the types of all payloads, a microsecond or so each.
  static func of(_ type: Any.Type) -> EnumLayout? {
    let kind = TypeMetadata(type).kind
    guard kind == .enum || kind == .optional else { return nil }
    let id = ObjectIdentifier(type)
    if let known = known.withLock({ $0[id] }) { return known }
    // Made outside the lock, as the runtime may run code of the type's module to make its metadata.
    guard let layout = EnumLayout(type) else { return nil }
    return known.withLock { known in
      if let other = known[id] { return other }
      known[id] = layout
      return layout
    }
  }

  private static let known = Lock<[ObjectIdentifier: EnumLayout]>([:])

  /// Whether values of a type may be cast to a more special type, which an embed function may take.
  static func isCastable(_ type: Any.Type) -> Bool {
    let kind = TypeMetadata(type).kind
    return kind == .existential || kind == .class || type == AnyHashable.self
  }

  /// The number of the case that the enum at this address is in.
  func tag(at address: UnsafeRawPointer) -> UInt32 {
    getTag(address, metadata)
  }

  /// The payload of a case, or `nil` for a case without.
  func payload(ofTag tag: UInt32) -> Payload? {
    // Enums from C use their raw value as tag, and have no payloads.
    tag < payloads.count ? payloads[Int(tag)] : nil
  }

  /// The name of a case, as the source spells it.
  func name(ofTag tag: UInt32) -> String? {
    tag < names.count ? names[Int(tag)] : nil
  }

  /// The only way through the cases of this enum, and of the enums they hold, to a payload of a type;
  /// `nil` when there is none, or more than one.
  func names(to type: Any.Type, depth: Int = 0) -> [String]? {
    guard depth < 4 else { return nil }
    var found: [[String]] = []
    for (name, payload) in zip(names, payloads) {
      guard let name, let payload else { continue }
      if payload.type == type {
        found.append([name])
      } else if payload.isTuple {
        // Only through enums: an element of the type itself cannot be told from a constant.
        for element in TypeMetadata(payload.type).elements where element != type {
          if let rest = EnumLayout.of(element)?.names(to: type, depth: depth + 1) {
            found.append([name] + rest)
          }
        }
      } else if let rest = payload.layout?.names(to: type, depth: depth + 1) {
        found.append([name] + rest)
      }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Whether a value of this enum may hold another one, as far as enums and tuples hold enums.
  var mayHoldItself: Bool {
    let known = foundRecursion.load(ordering: .relaxed)
    if known != 0 { return known == 2 }
    var seen: Set<ObjectIdentifier> = []
    let found = reaches(self, seen: &seen)
    foundRecursion.store(found ? 2 : 1, ordering: .relaxed)
    return found
  }

  private func reaches(_ target: EnumLayout, seen: inout Set<ObjectIdentifier>) -> Bool {
    for case let payload? in payloads {
      let types = payload.isTuple ? TypeMetadata(payload.type).flatElements : [payload.type]
      for type in types {
        guard let layout = EnumLayout.of(type) else { continue }
        if layout === target { return true }
        guard seen.insert(ObjectIdentifier(layout)).inserted else { continue }
        if layout.reaches(target, seen: &seen) { return true }
      }
    }
    return false
  }

  /// Turns the enum at this address into its payload, or the reference to the payload's box.
  func projectPayload(at address: UnsafeMutableRawPointer) {
    project(address, metadata)
  }
}

/// The records that the compiler keeps of an enum's cases, by tag.
private struct FieldRecords: Sequence, IteratorProtocol {
  struct Record {
    let name: String?
    let payload: EnumLayout.Payload?
  }

  private let genericContext: UnsafeRawPointer
  private let genericArguments: UnsafeRawPointer?
  private var position: UnsafeRawPointer
  private let recordSize: Int
  private var remaining: UInt32

  init(_ metadata: TypeMetadata) {
    // Type context descriptor: 32-bit words for flags, parent, name, access function, and fields.
    let descriptor = metadata.pointer(1)
    let isGeneric = descriptor.load(as: UInt32.self) & 0x80 != 0
    genericContext = descriptor
    genericArguments = isGeneric ? metadata.advanced(words: 2) : nil
    guard let fields = Self.target(of: descriptor.advanced(by: 16)) else {
      // The module was compiled without reflection metadata.
      (position, recordSize, remaining) = (descriptor, 0, 0)
      return
    }
    // Field descriptor: type, superclass, two 16-bit words for kind and record size, and count.
    recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    remaining = fields.load(fromByteOffset: 12, as: UInt32.self)
    position = fields.advanced(by: 16)
  }

  mutating func next() -> Record? {
    guard remaining > 0 else { return nil }
    defer {
      position = position.advanced(by: recordSize)
      remaining -= 1
    }
    // Record: 32-bit words for flags, type name, and case name.
    let caseName = Self.target(of: position.advanced(by: 8)).map {
      String(cString: $0.assumingMemoryBound(to: UInt8.self))
    }
    guard let name = Self.target(of: position.advanced(by: 4)) else {
      return Record(name: caseName, payload: nil)
    }
    let length = Self.length(ofName: name)
    guard
      let type = _getTypeByMangledNameInContext(
        name.assumingMemoryBound(to: UInt8.self), length,
        genericContext: genericContext, genericArguments: genericArguments)
    else { return Record(name: caseName, payload: nil) }
    let isIndirect = position.load(as: UInt32.self) & 1 != 0
    let first = name.load(as: UInt8.self)
    // "x" is the first generic parameter, "q_", "q0_", "qd__" … are the others.
    let isGenericParameter =
      (first == UInt8(ascii: "x") && length == 1)
      || (first == UInt8(ascii: "q")
        && name.load(fromByteOffset: Int(length) - 1, as: UInt8.self) == UInt8(ascii: "_"))
    return Record(
      name: caseName,
      payload: .init(type: type, isIndirect: isIndirect, isGenericParameter: isGenericParameter))
  }

  /// Follows a pointer that is stored as its distance from itself.
  private static func target(of address: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = address.load(as: Int32.self)
    return distance == 0 ? nil : address.advanced(by: Int(distance))
  }

  /// The length of a mangled name, in which bytes below 32 announce a reference in binary.
  private static func length(ofName name: UnsafeRawPointer) -> UInt {
    var end = name
    while true {
      switch end.load(as: UInt8.self) {
      case 0: return UInt(end - name)
      case 0x01...0x17: end += 5
      case 0x18...0x1F: end += 1 + MemoryLayout<UInt>.size
      default: end += 1
      }
    }
  }
}
