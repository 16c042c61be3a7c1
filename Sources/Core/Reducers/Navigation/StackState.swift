/// The features of a navigation stack, from the bottom to the top.
///
/// ```swift
/// var path = StackState<Path.State>()
/// path.append(.detail(Detail.State()))
/// path[id: 0, case: { .detail($0) }]?.title = "Changed"
/// path.pop(from: 0)
/// ```
///
/// Each element has an ID that it keeps. Two stacks are equal when their elements and IDs are; in
/// the assert closures of a test new elements get the IDs that they got in the reducer.
public struct StackState<Element> {
  private var identity = StackIdentity.ids([])
  /// The elements, at the positions of their IDs.
  var elements: [Element] = []

  /// Creates an empty stack.
  public init() {}

  /// The IDs, from the bottom to the top.
  public internal(set) var ids: [StackElementID] {
    get { identity.ids }
    set { identity.ids = newValue }
  }

  /// The element with an ID, or `nil`.
  ///
  /// Changes through the subscript are in place. Setting `nil` removes the element. Reports an issue if the element is
  /// missing, because its ID would not come from the store. Only an assert closure may set a missing element, to
  /// describe a `.push`.
  ///
  /// - Complexity: O(*n*), where *n* is the depth of the stack.
  public subscript(
    id id: StackElementID,
    fileID fileID: _SourceFileName = #fileID, filePath filePath: _SourceFileName = #filePath,
    line line: UInt = #line, column column: UInt = #column
  ) -> Element? {
    get { index(id: id).map { elements[$0] } }
    // A separate `_modify` can report a change through `?`, which requires that the element exists.
    set {
      let callSite = CallSite(
        fileID: fileID, filePath: filePath, line: line, column: column)
      switch (index(id: id), newValue) {
      case (let index?, let element?): elements[index] = element
      case (let index?, nil):
        identity.noteRemoval(of: id)
        removeSubrange(index..<(index + 1))
      case (nil, let element?): insertMissing(element, id: id, at: callSite)
      case (nil, nil): identity.noteRemoval(of: id)
      }
    }
    _modify {
      guard let index = index(id: id) else {
        var element: Element?
        defer {
          if let element {
            insertMissing(
              element, id: id,
              at: CallSite(
                fileID: fileID, filePath: filePath, line: line, column: column))
          } else {
            identity.noteMiss(of: Element.self, id: id, among: ids)
          }
        }
        yield &element
        return
      }
      var element: Element? = elements.takeOut(at: index)
      defer {
        if let element {
          elements.putBack(element, at: index)
        } else {
          identity.noteRemoval(of: id)
          ids.remove(at: index)
          // The last element took the place, and goes back to the end.
          if index < elements.count { elements.append(elements.remove(at: index)) }
        }
      }
      yield &element
    }
  }

  /// The payload of the element with an ID in a case, or `nil`.
  ///
  /// Setting `nil` removes the element. Setting or changing a value reports an issue if the element is in another case.
  /// Setting a value reports an issue if the element is missing.
  public subscript<Value>(
    id id: StackElementID, case casePath: CasePath<Element, Value>,
    fileID fileID: _SourceFileName = #fileID, filePath filePath: _SourceFileName = #filePath,
    line line: UInt = #line, column column: UInt = #column
  ) -> Value? {
    get {
      index(id: id).flatMap {
        casePath.extract(
          from: elements[$0],
          at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
      }
    }
    _modify {
      var value = self[
        id: id, case: casePath, fileID: fileID, filePath: filePath, line: line, column: column]
      defer {
        if value == nil, index(id: id) == nil {
          identity.noteMiss(of: Element.self, id: id, among: ids)
        } else {
          self[
            id: id, case: casePath, fileID: fileID, filePath: filePath, line: line, column: column] =
            value
        }
      }
      yield &value
    }
    set {
      let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      let (newElement, current) = (newValue.map(casePath.embed), self[id: id])
      if newElement == nil, current == nil { return identity.noteRemoval(of: id) }
      let isInCase = casePath.isCase(of: current, at: callSite) {
        Issues.report(
          NavigationMessages.notInCase(
            newElement, named: casePath.caseName, id: id, element: current, ids: ids),
          at: callSite)
      }
      if isInCase { self[id: id] = newElement }
    }
  }

  /// The payload of the element with an ID in a case, or `nil`.
  ///
  /// Setting `nil` removes the element. Setting or changing a value reports an issue if the element is in another case.
  /// Setting a value reports an issue if the element is missing.
  public subscript<Value>(
    id id: StackElementID, case embed: @escaping (Value) -> Element,
    fileID fileID: _SourceFileName = #fileID, filePath filePath: _SourceFileName = #filePath,
    line line: UInt = #line, column column: UInt = #column
  ) -> Value? {
    get {
      self[
        id: id, case: CasePath(embed), fileID: fileID, filePath: filePath, line: line,
        column: column]
    }
    set {
      self[
        id: id, case: CasePath(embed), fileID: fileID, filePath: filePath, line: line,
        column: column] = newValue
    }
    _modify {
      yield &self[
        id: id, case: CasePath(embed), fileID: fileID, filePath: filePath, line: line,
        column: column]
    }
  }

  /// Removes an element, and all elements above it. Has no effect if the element is missing.
  public mutating func pop(from id: StackElementID) {
    identity.noteRemoval(of: id)
    if let index = index(id: id) { removeSubrange(index...) }
  }

  /// Removes all elements above an element. Has no effect if the element is missing.
  public mutating func pop(to id: StackElementID) {
    guard let index = index(id: id) else { return }
    removeSubrange((index + 1)...)
  }

  /// The position of the element with an ID.
  func index(id: StackElementID) -> Int? {
    ids.firstIndex(of: id)
  }

  mutating func push(_ element: Element, id: StackElementID) {
    ids.append(id)
    elements.append(element)
  }

  private mutating func insertMissing(_ element: Element, id: StackElementID, at site: CallSite) {
    guard AssertionContext.current != nil else {
      Issues.report(NavigationMessages.setMissing(element, id: id, ids: ids), at: site)
      return
    }
    push(element, id: id)
  }
}

extension StackState: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }

  /// The element at a position. An element that is set there gets the existing ID.
  public subscript(position: Int) -> Element {
    get { elements[position] }
    _modify { yield &elements[position] }
  }

  public mutating func swapAt(_ i: Int, _ j: Int) {
    ids.swapAt(i, j)
    elements.swapAt(i, j)
  }

  public mutating func replaceSubrange<C: Collection>(
    _ subrange: Range<Int>, with newElements: C
  ) where C.Element == Element {
    // All elements use one generator, because outside a store, each read of `current` returns a
    // generator that starts from the beginning.
    let generator = DependencyValues.current.stackElementID
    let newIDs = newElements.map { _ in StackElementID.next(of: generator, notIn: ids) }
    ids.replaceSubrange(subrange, with: newIDs)
    elements.replaceSubrange(subrange, with: newElements)
  }
}

