/// A way into one case of an enum: it wraps a value in the case, and takes it out again.
///
/// A key path reaches a field that is always there. A case path reaches a value that is there only
/// while the enum is in that case:
///
/// ```swift
/// let loaded = CasePath<Action, [Row]> { .list(.loaded($0)) }
/// #expect(loaded.embed(rows) == .list(.loaded(rows)))
/// #expect(loaded.extract(from: .list(.loaded(rows))) == rows)
/// #expect(loaded.extract(from: .list(.failed)) == nil)
/// ```
public struct CasePath<Root, Value> {
  private let wrap: (Value) -> Root
  private let unwrap: (Root) -> Value?
  private let name: () -> String?
  private let reason: () -> String?

  /// Makes a case path from its two directions.
  ///
  /// Reach for it where reflection cannot see the value: a payload that is a closure with
  /// parameters, or an `embed` that does more than wrap its value.
  public init(embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?) {
    wrap = embed
    unwrap = extract
    name = { CaseExtractor(embed).caseName }
    reason = { nil }
  }

  /// Makes a case path from an enum case constructor, and finds the way back by reflection.
  ///
  /// Pass a case, `Action.loaded`, or a closure that does nothing but wrap its argument in cases,
  /// one inside the other: `{ .child(.delegate(.saved($0))) }`. Several payloads are a tuple:
  /// `{ .moved(x: $0, y: $1) }`. A case without payload has a `Void` value: `{ _ in .done }`.
  ///
  /// Where a case has more payloads than the one that the argument goes to, the others must be
  /// constants, and a value is found only beside equal ones: `{ .element(id: 3, action: .loaded($0)) }`
  /// finds nothing in the element with id 4. Constants are compared by `==`; enums and tuples that are not
  /// `Equatable` are compared part by part, and a constant that cannot be compared, such as a closure,
  /// matches anything.
  ///
  /// `embed` is called once more than you call it, to learn which case it is, and a few times more
  /// if constants could be mistaken for its argument; from then on a
  /// miss costs one comparison and a hit one copy. Payloads that are closures with
  /// parameters or metatypes of structs and enums are stored in a form that reflection cannot read;
  /// extraction is `nil` for these, and ``init(embed:extract:)`` is the way to reach them.
  ///
  /// The idea to reflect on an embed function is from Point-Free's
  /// [swift-case-paths](https://github.com/pointfreeco/swift-case-paths).
  public init(_ embed: @escaping (Value) -> Root) {
    let extractor = CaseExtractor(embed)
    wrap = embed
    unwrap = extractor.extract
    name = { extractor.caseName }
    reason = { extractor.unsupportedReason }
  }

  /// Wraps a value in the case.
  public func embed(_ value: Value) -> Root {
    wrap(value)
  }

  /// Takes the value out of the case, or returns `nil` if `root` is in another case.
  public func extract(from root: Root) -> Value? {
    unwrap(root)
  }

  /// How messages call the case: `.child(.loaded)`. `nil` when it cannot be told without a value.
  package var caseName: String? { name() }

  /// Why reflection cannot find the value in any root; `nil` while there is no reason to think so.
  ///
  /// What is known comes from the roots that were looked at, and from values that every type such as
  /// `Int` has. So ask after a miss.
  package var unsupportedReason: String? { reason() }
}
