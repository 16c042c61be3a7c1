/// Optional state of a feature that its parent presents: a sheet, a popover, a drill-down.
///
/// ```swift
/// struct State {
///   @PresentationState var editor: Editor.State?
///   var text = ""
/// }
///
/// enum Action: Equatable {
///   case editor(PresentationAction<Editor.Action>)
/// }
/// ```
///
/// The parent's `body` runs the child by `.ifLet(\.$editor, action: { .editor($0) }) { Editor() }`.
///
/// A plain optional suffices for a child that can't dismiss itself. This wrapper also distinguishes one presentation
/// from the next. A new presentation starts when a state is set where there was none, or when the new state has another
/// ID or another case, unless the presented feature itself changes its state. Two presentation states are equal if
/// their values are equal. A state can present a state of its own type.
@propertyWrapper
public struct PresentationState<State> {
  /// The state, if there is one. An array allows a recursive state, and changes in place.
  var storage: [State]
  private var identity = PresentationIdentity.none

  /// Creates a state that presents a feature from the start, or none.
  public init(wrappedValue: State?) {
    storage = wrappedValue.map { [$0] } ?? []
    presentation = wrappedValue.map { _ in Identity() }
  }

  /// The state of the presented feature, or `nil`.
  public var wrappedValue: State? {
    get { storage.first }
    // The `_modify` reports a change through `?`, which requires that a child is presented.
    set {
      if newValue == nil { identity.noteRemoval() }
      present(newValue, insteadOf: storage.popLast().map { CaseIdentity(of: $0) })
    }
    _modify {
      let before = storage.first.map { CaseIdentity(of: $0) }
      // Moved out while it changes, so that the values in it stay uniquely referenced.
      var value = storage.popLast()
      defer {
        if value == nil {
          if before == nil {
            identity.noteMiss(ofPresented: State.self)
          } else {
            identity.noteRemoval()
          }
        }
        present(value, insteadOf: before)
      }
      yield &value
    }
  }

  /// The argument of `ifLet` and of a store's `scope`: `\.$editor`.
  public var projectedValue: PresentationState {
    get { self }
    set { self = newValue }
  }
}

extension PresentationState {
  /// The identity of the presentation, or `nil` if nothing is presented.
  var presentation: Identity? {
    get { if case .presented(let presentation) = identity.plain { presentation } else { nil } }
    set { identity.plain = newValue.map { .presented($0) } ?? .none }
  }

  private mutating func present(_ value: State?, insteadOf before: CaseIdentity?) {
    if let value { storage.append(value) }
    let after = value.map { CaseIdentity(of: $0) }
    if before != after { presentation = after.map { _ in Identity() } }
  }
}

/// The identity of the presented state, with the notes of a running assert closure.
private enum PresentationIdentity: NotableIdentity, Sendable {
  case none
  case presented(Identity)
  indirect case noted(PresentationIdentity, AssertionNotes<PresentedElement>)

  var parts: (plain: PresentationIdentity, notes: AssertionNotes<PresentedElement>?) {
    if case .noted(let plain, let notes) = self { (plain, notes) } else { (self, nil) }
  }
}

extension PresentationState: Equatable where State: Equatable {
  public static func == (lhs: PresentationState, rhs: PresentationState) -> Bool {
    lhs.storage == rhs.storage
  }
}

extension PresentationState: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

extension PresentationState: Sendable where State: Sendable {}

extension PresentationState: Encodable where State: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

extension PresentationState: Decodable where State: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try State?(from: decoder))
  }
}

extension KeyedDecodingContainer {
  /// Decodes a presented state. If an older encoding doesn't contain the key, the result presents
  /// nothing.
  public func decode<State: Decodable>(
    _ type: PresentationState<State>.Type, forKey key: Key
  ) throws -> PresentationState<State> {
    try decodeIfPresent(type, forKey: key) ?? PresentationState(wrappedValue: nil)
  }
}

extension PresentationState: CustomReflectable {
  /// A mirror like that of a plain optional.
  public var customMirror: Mirror {
    // Labeled like the storage of any property wrapper, so that a message shows the value itself.
    Mirror(self, children: ["wrappedValue": wrappedValue as Any], displayStyle: .struct)
  }
}

extension PresentationState {
  /// The payload of the presented state in a case, or `nil`.
  ///
  /// ```swift
  /// await store.send(.destination(.presented(.form(.nameChanged("Blob"))))) {
  ///   $0.$destination[case: { .form($0) }]?.name = "Blob"
  /// }
  /// ```
  ///
  /// Setting `nil` removes the state. Setting or changing a value reports an issue if the state is in another case.
  /// Setting a value reports an issue if no state is presented.
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
          identity.noteMiss(ofPresented: State.self)
        } else {
          self[case: casePath, fileID: fileID, filePath: filePath, line: line, column: column] =
            value
        }
      }
      yield &value
    }
    set {
      let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      let (newState, current) = (newValue.map(casePath.embed), wrappedValue)
      if newState == nil, current == nil { return identity.noteRemoval() }
      let isInCase = casePath.isCase(of: current, at: callSite) {
        Issues.report(
          NavigationMessages.notPresented(newState, named: casePath.caseName, current: current),
          at: callSite)
      }
      if isInCase { wrappedValue = newState }
    }
  }

  /// The payload of the presented state in a case, or `nil`.
  ///
  /// Setting `nil` removes the state. Setting or changing a value reports an issue if the state is in another case.
  /// Setting a value reports an issue if no state is presented.
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