extension StackState: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

/// The IDs of a stack's elements, with the notes of a running assert closure.
private enum StackIdentity: NotableIdentity, Hashable, Sendable {
  case ids([StackElementID])
  indirect case noted(StackIdentity, AssertionNotes<StackElementID>)

  var ids: [StackElementID] {
    get { if case .ids(let ids) = plain { ids } else { [] } }
    set { plain = .ids(newValue) }
  }

  var parts: (plain: StackIdentity, notes: AssertionNotes<StackElementID>?) {
    if case .noted(let plain, let notes) = self { (plain, notes) } else { (self, nil) }
  }

  static func == (lhs: StackIdentity, rhs: StackIdentity) -> Bool { lhs.ids == rhs.ids }

  func hash(into hasher: inout Hasher) { hasher.combine(ids) }
}

extension StackState: Equatable where Element: Equatable {}
extension StackState: Hashable where Element: Hashable {}
extension StackState: Sendable where Element: Sendable {}

extension StackState: Encodable where Element: Encodable {
  /// Encodes only the elements, because IDs aren't valid in another process.
  public func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}

extension StackState: Decodable where Element: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }
}

extension StackState: ArrayBacked {
  package var backingArray: [Element] { elements }
  package static var elementAccess: ElementAccess { .byOwnID }
  package func elementID(at offset: Int) -> AnyHashable? { ids[offset] }
  package func offset(ofID id: AnyHashable) -> Int? {
    (id.base as? StackElementID).flatMap { index(id: $0) }
  }
}

extension StackState: CustomReflectable {
  /// A mirror of a dictionary, so that a difference is named by the ID that a test would write.
  public var customMirror: Mirror {
    Mirror(
      self,
      unlabeledChildren: zip(ids, elements).map { (key: $0.0, value: $0.1) },
      displayStyle: .dictionary)
  }
}

extension StackState: CustomStringConvertible {
  public var description: String {
    "[\(zip(ids, elements).map { "\($0.0): \($0.1)" }.joined(separator: ", "))]"
  }
}

/// The ID of an element of a stack.
///
/// A store numbers its elements 0, 1, 2, … and never reuses a number, nor, in a test store, one of its initial state. So a
/// test can write them as literals: `store.send(.path(.element(id: 0, action: .tapped)))`.
public struct StackElementID: Hashable, Sendable {
  /// The number of elements that the store had created before this one.
  package let generation: Int

  /// Whether the process has created an ID. If it hasn't, no state contains one.
  fileprivate static let areInUse = Flag()

  package init(generation: Int) {
    self.generation = generation
    Self.areInUse.raise()
  }

  /// The next ID that the stack doesn't contain yet.
  ///
  /// Inside a store, it is the next ID of the store's generator. Outside a store, a new generator starts from the
  /// beginning each time.
  static func next(
    of generator: IncrementingCounter, notIn ids: [StackElementID]
  ) -> StackElementID {
    while true {
      let id = StackElementID(generation: generator.next())
      if !ids.contains(id) { return id }
    }
  }
}

extension StackElementID {
  /// Excludes the IDs of the stacks in the initial state of a test store, some of which may have been filled elsewhere.
  ///
  /// It looks at the first elements of a list, because a state may have many. Within one stack, no ID is given twice anyway.
  package static func exclude(from generator: IncrementingCounter, idsIn state: Any) {
    guard areInUse.isRaised else { return }
    visitParts(of: state, at: (), atMost: 1_000, elements: 32) { _, value, _ in
      if let highest = (value as? any StackOfElements)?.ids.max() {
        generator.admit(upTo: highest.generation)
      }
      return .enters
    }
  }
}

private protocol StackOfElements {
  var ids: [StackElementID] { get }
}

extension StackState: StackOfElements {}

extension StackElementID: ExpressibleByIntegerLiteral {
  public init(integerLiteral generation: Int) {
    self.init(generation: generation)
  }
}

extension StackElementID: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { String(generation) }
  public var debugDescription: String { description }
  /// Has no children, so that dumps show the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension StackElementID: Comparable {
  /// Whether an element was created before another one.
  public static func < (lhs: StackElementID, rhs: StackElementID) -> Bool {
    lhs.generation < rhs.generation
  }
}
