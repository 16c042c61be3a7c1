// `append` does nothing where the id is present. An assert closure that is applied to the actual state
// would therefore accept any value and any position. There, adding an element states both.

/// An array in which an assert closure added elements that were present.
package protocol SettlingCollection {
  /// The array with the actual elements and positions where they are as the closure states them.
  ///
  /// An appended element is behind all that were there before the step, and not necessarily the last. A
  /// merged element stays as it was if it was there before the step. Only the array before the step shows
  /// either.
  ///
  /// - Returns: `nil` if no element was added that was present.
  func settled(with actual: Any, before: Any?) -> Any?
}

extension IdentifiedArray {
  /// How an assert closure adds an element.
  enum Addition {
    /// At an index: `insert`.
    case inserted
    /// Behind all that were there before the step: `append`.
    case appended
    /// At an index, unless it was there before the step: `insert(contentsOf:at:)`.
    case merged
    /// Behind all that were there before the step, unless it was there, too: `append(contentsOf:)`.
    case mergedAtEnd
  }

  /// An addition of an element that was present.
  struct Restatement {
    var addition: Addition
    /// The element that was present.
    var original: Element
    /// The stated element.
    var stated: Element
  }

  /// Gives an element that is present the value and the position that an assert closure states.
  ///
  /// - Returns: The position of the element.
  mutating func restate(
    _ element: Element, at position: Int, as addition: Addition, movingTo index: Int
  ) -> Int {
    let id = id(element)
    // The closure added it before, so adding it once more does nothing.
    guard let isAfterStep = AssertionContext.isAfterStep, restatements[id] == nil else {
      return position
    }
    let original = elements[position]
    restatements[id] = Restatement(addition: addition, original: original, stated: element)
    history.noteEdit(of: id)
    elements[position] = element
    guard isAfterStep else { return position }
    let target = Swift.min(index, elements.count - 1)
    if target != position {
      elements.insert(elements.remove(at: position), at: target)
      updatePositions(from: Swift.min(target, position))
    }
    switch addition {
    case .inserted: break
    case .appended: if target != position { AssertionContext.noteRestatement(changesValue: false) }
    case .merged, .mergedAtEnd:
      let isSame = areEqual(original, element)
      if !isSame || target != position {
        AssertionContext.noteRestatement(changesValue: !isSame)
      }
    }
    return target
  }

  /// Adds the elements that an assert closure states, the first with each ID.
  ///
  /// - Parameter index: The position of the first, or `nil` behind all elements.
  mutating func merge(_ newElements: some Sequence<Element>, at index: Int?) {
    var seen: Set<ID> = []
    for element in newElements where seen.insert(id(element)).inserted {
      if let index {
        place(element, at: index + seen.count - 1, as: .merged)
      } else {
        place(element, at: elements.count, as: .mergedAtEnd)
      }
    }
  }

  /// Notes that the closure states the order itself.
  mutating func noteReordering() {
    for (id, restatement) in restatements {
      switch restatement.addition {
      case .inserted, .appended: restatements[id]?.addition = .inserted
      case .merged, .mergedAtEnd: restatements[id]?.addition = .merged
      }
    }
  }
}

extension IdentifiedArray: SettlingCollection {
  package func settled(with actual: Any, before: Any?) -> Any? {
    guard !restatements.isEmpty, let actual = actual as? Self else { return nil }
    let before = before as? Self
    var settled = self
    settled.restatements = [:]
    var free: Set<ID> = []
    for (id, restatement) in restatements {
      guard let position = positions[id], let actualPosition = actual.positions[id] else {
        continue
      }
      switch restatement.addition {
      case .merged, .mergedAtEnd:
        if before?.positions[id] != nil {
          free.insert(id)
          // Edited again, it is compared as it is.
          if areEqual(elements[position], restatement.stated) != false {
            settled.elements[position] = restatement.original
          }
          continue
        }
        if case .merged = restatement.addition { continue }
      case .inserted: continue
      case .appended: break
      }
      let isBehindOld = !actual.elements[(actualPosition + 1)...].contains {
        before?.positions[self.id($0)] != nil
      }
      if isBehindOld { free.insert(id) }
    }
    let order = actual.ids.filter { !free.contains($0) }
    if elements.count == actual.elements.count, order == ids.filter({ !free.contains($0) }) {
      settled.elements = actual.ids.compactMap { id in
        settled.positions[id].map { settled.elements[$0] }
      }
      settled.updatePositions(from: 0)
    }
    return settled
  }
}

extension IdentifiedArray.Addition: Sendable {}
extension IdentifiedArray.Restatement: Sendable where ID: Sendable, Element: Sendable {}
