extension PresentationState {
  /// The payload of a case of the presented state, or `nil`.
  ///
  /// ```swift
  /// await store.send(.destination(.presented(.form(.nameChanged("Blob"))))) {
  ///   $0.$destination[case: { .form($0) }]?.name = "Blob"
  /// }
  /// ```
  ///
  /// Setting `nil` removes the state. Setting a value reports an issue if the state is in another
  /// case, or if nothing is presented.
  public subscript<Value>(
    case casePath: CasePath<State, Value>,
    fileID fileID: _SourceFileName = #fileID, filePath filePath: _SourceFileName = #filePath,
    line line: UInt = #line, column column: UInt = #column
  ) -> Value? {
    get {
      wrappedValue.flatMap {
        casePath.extract(
          from: $0, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
      }
    }
    _modify {
      var value = self[
        case: casePath, fileID: fileID, filePath: filePath, line: line, column: column]
      defer {
        if value == nil, wrappedValue == nil {
          missed.noteMiss(ofPresented: State.self)
        } else {
          self[case: casePath, fileID: fileID, filePath: filePath, line: line, column: column] =
            value
        }
      }
      yield &value
    }
    set {
      let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      let newState = newValue.map(casePath.embed)
      func reportAbsence() {
        Issues.report(
          NavigationMessages.notPresented(
            newState, named: casePath.caseName, current: wrappedValue),
          at: callSite)
      }
      guard let wrappedValue else {
        if newState == nil {
          missed.noteRemoval()
        } else {
          reportAbsence()
        }
        return
      }
      let value = casePath.extract(from: wrappedValue, at: callSite, orElse: reportAbsence)
      if value != nil { self.wrappedValue = newState }
    }
  }

  /// The payload of a case of the presented state, or `nil`.
  ///
  /// Setting `nil` removes the state. Setting a value reports an issue if the state is in another
  /// case, or if nothing is presented.
  public subscript<Value>(
    case embed: @escaping (Value) -> State,
    fileID fileID: _SourceFileName = #fileID, filePath filePath: _SourceFileName = #filePath,
    line line: UInt = #line, column column: UInt = #column
  ) -> Value? {
    get {
      self[case: CasePath(embed), fileID: fileID, filePath: filePath, line: line, column: column]
    }
    set {
      self[case: CasePath(embed), fileID: fileID, filePath: filePath, line: line, column: column] =
        newValue
    }
    _modify {
      yield &self[
        case: CasePath(embed), fileID: fileID, filePath: filePath, line: line, column: column]
    }
  }
}
