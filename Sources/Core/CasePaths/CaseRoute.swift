/// The cases, from the outside in, in which an embed function wraps its value.
///
/// `@unchecked`: constants only. The closures among them capture values that are only compared, by
/// the one place at a time that uses the case path.
final class CaseRoute: @unchecked Sendable {
  enum Step {
    /// Into the payload of a case, if it has one.
    case enumCase(EnumLayout, tag: UInt32, payload: EnumLayout.Payload?)
    /// Into one element of a tuple. The patterns are those of all elements; the others must match.
    case element(Int, of: [TupleElement], beside: [ConstantPattern])
  }

  enum End {
    /// The innermost payload is the value.
    case value
    /// The innermost payload is of a more general type than the value.
    case cast
    /// The innermost case has no payload.
    case void
    /// The innermost payload is not the value, which is `Void`, but always this.
    case constant(ConstantPattern)
    /// `embed` does not store its argument where reflection can see it.
    case nowhere
  }

  let steps: [Step]
  let end: End

  init(_ steps: [Step], _ end: End) {
    self.steps = steps
    self.end = end
  }

  static let nowhere = CaseRoute([], .nowhere)

  var isNowhere: Bool {
    if case .nowhere = end { true } else { false }
  }

  /// How messages call the innermost case: `.child(.loaded)`, `.row(3, .tapped)`.
  var name: String? {
    var text: String? = nil
    if case .constant(let pattern) = end { text = pattern.text }
    var isNamed = false
    for step in steps.reversed() {
      switch step {
      case .enumCase(let layout, let tag, _):
        guard let name = layout.name(ofTag: tag) else { return nil }
        text = ".\(name)\(text.map { "(\($0))" } ?? "")"
        isNamed = true
      case .element(let index, let elements, let patterns):
        let inner = text
        text = elements.indices
          .map { elements[$0].labelled(($0 == index ? inner : patterns[$0].text) ?? "_") }
          .joined(separator: ", ")
      }
    }
    return isNamed ? text : nil
  }
}

/// Finds all places in an enum that a value may have come to.
struct RouteSearch<Value> {
  struct Place {
    var steps: [CaseRoute.Step]
    let end: CaseRoute.End
    let value: Value

    /// The cases and elements on the way. Places in values of one embed function are the same if these are.
    var key: [Int] {
      steps.map {
        switch $0 {
        case .enumCase(_, let tag, _): Int(tag)
        case .element(let index, _, _): index
        }
      }
    }
  }

  /// How many enums the value that was embedded has, one inside the other.
  private let height: Int

  init(for value: Value) {
    guard EnumLayout.of(Value.self) != nil || !TypeMetadata(Value.self).tupleElements.isEmpty
    else {
      height = 0
      return
    }
    height = withPayload(of: value) { Self(height: -1).search(&$0).height }
  }

  private init(height: Int) { self.height = height }

  /// A type that holds itself is found at many depths. The right one is where as many enums
  /// are left as the value alone has.
  func search(_ payload: inout OwnedPayload) -> (places: [Place], height: Int) {
    let value: Value? = payload.holds(Value.self) ? payload.copy(as: Value.self) : nil
    var inner: (places: [Place], height: Int) = ([], 0)
    if let layout = EnumLayout.of(payload.type) {
      let tag = layout.tag(at: payload.address)
      let next = layout.payload(ofTag: tag)
      if let next, payload.peel(next, of: layout) { inner = search(&payload) }
      inner.height += 1
      for index in inner.places.indices {
        inner.places[index].steps.insert(.enumCase(layout, tag: tag, payload: next), at: 0)
      }
    } else if TypeMetadata(payload.type).kind == .tuple {
      inner = searchElements(of: payload)
    } else if value == nil, height >= 0, EnumLayout.isCastable(payload.type),
      let value = payload.cast(to: Value.self)
    {
      inner.places = [Place(steps: [], end: .cast, value: value)]
    }
    if let value, inner.height == height {
      inner.places = [Place(steps: [], end: .value, value: value)]
    }
    return inner
  }

