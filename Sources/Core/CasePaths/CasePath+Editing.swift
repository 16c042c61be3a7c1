extension CasePath {
  /// Whether a root is in the case.
  ///
  /// ```swift
  /// #expect(CasePath { Screen.State.book($0) }.is(screen))
  /// ```
  public func `is`(_ root: Root) -> Bool {
    extract(from: root) != nil
  }

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
  /// - Throws: The error of `body`. The root is then as it was.
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

  /// The case path to a case inside of the value of this one.
  public func appending<Inner>(path: CasePath<Value, Inner>) -> CasePath<Root, Inner> {
    CasePath<Root, Inner>(
      embed: { embed(path.embed($0)) },
      extract: { extract(from: $0).flatMap(path.extract) })
  }
}
