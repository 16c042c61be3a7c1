import Core

// Names of earlier versions, until 2.0.

extension Exhaustivity {
  @available(*, deprecated, renamed: "on")
  public static var exhaustive: Exhaustivity { on }

  @available(*, deprecated, renamed: "off")
  public static var nonExhaustive: Exhaustivity { off }
}

extension TestStore {
  @available(*, deprecated, message: "`strict: false` is `ifAny: true`.")
  nonisolated(nonsending) public func skipReceivedActions(
    strict: Bool,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await skipReceivedActions(
      ifAny: !strict, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  @available(*, deprecated, message: "`strict: false` is `ifAny: true`.")
  nonisolated(nonsending) public func skipInFlightEffects(
    strict: Bool,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await skipInFlightEffects(
      ifAny: !strict, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension Stub {
  @available(*, deprecated, renamed: "willReturn(_:)")
  public func returns(_ output: Output) { willReturn(output) }

  @available(*, deprecated, renamed: "willThrow(_:)")
  public func `throws`(_ error: any Error) { willThrow(error) }

  @available(*, deprecated, renamed: "willRespond(_:)")
  public func responds(_ rule: @escaping @Sendable (Input) async throws -> Output) {
    willRespond(rule)
  }

  @available(*, deprecated, renamed: "willHold()")
  public func holds() { willHold() }
}