  private func searchElements(
    of payload: borrowing OwnedPayload
  ) -> (places: [Place], height: Int) {
    var result: (places: [Place], height: Int) = ([], 0)
    let elements = TypeMetadata(payload.type).tupleElements
    var patterns: [ConstantPattern]?
    for (index, element) in elements.enumerated() {
      var copy = payload.copy(of: element)
      let inner = search(&copy)
      result.height = max(result.height, inner.height)
      for var place in inner.places {
        let known =
          patterns
          ?? elements.map {
            ConstantPattern(
              $0.type, at: payload.address.advanced(by: $0.offset), isGeneric: payload.isGeneric)
          }
        patterns = known
        place.steps.insert(.element(index, of: elements, beside: known), at: 0)
        result.places.append(place)
      }
    }
    return result
  }
}

extension CaseRoute {
  /// The route of an embed function that always makes the same.
  static func toConstant(_ payload: inout OwnedPayload) -> CaseRoute {
    var steps: [Step] = []
    while let layout = EnumLayout.of(payload.type) {
      let tag = layout.tag(at: payload.address)
      let inner = layout.payload(ofTag: tag)
      guard let inner else {
        return CaseRoute(steps + [.enumCase(layout, tag: tag, payload: nil)], .void)
      }
      guard payload.peel(inner, of: layout) else { return .nowhere }
      steps.append(.enumCase(layout, tag: tag, payload: inner))
    }
    return CaseRoute(
      steps,
      .constant(
        ConstantPattern(payload.type, at: payload.address, isGeneric: payload.isGeneric)))
  }
}

/// Finds values of one type in a value of another, wherever reflection can see them.
struct CandidateSearch<Value> {
  private(set) var found: [Value] = []
  /// Whether there may be one that reflection cannot read.
  private(set) var sawUnreadable = false
  private let limit: Int

  init(atMost limit: Int) { self.limit = limit }

  mutating func search(_ payload: inout OwnedPayload) {
    while found.count < limit {
      if payload.holds(Value.self) { found.append(payload.copy(as: Value.self)) }
      if let layout = EnumLayout.of(payload.type) {
        // A value that was found is not taken apart, unless there is one more to be found in it.
        guard found.count < limit,
          let inner = layout.payload(ofTag: layout.tag(at: payload.address))
        else { return }
        guard payload.peel(inner, of: layout) else {
          sawUnreadable = sawUnreadable || mentions(inner.type, Value.self)
          return
        }
        continue
      }
      for element in TypeMetadata(payload.type).tupleElements
      where found.count < limit && mayHoldValue(element.type) {
        var copy = payload.copy(of: element)
        search(&copy)
      }
      if !payload.isReadable {
        sawUnreadable = sawUnreadable || areSameIgnoringLabels(payload.type, Value.self)
      } else if !payload.holds(Value.self), EnumLayout.isCastable(payload.type),
        let value = payload.cast(to: Value.self)
      {
        found.append(value)
      }
      return
    }
  }
}

extension CandidateSearch {
  /// Whether to look into an element of a tuple is worth a copy.
  private func mayHoldValue(_ type: Any.Type) -> Bool {
    let kind = TypeMetadata(type).kind
    return kind == .enum || kind == .optional || kind == .tuple || EnumLayout.isCastable(type)
      || areSameIgnoringLabels(type, Value.self)
  }
}

func withPayload<Whole, Result>(
  of whole: Whole, _ body: (inout OwnedPayload) -> Result
) -> Result {
  withUnsafeTemporaryAllocation(of: Whole.self, capacity: 1) { memory in
    let address = memory.baseAddress!
    address.initialize(to: whole)
    var payload = OwnedPayload(address)
    return body(&payload)
  }
}
