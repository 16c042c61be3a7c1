import Synchronization

/// Finds the value that an embed function wrapped, by looking at which cases the function wraps in.
///
/// A tag says which case an enum is in, and reading it costs a nanosecond or two. The tags
/// of `embed`'s result, from the outside in, are a route that the extractor learns once: any
/// value of the right type will do, from whichever case, as the route is that of the embedded value
/// and not of the value's source. So cases are told apart by what `embed` does, never by name or type.
///
/// Where a case has several payloads, the route goes on through one of them and keeps the others to
/// compare with. If more than one could hold the value, a second value is embedded: the place where
/// both come out is the argument's, and all others are constants.
final class CaseExtractor<Root, Value>: Sendable {
  // `nonisolated(unsafe)`: a case path is not `Sendable`, and so is used in one place at a time,
  // with the function it was made from.
  private nonisolated(unsafe) let embed: (Value) -> Root
  private let learned = AtomicLazyReference<CaseRoute>()
  private let foundLayout = AtomicLazyReference<EnumLayout>()
  private let sawUnreadable = Atomic<Bool>(false)

  init(_ embed: @escaping (Value) -> Root) {
    self.embed = embed
  }

  func extract(from root: Root) -> Value? {
    if let route = learned.load() { return follow(route, in: root) }
    return learn(from: root)
  }

  /// How messages call the case, where that can be found out without a value, or has
  /// been learned from one.
  var caseName: String? {
    if let route = learned.load() ?? sampleRoute { return route.name }
    return layout?.names(to: Value.self).map { names in
      names.dropLast().reversed().reduce(".\(names[names.count - 1])") { ".\($1)(\($0))" }
    }
  }

  /// Why nothing will ever be extracted, as far as that can be known without a value, or from
  /// the roots seen.
  var unsupportedReason: String? {
    if let route = learned.load() ?? sampleRoute {
      return route.isNowhere
        ? "the case path does not store its argument where reflection can find it" : nil
    }
    return sawUnreadable.load(ordering: .relaxed)
      ? "its payload of type \(Value.self) is stored in a form that reflection cannot read" : nil
  }

  private var sampleRoute: CaseRoute? {
    let samples = sampleValues(of: Value.self)
    return samples.first.map { route(to: $0, others: { samples }).route }
  }

  private var layout: EnumLayout? {
    if let layout = foundLayout.load() { return layout }
    return EnumLayout.of(Root.self).map { foundLayout.storeIfNil($0) }
  }

  // MARK: Following

  private func follow(_ route: CaseRoute, in root: Root) -> Value? {
    if case .nowhere = route.end { return nil }
    if case .enumCase(let layout, let wanted, _)? = route.steps.first {
      // Most calls end here: no copy is made for a miss in the outermost case.
      let tag = withUnsafePointer(to: root) { layout.tag(at: $0) }
      guard tag == wanted else { return nil }
    }
    return withPayload(of: root) { payload in
      for step in route.steps {
        switch step {
        case .enumCase(let layout, let tag, let inner):
          guard layout.tag(at: payload.address) == tag else { return nil }
          guard let inner else { break }
          guard payload.peel(inner, of: layout) else { return nil }
        case .element(let index, let elements, let patterns):
          for other in elements.indices where other != index {
            let element = elements[other]
            guard
              patterns[other].matches(
                element.type, at: payload.address.advanced(by: element.offset),
                isGeneric: payload.isGeneric)
            else { return nil }
          }
          payload.peel(index, of: elements)
        }
      }
      switch route.end {
      case .value: return payload.copy(as: Value.self)
      case .cast: return payload.cast(to: Value.self)
      // `Value` is `Void` here, as no other route ends so.
      case .void: return unsafeBitCast((), to: Value.self)
      case .constant(let pattern):
        guard
          pattern.matches(payload.type, at: payload.address, isGeneric: payload.isGeneric)
        else { return nil }
        return unsafeBitCast((), to: Value.self)
      case .nowhere: return nil
      }
    }
  }

  // MARK: Learning

  private func learn(from root: Root) -> Value? {
    if Value.self == Void.self {
      let value = unsafeBitCast((), to: Value.self)
      return follow(learned.storeIfNil(route(to: value, others: { [] }).route), in: root)
    }
    if Value.self != Root.self, let layout {
      let tag = withUnsafePointer(to: root) { layout.tag(at: $0) }
      guard let payload = layout.payload(ofTag: tag) else { return nil }
      if payload.isPlainly(Value.self) {
        guard let value = outerPayload(payload, of: layout, in: root) else { return nil }
        let embedded = embed(value)
        if let route = chain(to: embedded, layout) {
          _ = learned.storeIfNil(route)
          // In the same case, what was tried is what is looked for.
          let isHit =
            route.steps.count == 1 && withUnsafePointer(to: embedded) { layout.tag(at: $0) } == tag
          return isHit ? value : follow(route, in: root)
        }
      } else if payload.isLeaf, payload.type != Value.self {
        return nil
      }
    }
    return search(root)
  }

