/// Finds the value that an embed function wrapped.
///
/// A root contains a value if the value is among the root's payloads and `embed(value)` returns the root: the same
/// chain of cases, with equal values in every other part. An embed function wraps all values in the same cases, so the
/// first value reveals the outermost case, which rules out most other roots.
final class CaseExtractor<Root, Value> {
  let embed: (Value) -> Root
  private let given: ((Root) -> Value?)?
  private let callSite: CallSite?

  /// The facts that searches have revealed, for messages.
  struct Findings {
    /// A value that was tried. Messages derive the case from it.
    fileprivate(set) var example: Any?
    /// The obstacle that ended a search.
    fileprivate(set) var obstacle: CaseObstacle?
  }

  private var latestFindings = Findings()
  /// The facts that earlier searches have revealed. Any task may search: a test can read the state of a scoped store while
  /// another task drives the store.
  private(set) var findings: Findings {
    get { findingsLock.withLock { _ in RuntimeConfined(latestFindings) }.value }
    set {
      // The old findings are released after the lock, because that may run code of the app.
      var findings = newValue
      findingsLock.withLock { _ in swap(&latestFindings, &findings) }
    }
  }

  init(
    embed: @escaping (Value) -> Root, extract: ((Root) -> Value?)? = nil,
    at callSite: CallSite? = nil
  ) {
    self.embed = embed
    self.given = extract
    self.callSite = callSite
  }

  /// Finds the value without reporting issues.
  func find(in root: Root) -> Value? { try? search(root, nil) }

  /// Finds the value. Reports an issue for an unreadable root. The caller reports a missing value.
  ///
  /// - Parameter payloads: The payloads of the root, if other case paths search it as well.
  func extract(
    from root: Root, in payloads: _Payloads<Root>? = nil, at callSite: CallSite? = nil,
    orElse reportAbsence: () -> Void = {}
  ) -> Value? {
    do {
      if let value = try search(root, payloads) { return value }
      reportAbsence()
    } catch {
      if let callSite = callSite ?? self.callSite {
        Issues.report(CasePathMessages.unreadable(Value.self, in: Root.self, error), at: callSite)
      }
    }
    return nil
  }

  private func search(_ root: Root, _ payloads: _Payloads<Root>?) throws(CaseObstacle) -> Value? {
    if let given { return given(root) }
    do {
      return try search(payloads ?? _Payloads(root))
    } catch {
      findings.obstacle = error
      throw error
    }
  }

  // MARK: Searching

  private func search(_ payloads: _Payloads<Root>) throws(CaseObstacle) -> Value? {
    let root = payloads.whole
    if let void {
      return try CaseObstacle.areEqual(embed(void), root.value) ? void : nil
    }
    // A mirror's copies of metatypes are unusable.
    let isMetatype = CaseObstacle.isMetatype(Value.self)
    var closed: Any.Type?
    var wasTried = false
    var unread = [root]
    // An enum can be a large tree, but no case path leads far from its root.
    for _ in 0..<200 {
      guard let part = unread.popLast() else { break }
      if isMetatype || part.isMetatype, part.isBareMetatype {
        if isMetatype { throw .uncopyable(Value.self) }
        continue
      }
      if part.value is Value, let value: Value = Part.cast(part.value) {
        wasTried = true
        let embedded = embed(value)
        if findings.example == nil { findings.example = part.value }
        guard CaseName(of: embedded) == root.caseName else { return nil }
        if try isRoot(embedded, payloads, argument: part) {
          guard part === root || CaseObstacle.isCopyable(part, as: Value.self) else {
            throw .uncopyable(Value.self)
          }
          return value
        }
      }
      guard isMetatype || part.mayHold(Value.self) else { continue }
      if let parts = part.parts {
        unread += parts.reversed()
      } else {
        closed = type(of: part.value)
      }
    }
    guard let closed, !wasTried, isMaybe(in: closed, of: root) else { return nil }
    throw .closed(closed)
  }

  /// Whether `embed` gave the root back. The argument can be large, so it is compared by its cases. The other parts are
  /// compared in full.
  private func isRoot(
    _ embedded: Root, _ payloads: _Payloads<Root>, argument: Part
  ) throws(CaseObstacle) -> Bool {
    if let isEqual = equatableResultExceptNaN(embedded, payloads.root) { return isEqual }
    var part = Part(embedded)
    let path = argument.path
    for (whole, next) in zip(path, path.dropFirst()) {
      guard part.hasForm(of: whole), let parts = part.parts, let others = whole.parts,
        parts.count == others.count
      else { return false }
      for (one, other) in zip(parts, others) {
        if other === next {
          part = one
        } else if try !CaseObstacle.areEqual(one.value, other.value) {
          return false
        }
      }
    }
    // An existential can contain the value, or an enum around the value.
    return argument.isDeclared(as: Value.self)
      ? try part.isLike(argument) : try CaseObstacle.areEqual(part.value, argument.value)
  }

  /// The only value of `Void`, if the extractor searches for `Void`.
  var void: Value? { Value.self == Void.self ? () as? Value : nil }

  /// Whether the value may be inside a part that cannot be read. A sample of its type shows the case around it.
  private func isMaybe(in closed: Any.Type, of root: Part) -> Bool {
    guard let sample = sampleValues(of: Value.self).first else {
      return root.parts == nil || CaseObstacle.mayKnow(closed, Value.self)
    }
    return CaseName(of: embed(sample)) == root.caseName
  }
}

/// Guards the findings of all extractors. One lock, because a body creates its case paths anew for each action.
private let findingsLock = Lock(())

/// Sample values of common types, with which to try an embed function.
///
/// Some types have two samples, because one sample doesn't distinguish an argument from a constant.
func sampleValues<Value>(of _: Value.Type) -> [Value] {
  let samples: [Any] =
    switch Value.self {
    case is String.Type: ["", "a"]
    case is Bool.Type: [false, true]
    case let type as any ExpressibleByIntegerLiteral.Type: integers(type)
    case let type as any RangeReplaceableCollection.Type: [empty(type)]
    case let type as any CaseIterable.Type: cases(type)
    case let type as any ExpressibleByNilLiteral.Type: [null(type)]
    default: []
    }
  return samples.compactMap { $0 as? Value }
}

private func integers<T: ExpressibleByIntegerLiteral>(_ type: T.Type) -> [Any] { [0 as T, 1 as T] }
private func empty<T: RangeReplaceableCollection>(_ type: T.Type) -> Any { T() }
private func cases<T: CaseIterable>(_ type: T.Type) -> [Any] { Array(T.allCases.prefix(2)) }
private func null<T: ExpressibleByNilLiteral>(_ type: T.Type) -> Any { nil as T }
