extension Dictionary where Key == AnyHashable {
  /// The entries in the order in which they are shown: that of their keys if these have one, else that
  /// of the keys' dumps.
  package var sortedByKey: [Element] {
    func sorted<Base: Comparable>(as _: Base) -> [Element]? {
      let entries = compactMap { entry in (entry.key.base as? Base).map { (entry, $0) } }
      return entries.count == count ? entries.sorted { $0.1 < $1.1 }.map(\.0) : nil
    }
    return (keys.first?.base as? any Comparable).flatMap { sorted(as: $0) }
      ?? map { ($0, String(dumpingOnOneLine: $0.key.base)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}
