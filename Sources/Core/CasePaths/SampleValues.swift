/// Values of a type that has obvious ones, to see what an embed function does with them.
///
/// There are two where one is not enough to tell an argument from a constant.
func sampleValues<Value>(of _: Value.Type) -> [Value] {
  switch Value.self {
  case is Void.Type: [unsafeBitCast((), to: Value.self)]
  case let type as any ExpressibleByIntegerLiteral.Type: integers(type).compactMap { $0 as? Value }
  case is String.Type: ["", "a"].compactMap { $0 as? Value }
  case let type as any RangeReplaceableCollection.Type: [empty(type)].compactMap { $0 as? Value }
  case let type as any CaseIterable.Type: cases(type).compactMap { $0 as? Value }
  case is Bool.Type: [false, true].compactMap { $0 as? Value }
  default: []
  }
}

private func integers<T: ExpressibleByIntegerLiteral>(_ type: T.Type) -> [T] { [0, 1] }
private func empty<T: RangeReplaceableCollection>(_ type: T.Type) -> T { T() }
private func cases<T: CaseIterable>(_ type: T.Type) -> [T] { Array(T.allCases.prefix(2)) }
