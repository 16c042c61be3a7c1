/// A path to one case of an enum. It wraps a value in the case, and extracts it.
///
/// A key path reaches a field that always exists. A case path reaches a value that exists only
/// while the enum is in that case:
///
/// ```swift
/// let loaded = CasePath<Action, [Row]> { .list(.loaded($0)) }
/// #expect(loaded.embed(rows) == .list(.loaded(rows)))
/// #expect(loaded.extract(from: .list(.loaded(rows))) == rows)
/// #expect(loaded.extract(from: .list(.failed)) == nil)
/// ```
public struct CasePath<Root, Value> {
  private let extractor: CaseExtractor<Root, Value>

  /// Creates a case path from its two directions.
  ///
  /// Use it if reflection can't see the value: an enum of a module that is compiled without reflection metadata, a
  /// payload that is a closure with parameters, or an `embed` that does more than wrap its value.
  ///
  /// ```swift
  /// let validated = CasePath<Action, (String) -> Bool>(
  ///   embed: { .validated($0) },
  ///   extract: { if case .validated(let isValid) = $0 { isValid } else { nil } })
  /// ```
  public init(embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?) {
    extractor = CaseExtractor(embed: embed, extract: extract)
  }

  /// Creates a case path from an enum case constructor, and extracts by reflection.
  ///
  /// Pass a case, `Action.loaded`, or a closure that only wraps its argument in nested cases:
  /// `{ .child(.delegate(.saved($0))) }`. Several payloads are a tuple: `{ .moved(x: $0, y: $1) }`.
  /// A case without payload has a `Void` value: `{ _ in .done }`.
  ///
  /// Extracting succeeds if the value is found among the payloads of the root, and embedding it returns an
  /// equal root: the same chain of cases, and equal in every other part. So
  /// `{ .element(id: 3, action: .loaded($0)) }` extracts nothing from the element with ID 4. Parts are
  /// compared by `==`, where a NaN equals itself. Enums, tuples and structs that are not `Equatable` are
  /// compared part by part, objects by identity; closures match any other, and so do metatypes of classes,
  /// structs, and enums. The value itself, if it is not `Equatable`, is compared by its cases.
  ///
  /// Each extraction calls `embed` with the first value of the right type that it finds.
  ///
  /// Reflection cannot read enums of a module that is compiled with `-disable-reflection-metadata`,
  /// payloads that are closures with parameters, and metatypes of classes, structs and enums.
  /// Extracting such a value reports an issue. Use ``init(embed:extract:)`` for it.
  ///
  /// The idea to reflect on an embed function is from Point-Free's
  /// [swift-case-paths](https://github.com/pointfreeco/swift-case-paths).
  public init(
    _ embed: @escaping (Value) -> Root,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    extractor = CaseExtractor(
      embed: embed,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Wraps a value in the case.
  public func embed(_ value: Value) -> Root {
    extractor.embed(value)
  }

  /// Extracts the value from the case, or returns `nil` if `root` is in another case.
  public func extract(from root: Root) -> Value? {
    extractor.extract(from: root)
  }
}

// MARK: For operators and expectations

extension CasePath {
  /// Extracts the value from a root that other case paths also search.
  ///
  /// The operator reports an issue for a root that reflection can't read.
  func extract(from payloads: _Payloads<Root>, at callSite: CallSite) -> Value? {
    extractor.extract(from: payloads.root, in: payloads, at: callSite)
  }

  /// Extracts the value from a root, or reports why it is missing.
  func extract(from root: Root, at callSite: CallSite, orElse report: () -> Void = {}) -> Value? {
    extractor.extract(from: root, at: callSite, orElse: report)
  }

  /// Whether an optional root is in the case. Reports why it isn't.
  func isCase(of root: Root?, at callSite: CallSite, orElse report: () -> Void) -> Bool {
    guard let root else {
      report()
      return false
    }
    return extract(from: root, at: callSite, orElse: report) != nil
  }

  /// Extracts the value without reporting issues.
  package func find(in root: Root) -> Value? { extractor.find(in: root) }

  /// The name of the case in messages: `.child(.loaded)`. `nil` if it is unknown without a value.
  package var caseName: String? { extractor.caseName }

  /// The reason why reflection can't find the value in any root, or `nil` if no reason is known.
  ///
  /// It is derived from the roots seen so far, and from sample values of types such as `Int`, so it is
  /// useful after a miss.
  package var unsupportedReason: String? { extractor.unsupportedReason }
}

extension CasePath {
  /// Changes the value in a root of this case. Reports an issue if the root is in another case, and
  /// leaves it unchanged.
  ///
  /// ```swift
  /// CasePath { Screen.State.book($0) }.modify(&screen) { $0.likes += 1 }
  /// ```
  ///
  /// A payload of an enum can't change in place, so this method copies it.
  ///
  /// - Returns: The result of `body`, or `nil` if the root is in another case.
  /// - Throws: The error of `body`. The root is then unchanged.
  @discardableResult
  public func modify<R>(
    _ root: inout Root, _ body: (inout Value) throws -> R,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) rethrows -> R? {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let found = extract(from: root, at: callSite) {
      Issues.report(
        CasePathMessages.notInCase(root, named: caseName, value: Value.self), at: callSite)
    }
    guard var value = found else { return nil }
    let result = try body(&value)
    root = embed(value)
    return result
  }

  /// The case path to a case inside the value of this one.
  public func appending<Inner>(path: CasePath<Value, Inner>) -> CasePath<Root, Inner> {
    CasePath<Root, Inner>(
      embed: { embed(path.embed($0)) },
      extract: { extract(from: $0).flatMap(path.extract) })
  }
}
