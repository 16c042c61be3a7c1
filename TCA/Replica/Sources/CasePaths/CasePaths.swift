/// Embeds a value in a case of an enum, and extracts it.
public struct AnyCasePath<Root, Value>: @unchecked Sendable {
  public let embed: (Value) -> Root
  public let extract: (Root) -> Value?

  public init(embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?) {
    self.embed = embed
    self.extract = extract
  }
}

public protocol CasePathable {
  associatedtype AllCasePaths
  static var allCasePaths: AllCasePaths { get }
}

/// The start of a case key path, `\.loaded.success`.
@dynamicMemberLookup
public struct Case<Value> {
  fileprivate let path: Any

  fileprivate init<Root>(_ path: AnyCasePath<Root, Value>) { self.path = path }

  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> Case<Member> where Value: CasePathable {
    let member = Value.allCasePaths[keyPath: keyPath]
    return appending(member)
  }

  fileprivate func appending<Member>(_ member: AnyCasePath<Value, Member>) -> Case<Member> {
    Case<Member>(
      AnyCasePath<Any, Member>(
        embed: { self.embed(member.embed($0)) },
        extract: { root in self.extract(root).flatMap(member.extract) }))
  }

  fileprivate func embed(_ value: Value) -> Any {
    if let path = path as? AnyCasePath<Any, Value> { return path.embed(value) }
    return value
  }

  fileprivate func extract(_ root: Any) -> Value? {
    if let path = path as? AnyCasePath<Any, Value> { return path.extract(root) }
    return root as? Value
  }
}

public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

extension KeyPath {
  fileprivate func casePath<Enum, Member>() -> Case<Member>
  where Root == Case<Enum>, Value == Case<Member> {
    Case<Enum>(AnyCasePath<Any, Enum>(embed: { $0 }, extract: { $0 as? Enum }))[keyPath: self]
  }

  public func callAsFunction<Enum, Member>(_ value: Member) -> Enum
  where Root == Case<Enum>, Value == Case<Member> {
    casePath().embed(value) as! Enum
  }
}

extension CasePathable {
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    keyPath.casePath().extract(self)
  }
}

@_spi(Internals) public enum XCTModifyLocals {
  @TaskLocal public static var isExhaustive = true
}
