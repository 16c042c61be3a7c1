// `append` does nothing if the ID is present. So an assert closure that is applied to the actual state would accept any
// value and any position. In assert closures, adding an element therefore states both its value and its position.

/// An array in which an assert closure added elements that were present.
package protocol SettlingCollection {
  /// The numbers of the additions whose elements existed before the step.
  ///
  /// In production, they change nothing. The first run of the closure can't know which elements these are.
  func merges(ofElementsIn before: Any) -> Set<Int>

  /// The array with the actual order, if it is as the closure states it.
  ///
  /// An appended element follows all elements that existed before the step, but isn't necessarily the last
  /// one. Only the array before the step shows which elements existed.
  ///
  /// - Returns: `nil` if the closure added no element that was already present.
  func settled(with actual: Any, before: Any?) -> Any?
}

/// The operation by which an assert closure adds an element.
@usableFromInline
struct ElementAddition {
  /// Whether it adds the element after all elements that existed before the step, instead of at an index.
  var isAppended: Bool
  /// Whether it has no effect if the element existed before the step: `append(contentsOf:)`, `insert(contentsOf:at:)`.
  var isMerge = false

  @usableFromInline
  init(isAppended: Bool, isMerge: Bool = false) {
    (self.isAppended, self.isMerge) = (isAppended, isMerge)
  }
}

/// An addition of an element that was already present.
struct Restatement {
  /// The number of such additions before this one.
  var ordinal: Int
  /// Whether the element may be at any position after the elements that existed before the step.
  var isAppended: Bool
  /// The number of the merge, if it is one.
  var merge: Int?
  /// Whether the element has no stated position, because merging it changes nothing.
  var isWithoutEffect = false
}

extension IdentifiedArray {
  /// Sets an element that is already present to the value and the position that an assert closure states.
  ///
  /// - Parameter index: The stated position.
  /// - Returns: The position of the element.
  @usableFromInline
  mutating func restate(
    _ element: Element, at position: Int, as addition: ElementAddition, movingTo index: Int
  ) -> Int {
    let id = element.id
    // The closure added the element before, so adding it again has no effect.
    guard let isAfterStep = AssertionContext.isAfterStep, restatements[id] == nil else {
      return position
    }
    var restatement = Restatement(
      ordinal: restatements.count, isAppended: addition.isAppended)
    defer { identity.notes.restatements[id] = restatement }
    if addition.isMerge, let merge = AssertionContext.nextMerge() {
      restatement.merge = merge.number
      restatement.isWithoutEffect = merge.isWithoutEffect
      if merge.isWithoutEffect { return position }
      if !areEqual(contents[position], element) { AssertionContext.noteMergedElement() }
    }
    contents[position] = element
    guard isAfterStep else { return position }
    if restatement.isAppended { AssertionContext.noteRestatement() }
    let target = Swift.min(index, contents.count - 1)
    if target == position { return position }
    if restatement.merge != nil { AssertionContext.noteMergedElement() }
    if target == contents.count - 1, restatements.count >= 16 {
      // Moving each of many elements would take quadratic time. So the former copy stays until the array is settled.
      contents.append(element)
      positions[id] = contents.count - 1
      return contents.count - 1
    }
    contents.insert(contents.remove(at: position), at: target)
    updatePositions(from: Swift.min(target, position))
    return target
  }

  /// Inserts the elements that an assert closure states. Only the first element with each ID counts.
  mutating func merge(_ newElements: some Sequence<Element>, at index: Int) {
    var seen: Set<ID> = []
    for element in newElements where seen.insert(element.id).inserted {
      place(
        element, at: index + seen.count - 1,
        as: ElementAddition(isAppended: false, isMerge: true))
    }
  }

  /// Appends the elements that an assert closure states. Only the first element with each ID counts.
  ///
  /// - Parameter added: The elements that the closure has appended before, in the same call.
  mutating func mergeAtEnd(_ newElements: [Element], after added: ArraySlice<Element>) {
    var seen = Set(added.map(\.id))
    let newElements = newElements.filter { seen.insert($0.id).inserted }
    let isAtEnd =
      added.isEmpty
      && contents.suffix(newElements.count).map(\.id) == newElements.map(\.id)
    for element in newElements {
      place(
        element, at: (isAtEnd ? positions[element.id] : nil) ?? contents.count,
        as: ElementAddition(isAppended: true, isMerge: true))
    }
    // Elements that existed before the step stay in front of those that the closure appends. The first run of the
    // closure can't know which elements these are.
    if isAtEnd, newElements.count > 1 { AssertionContext.noteMergedElement() }
    let isOld = { [restatements] (element: Element) in
      restatements[element.id]?.isWithoutEffect == true
    }
    guard isAtEnd, newElements.contains(where: isOld) else { return }
    let start = contents.count - newElements.count
    let end = contents[start...]
    contents.replaceSubrange(start..., with: end.filter(isOld) + end.filter { !isOld($0) })
    updatePositions(from: start)
  }

  /// Records that the closure states the order itself.
  mutating func noteReordering() {
    for id in restatements.keys { identity.notes.restatements[id]?.isAppended = false }
  }

  /// The elements that a running assert closure added although they were already present.
  var restatements: [ID: Restatement] { identity.parts.notes?.restatements ?? [:] }
}

extension IdentifiedArray: SettlingCollection {
  package func merges(ofElementsIn before: Any) -> Set<Int> {
    guard let before = before as? Self else { return [] }
    return Set(restatements.compactMap { before.positions[$0.key] == nil ? nil : $0.value.merge })
  }

  package func settled(with actual: Any, before: Any?) -> Any? {
    guard !restatements.isEmpty, let actual = actual as? Self else { return nil }
    let before = before as? Self
    var settled = self
    settled.identity = identity.plain
    settled.contents = contents.indices.filter { positions[contents[$0].id] == $0 }
      .map { contents[$0] }
    settled.updatePositions(from: 0)
    let appended = restatements.filter {
      $0.value.isAppended && !$0.value.isWithoutEffect && positions[$0.key] != nil
    }
    let order = actual.ids.filter { appended[$0] == nil }
    if order == settled.ids.filter({ appended[$0] == nil }),
      appended.keys.allSatisfy({ actual.positions[$0] != nil }),
      actual.follows(before, with: appended, among: restatements)
    {
      settled.contents = actual.ids.compactMap { id in
        settled.positions[id].map { settled.contents[$0] }
      }
      settled.updatePositions(from: 0)
    }
    return settled
  }

  /// Whether the appended elements follow all elements that existed before the step, except for those that the closure
  /// adds later.
  private func follows(
    _ before: Self?, with appended: [ID: Restatement], among restatements: [ID: Restatement]
  ) -> Bool {
    /// The number of the first addition that must follow the additions of all elements in front.
    var next = Int.max
    for element in contents.reversed() {
      let id = element.id
      if let addition = appended[id], addition.ordinal >= next { return false }
      guard before?.positions[id] != nil else { continue }
      guard let addition = restatements[id], !addition.isWithoutEffect else {
        // An element that the closure doesn't add. No appended element is in front of it.
        next = 0
        continue
      }
      next = Swift.min(next, addition.ordinal)
    }
    return true
  }
}