  /// Learns from a value that is anywhere in the root.
  // Not inlined, as a function asks the runtime for all its generic types when it begins.
  @inline(never)
  private func search(_ root: Root) -> Value? {
    guard let candidate = candidates(in: root, atMost: 1).first else { return nil }
    if let layout, let route = chain(to: embed(candidate), layout) {
      return follow(learned.storeIfNil(route), in: root)
    }
    let (route, isCertain) = route(
      to: candidate, others: { candidates(in: root, atMost: 8) + sampleValues(of: Value.self) })
    return follow(isCertain ? learned.storeIfNil(route) : route, in: root)
  }

  /// The route of most case paths, which is quick to find: each case has one payload, and only the
  /// innermost can be the value.
  ///
  /// Case paths in the `body` of a reducer are made anew for each action, and so is their route.
  private func chain(to embedded: Root, _ layout: EnumLayout) -> CaseRoute? {
    guard Value.self != Root.self else { return nil }
    let tag = withUnsafePointer(to: embedded) { layout.tag(at: $0) }
    guard let outer = layout.payload(ofTag: tag) else { return nil }
    if outer.isPlainly(Value.self) { return outer.routeToWhole(ofTag: tag, in: layout) }
    guard outer.layout != nil else { return nil }
    return withPayload(of: embedded) { payload in
      var steps: [CaseRoute.Step] = []
      var layout = layout
      while true {
        let tag = layout.tag(at: payload.address)
        guard let inner = layout.payload(ofTag: tag), payload.peel(inner, of: layout) else {
          return nil
        }
        steps.append(.enumCase(layout, tag: tag, payload: inner))
        if inner.isPlainly(Value.self) { return CaseRoute(steps, .value) }
        guard let next = inner.layout else { return nil }
        layout = next
      }
    }
  }

  /// The payload of a root that is in the payload's case.
  private func outerPayload(
    _ payload: EnumLayout.Payload, of layout: EnumLayout, in root: Root
  ) -> Value? {
    withPayload(of: root) { $0.peel(payload, of: layout) ? $0.copy(as: Value.self) : nil }
  }

  /// Values that `embed` accepts.
  private func candidates(in root: Root, atMost limit: Int) -> [Value] {
    var search = CandidateSearch<Value>(atMost: limit)
    withPayload(of: root) { search.search(&$0) }
    if search.sawUnreadable { sawUnreadable.store(true, ordering: .relaxed) }
    return search.found
  }

  /// The route from the outside of `embed(value)` to `value`.
  ///
  /// Without another value the route may not be certain: it is right for the root that the value
  /// is from, where all constants that could be the argument equal it, and for no other root.
  private func route(to value: Value, others: () -> [Value]) -> (route: CaseRoute, isCertain: Bool)
  {
    var (places, isOnly) = places(of: value)
    if places.isEmpty {
      let isVoid = Value.self == Void.self
      return (isVoid ? withPayload(of: embed(value)) { .toConstant(&$0) } : .nowhere, true)
    }
    if isOnly || Value.self == Void.self {
      return (CaseRoute(places[0].steps, places[0].end), true)
    }
    var isCertain = false
    for other in others() where Sameness(other, value) != .same {
      let keys = Set(self.places(of: other).places.map(\.key))
      places.removeAll { !keys.contains($0.key) }
      isCertain = true
      if places.count < 2 { break }
    }
    guard let place = places.first else { return (.nowhere, true) }
    // In two places in spite of all other values: `{ .pair($0, $0) }`.
    if isCertain, places.count > 1 { return (.nowhere, true) }
    return (CaseRoute(place.steps, place.end), isCertain || places.count == 1)
  }

  /// Where in `embed(value)` the value is, and whether it could be nowhere else.
  private func places(of value: Value) -> (places: [RouteSearch<Value>.Place], isOnly: Bool) {
    let search = RouteSearch(for: value)
    let places = withPayload(of: embed(value)) { search.search(&$0).places }
      .map { (place: $0, sameness: Sameness($0.value, value)) }
    let same = places.filter { $0.sameness == .same }
    return (
      (same.isEmpty ? places.filter { $0.sameness == .unknown } : same).map(\.place),
      places.count == 1
    )
  }
}
