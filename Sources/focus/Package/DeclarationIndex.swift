/// An index of source items by the names that they declare and mention.
///
/// The index answers two questions: which items do some names lead to, and which items lead to some names?
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

  /// The items that declare some names, the items that declare the names mentioned there, and so on.
  ///
  /// - Parameter isIncluded: Whether an item is included regardless of its names.
  package func declaring(
    _ names: Set<String>, or isIncluded: (Item) -> Bool = { _ in false }
  ) -> [Item] {
    let always = entries.indices.filter { isIncluded(entries[$0].item) }
    return closure(names, adding: always, by: \.declared, to: \.mentioned)
  }

  /// The items that mention some names, the items that mention the names declared there, and so on.
  ///
  /// - Parameter isFollowed: Whether an item is considered.
  package func mentioning(
    _ names: Set<String>, where isFollowed: (Item) -> Bool = { _ in true }
  ) -> [Item] {
    closure(names, adding: [], by: \.mentioned, to: \.declared, where: isFollowed)
  }

  /// - Complexity: O(*n*), where *n* is the number of all names.
  private func closure(
    _ names: Set<String>, adding always: [Int], by key: KeyPath<Entry, Set<String>>,
    to next: KeyPath<Entry, Set<String>>, where isFollowed: (Item) -> Bool = { _ in true }
  ) -> [Item] {
    var places: [String: [Int]] = [:]
    for index in entries.indices where isFollowed(entries[index].item) {
      for name in entries[index][keyPath: key] { places[name, default: []].append(index) }
    }
    var reached = Set(always)
    var seen = names
    var open = Array(names)
    func follow(_ index: Int) {
      open += entries[index][keyPath: next].filter { seen.insert($0).inserted }
    }
    for index in always { follow(index) }
    while let name = open.popLast() {
      for index in places[name] ?? [] where reached.insert(index).inserted { follow(index) }
    }
    return reached.sorted().map { entries[$0].item }
  }
}
