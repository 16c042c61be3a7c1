import FocusedTestStore
import Testing

/// Random case paths, compared with extractions that are written by hand.
@Suite(.readingCasesByRuntimeAndMirror)
struct CasePathModelTests {
  @Test(arguments: SoakSize.seeds(everyRun: 16))
  func `a case path finds what a switch finds`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<2 {
      let (number, text) = (
        Int.random(in: 0...2, using: &random), "ab".randomElement(using: &random)!
      )
      check(
        [
          .init({ .number($0) }, { if case .number(let value) = $0 { value } else { nil } }),
          .init(
            { .labeled(id: $0) }, { if case .labeled(let value) = $0 { value } else { nil } }),
          .init(
            { .pair(number, $0) },
            { if case .pair(number, let value) = $0 { value } else { nil } }),
          .init(
            { .pair($0, number) },
            { if case .pair(let value, number) = $0 { value } else { nil } }),
          .init({ .pair($0, $0) }, { if case .pair(let a, let b) = $0, a == b { a } else { nil } }),
          .init(
            { .mixed(name: "\(text)", $0) },
            { if case .mixed("\(text)", let value) = $0 { value } else { nil } }),
          .init({ .maybe($0) }, { if case .maybe(let value?) = $0 { value } else { nil } }),
        ], &random)
      check(
        [
          .init(
            { .mixed(name: $0, number) },
            {
              if case .mixed(let value, number) = $0 { value } else { nil }
            })
        ], &random)
      check(
        [
          .init(
            { .pair($0.0, $0.1) }, { if case .pair(let a, let b) = $0 { (a, b) } else { nil } }),
          .init(
            { .pair($0.1, $0.0) },
            { if case .pair(let a, let b) = $0, a == b { (a, b) } else { nil } }),
        ], &random)
      check(
        [
          Pair<Void>({ .none }, { if case .none = $0 { () } else { nil } }),
          Pair<Void>({ .pair(number, 1) }, { if case .pair(number, 1) = $0 { () } else { nil } }),
          Pair<Void>({ .maybe(nil) }, { if case .maybe(nil) = $0 { () } else { nil } }),
        ], &random)
      check(
        [Pair<Shape>({ .inside($0) }, { if case .inside(let value) = $0 { value } else { nil } })],
        &random)
      check(
        [Pair<Int?>({ .maybe($0) }, { if case .maybe(let value) = $0 { value } else { nil } })],
        &random)
    }
  }

  private func check<Value>(_ pairs: [Pair<Value>], _ random: inout SeededRandom) {
    for pair in pairs {
      let pair = pair.wrapped(depth: Int.random(in: 0...2, using: &random), &random)
      let kept = CasePath(pair.embed)
      for _ in 0..<12 {
        let root = Shape.random(depth: 4, &random)
        let expected = String(describing: pair.extract(root))
        let found = kept.extract(from: root)
        #expect(String(describing: found) == expected, "in \(root)")
        let fresh = CasePath(pair.embed).extract(from: root)
        #expect(String(describing: fresh) == expected, "anew in \(root)")
        guard let value = found else { continue }
        #expect(String(describing: kept.embed(value)) == String(describing: root))
      }
    }
  }
}

extension CasePathModelTests {
  /// An enum that isn't `Equatable`, and whose payloads contain the enum itself.
  indirect enum Shape {
    case number(Int)
    case labeled(id: Int)
    case pair(Int, Int)
    case mixed(name: String, Int)
    case maybe(Int?)
    case inside(Shape)
    case beside(Shape, id: Int)
    case none

    static func random(depth: Int, _ random: inout SeededRandom) -> Shape {
      func number() -> Int { Int.random(in: 0...2, using: &random) }
      switch Int.random(in: 0...(depth > 0 ? 9 : 5), using: &random) {
      case 0: return .number(number())
      case 1: return .labeled(id: number())
      case 2: return .pair(number(), number())
      case 3: return .mixed(name: Bool.random(using: &random) ? "a" : "b", number())
      case 4: return .maybe(Bool.random(using: &random) ? number() : nil)
      case 5: return .none
      case 6, 7: return .inside(.random(depth: depth - 1, &random))
      default: return .beside(.random(depth: depth - 1, &random), id: number())
      }
    }
  }

  /// The embedding and the extraction of a case, written by hand.
  struct Pair<Value> {
    var embed: (Value) -> Shape
    var extract: (Shape) -> Value?

    init(_ embed: @escaping (Value) -> Shape, _ extract: @escaping (Shape) -> Value?) {
      self.embed = embed
      self.extract = extract
    }

    func wrapped(depth: Int, _ random: inout SeededRandom) -> Pair {
      guard depth > 0 else { return self }
      let id = Int.random(in: 0...2, using: &random)
      let wrapped =
        Bool.random(using: &random)
        ? Pair(
          { [embed] in .inside(embed($0)) },
          { [extract] in if case .inside(let inner) = $0 { extract(inner) } else { nil } })
        : Pair(
          { [embed] in .beside(embed($0), id: id) },
          { [extract] in if case .beside(let inner, id) = $0 { extract(inner) } else { nil } })
      return wrapped.wrapped(depth: depth - 1, &random)
    }
  }
}
