/// Sample values of common types, to try an embed function with.
///
/// There are two where one is not enough to distinguish an argument from a constant.
func sampleValues<Value>(of _: Value.Type) -> [Value] {
  let samples: [Any] =
    switch Value.self {
    case is String.Type: ["", "a"]
    case is Bool.Type: [false, true]
    case let type as any ExpressibleByIntegerLiteral.Type: integers(type)
    case let type as any RangeReplaceableCollection.Type: [empty(type)]
    case let type as any CaseIterable.Type: cases(type)
    case let type as any ExpressibleByNilLiteral.Type: [null(type)]
    default: []
    }
  return samples.compactMap { $0 as? Value }
}

private func integers<T: ExpressibleByIntegerLiteral>(_ type: T.Type) -> [Any] { [0 as T, 1 as T] }
private func empty<T: RangeReplaceableCollection>(_ type: T.Type) -> Any { T() }
private func cases<T: CaseIterable>(_ type: T.Type) -> [Any] { Array(T.allCases.prefix(2)) }
private func null<T: ExpressibleByNilLiteral>(_ type: T.Type) -> Any { nil as T }
