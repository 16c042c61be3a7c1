/// An index of source items by the names that they declare and mention.
package struct DeclarationIndex<Item: Sendable>: Sendable {
  private struct Entry: Sendable {
    let item: Item
    let declared: Set<String>
    let mentioned: Set<String>
  }

  private var entries: [Entry] = []

  package init() {}

  package mutating func add(
    _ item: Item, declaring declared: Set<String>, mentioning mentioned: Set<String>
  ) {
    entries.append(Entry(item: item, declared: declared, mentioned: mentioned))
  }

  /// Some items, the items that declare the names mentioned there, and so on.
  ///
  /// - Complexity: O(*n*), where *n* is the number of all names.
  package func reached(from isFirst: (Item) -> Bool) -> [Item] {
    var places: [String: [Int]] = [:]
    for index in entries.indices {
      for name in entries[index].declared { places[name, default: []].append(index) }
    }
    var open = entries.indices.filter { isFirst(entries[$0].item) }
    var reached = Set(open)
    while let index = open.popLast() {
      for name in entries[index].mentioned {
        open += (places.removeValue(forKey: name) ?? []).filter { reached.insert($0).inserted }
      }
    }
    return reached.sorted().map { entries[$0].item }
  }
}
