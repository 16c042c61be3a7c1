/// The messages of issues about identified arrays.
enum CollectionMessages {
  static func duplicates<ID, Element>(
    id: ID, kept: Element, dropped: Element, count: Int
  ) -> String {
    let others = count == 1 ? "" : " \(count - 1) more were dropped, too."
    return """
      Expected elements with unique ids, but more than one has the id \(SourceRendering.element(id)).
      Kept the first: \(SourceRendering.element(kept))
      Dropped: \(SourceRendering.element(dropped))\(others)
      To drop such elements without a report, use IdentifiedArray(_:).
      """
  }

  static func otherID<ID, Element>(_ id: ID, of element: Element, than expected: ID) -> String {
    """
    Expected an element with the id \(SourceRendering.element(expected)), but its id is \(SourceRendering.element(id)).
    Nothing was set. The element: \(SourceRendering.element(element))

    \(advice)
    """
  }

  static func changedID<ID, Element>(
    of element: Element, from expected: ID, to id: ID, isTaken: Bool
  ) -> String {
    let outcome =
      isTaken
      ? "Another element has that id, so the changed one was removed: \(SourceRendering.element(element))"
      : "It keeps its position, under the new id."
    return """
      Expected the element with the id \(SourceRendering.element(expected)) to keep it, but its id was changed to \
      \(SourceRendering.element(id)).
      \(outcome)

      \(advice)
      """
  }

  private static let advice = "To change an id, remove the element and insert another."
}
