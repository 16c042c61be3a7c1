import Core

/// The case paths that a reducer's composition uses.
///
/// The payload of an enum's case can't change in place, and only the feature's own code can embed a
/// value in a case. The feature's composition has the case paths for it.
package struct CasePathsOfReducer {
  private var paths: [any ErasedCasePath] = []
  private var visited: Set<ObjectIdentifier> = []

  /// Reads the case paths from the operators of a reducer and of its children.
  package init(_ reducer: some Reducer) {
    visit(reducer, depth: 0)
  }

  /// An enum with another value in its case, or `nil` if no path leads to that case.
  package func replacing(_ payload: Any, in root: Any) -> Any? {
    paths.lazy.compactMap { $0.replace(payload, in: root) }.first
  }

  private mutating func visit(_ root: Any, depth: Int) {
    guard depth < 64 else { return }
    visitParts(of: root, at: (), atMost: 10_000) { _, value, _ in
      if let path = value as? any ErasedCasePath {
        paths.append(path)
        return .skips
      }
      if let body = (value as? any Reducer)?.bodyIfAny {
        // A feature can contain a feature of its own type.
        guard visited.insert(ObjectIdentifier(type(of: value))).inserted else { return .skips }
        visit(body, depth: depth + 1)
      }
      if let list = value as? any ReducerListing {
        for reducer in list.reducers { visit(reducer, depth: depth + 1) }
        return .skips
      }
      return type(of: value) is AnyClass ? .skips : .enters
    }
  }
}

extension Reducer {
  /// `nil` for a reducer that implements `reduce` itself.
  fileprivate var bodyIfAny: Any? { Body.self == Never.self ? nil : body }
}

/// Reducers that mirrors don't show, because they are stored in an object or a closure.
private protocol ReducerListing { var reducers: [Any] { get } }

extension _ReducerSequence: ReducerListing {
  fileprivate var reducers: [Any] { [pair.first, pair.second] }
}

/// A case path whose types are unknown.
private protocol ErasedCasePath {
  func replace(_ payload: Any, in root: Any) -> Any?
}

extension CasePath: ErasedCasePath {
  fileprivate func replace(_ payload: Any, in root: Any) -> Any? {
    guard let root = root as? Root, let payload = payload as? Value, find(in: root) != nil else {
      return nil
    }
    return embed(payload)
  }
}
