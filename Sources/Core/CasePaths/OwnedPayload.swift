/// A value in raw memory that can be peeled: an enum becomes its payload, in place.
///
/// It owns what it holds, at every depth. So a walk may stop anywhere, and nothing leaks or is
/// released twice.
struct OwnedPayload: ~Copyable {
  private(set) var address: UnsafeMutableRawPointer
  private(set) var type: Any.Type
  /// Whether the value is stored as generic code stores it, see `isStoredAlikeEverywhere`.
  private(set) var isGeneric = true
  /// The memory of a value that came out of a box.
  private var block: UnsafeMutableRawPointer?

  /// Takes over the initialized value at an address, but not the memory, which the caller frees.
  init<Root>(_ root: UnsafeMutablePointer<Root>) {
    address = UnsafeMutableRawPointer(root)
    type = Root.self
    block = nil
  }

  /// Copies the value at an address.
  init(copying type: Any.Type, at address: UnsafeRawPointer, isGeneric: Bool) {
    let copied = Core.copy(type, at: address)
    self.address = copied
    self.type = type
    self.isGeneric = isGeneric
    block = copied
  }

  deinit {
    let type = type
    destroy(type, at: address)
    block?.deallocate()
  }

  /// Turns the enum into its payload; returns false, with nothing changed, where that is not safe.
  mutating func peel(_ payload: EnumLayout.Payload, of layout: EnumLayout) -> Bool {
    let staysGeneric = payload.isGenericParameter && (!layout.isOptional || isGeneric)
    guard staysGeneric || payload.isLaidOutAlikeEverywhere else { return false }
    layout.projectPayload(at: address)
    if payload.isIndirect {
      // Others may share the box, so its value must be copied before it can be peeled.
      let box = address.load(as: UnsafeRawPointer.self)
      let copied = unbox(payload.type, from: box)
      Unmanaged<AnyObject>.fromOpaque(box).release()
      block?.deallocate()
      block = copied
      address = copied
    }
    type = payload.type
    isGeneric = staysGeneric
    return true
  }

  /// Turns the tuple into one of its elements.
  mutating func peel(_ index: Int, of elements: [TupleElement]) {
    for (other, element) in elements.enumerated() where other != index {
      destroy(element.type, at: address.advanced(by: element.offset))
    }
    address = address.advanced(by: elements[index].offset)
    type = elements[index].type
  }

  /// Copies one element of the tuple.
  func copy(of element: TupleElement) -> OwnedPayload {
    OwnedPayload(
      copying: element.type, at: address.advanced(by: element.offset), isGeneric: isGeneric)
  }

  /// Whether the value is stored as its type says.
  var isReadable: Bool { isGeneric || isStoredAlikeEverywhere(type) }

  /// Whether the value can be taken as this type.
  func holds<Value>(_: Value.Type) -> Bool {
    areSameIgnoringLabels(type, Value.self) && isReadable
  }

  /// Copies the value, whose type must be this one but for labels.
  func copy<Value>(as _: Value.Type) -> Value {
    // Not `move`: the copy lets `deinit` treat all ends alike.
    UnsafeRawPointer(address).assumingMemoryBound(to: Value.self).pointee
  }

  /// Casts the value to a more special type.
  func cast<Value>(to _: Value.Type) -> Value? {
    let type = type
    return Core.cast(type, at: address, to: Value.self)
  }
}

private func destroy<T>(_: T.Type, at address: UnsafeMutableRawPointer) {
  address.assumingMemoryBound(to: T.self).deinitialize(count: 1)
}

/// Copies the value of a box: a heap object of two words, and the value at its next aligned place.
private func unbox<T>(_: T.Type, from box: UnsafeRawPointer) -> UnsafeMutableRawPointer {
  let header = 2 * MemoryLayout<UInt>.size
  let mask = MemoryLayout<T>.alignment - 1
  return copy(T.self, at: box.advanced(by: (header + mask) & ~mask))
}

private func copy<T>(_: T.Type, at address: UnsafeRawPointer) -> UnsafeMutableRawPointer {
  let target = UnsafeMutablePointer<T>.allocate(capacity: 1)
  target.initialize(to: address.assumingMemoryBound(to: T.self).pointee)
  return UnsafeMutableRawPointer(target)
}

private func cast<T, Value>(
  _: T.Type, at address: UnsafeRawPointer, to _: Value.Type
) -> Value? {
  address.assumingMemoryBound(to: T.self).pointee as? Value
}
