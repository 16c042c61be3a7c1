import FocusedTestStore
import Testing

/// Cases with several payloads, of which all but one are constants.
@Suite(.readingCasesByRuntimeAndMirror)
struct CasePathConstantTests {
  @Test func `an action in a stack is found, and only in the element with that id`() {
    let path = CasePath<Root, Child> { .path(.element(id: 0, action: .guess($0))) }
    #expect(path.extract(from: .path(.popFrom(id: 0))) == nil)
    #expect(path.extract(from: .path(.push(id: 0, state: 3))) == nil)
    claimEqual(path.extract(from: .path(.element(id: 0, action: .guess(.loaded(1))))), .loaded(1))
    claimEqual(path.extract(from: .path(.element(id: 0, action: .guess(.tapped)))), .tapped)
    #expect(path.extract(from: .path(.element(id: 1, action: .guess(.tapped)))) == nil)
    #expect(path.extract(from: .path(.element(id: 0, action: .again(.tapped)))) == nil)
  }

  @Test func `the argument is told from a constant of a type without obvious values`() {
    let (a, b) = (Token(name: "a"), Token(name: "b"))
    let pairs = [[(a, b), (b, a)], [(a, a), (a, b)], [(b, b), (a, b), (b, a)]]
    for pairs in pairs {
      let second = CasePath<Root, Token> { .tokens(a, $0) }
      let first = CasePath<Root, Token> { .tokens($0, a) }
      for (one, two) in pairs {
        #expect(second.extract(from: .tokens(one, two)) == (one == a ? two : nil))
        #expect(first.extract(from: .tokens(one, two)) == (two == a ? one : nil))
      }
    }
  }

  @Test func `objects that are not Equatable are told apart by identity`() {
    let (a, b) = (Object(), Object())
    let second = CasePath<Root, Object> { .objects(a, $0) }
    let first = CasePath<Root, Object> { .objects($0, a) }
    #expect(second.extract(from: .objects(a, b)) === b)
    #expect(first.extract(from: .objects(b, a)) === b)
  }

  @Test
  func `a constant that is not Equatable is compared part by part, and what cannot be is not`() {
    let opaque = CasePath<Root, Int> { .opaque(.some(Opaque(id: 1)), $0) }
    claimEqual(opaque.extract(from: .opaque(Opaque(id: 1), 3)), 3)
    #expect(opaque.extract(from: .opaque(Opaque(id: 2), 3)) == nil)
    #expect(opaque.extract(from: .opaque(nil, 3)) == nil)
    let closure = CasePath<Root, Int> { .closure({ $0 }, $0) }
    claimEqual(closure.extract(from: .closure({ $0 + 1 }, 3)), 3)
    let optional = CasePath<Root, String> { .optional(nil, $0) }
    claimEqual(optional.extract(from: .optional(nil, "a")), "a")
    #expect(optional.extract(from: .optional(1, "a")) == nil)
    let error = CasePath<Root, String> { .error(Offline(code: 1), $0) }
    claimEqual(error.extract(from: .error(Offline(code: 1), "a")), "a")
    #expect(error.extract(from: .error(Offline(code: 2), "a")) == nil)
    #expect(error.extract(from: .error(CancellationError(), "a")) == nil)
  }

  @Test func `constants only are compared, each in its own way`() {
    let tapped = CasePath<Root, Void> { .rows(.element(id: 1, action: .tapped)) }
    #expect(tapped.extract(from: .rows(.element(id: 1, action: .tapped))) != nil)
    #expect(tapped.extract(from: .rows(.element(id: 2, action: .tapped))) == nil)
    #expect(tapped.extract(from: .rows(.element(id: 1, action: .loaded(1)))) == nil)
    let plain = CasePath<Root, Void> { .plain("a", .some(1)) }
    #expect(plain.extract(from: .plain("a", .some(1))) != nil)
    #expect(plain.extract(from: .plain("a", .some(2))) == nil)
    #expect(plain.extract(from: .plain("a", .nothing)) == nil)
    #expect(plain.extract(from: .plain("b", .some(1))) == nil)
  }

  @Test func `a NaN is equal to itself, as a value and as a constant`() {
    let value = CasePath<Reading, Double> { .value(1, $0) }
    claimEqual(value.extract(from: .value(1, .nan))?.isNaN, true)
    #expect(value.extract(from: .value(2, .nan)) == nil)
    let constant = CasePath<Reading, Int> { .pair(.nan, $0) }
    claimEqual(constant.extract(from: .pair(.nan, 3)), 3)
    #expect(constant.extract(from: .pair(1, 3)) == nil)
    let single = CasePath(Reading.single)
    claimEqual(single.extract(from: .single(.nan))?.isNaN, true)
  }

  @Test func `one of several payloads may be passed as something more special`() {
    let pair = CasePath<Failing, (Offline, Int)> { .failed($0.0, after: $0.1) }
    #expect(
      pair.extract(from: .failed(Offline(code: 1), after: 2)).map { $0 == (Offline(code: 1), 2) }
        == true)
    #expect(pair.extract(from: .failed(CancellationError(), after: 2)) == nil)
    let error = CasePath<Failing, Offline> { .failed($0, after: 2) }
    claimEqual(error.extract(from: .failed(Offline(code: 1), after: 2)), Offline(code: 1))
    #expect(error.extract(from: .failed(Offline(code: 1), after: 3)) == nil)
    #expect(error.extract(from: .failed(CancellationError(), after: 2)) == nil)
    let constant = CasePath<Failing, Int> { .failed(Offline(code: 1), after: $0) }
    claimEqual(constant.extract(from: .failed(Offline(code: 1), after: 2)), 2)
    #expect(constant.extract(from: .failed(Offline(code: 2), after: 2)) == nil)
  }

  @Test func `a value that comes changed is said to be out of reach`() {
    let changed = CasePath<Root, Int> { .two(5, $0 + 1) }
    #expect(changed.extract(from: .two(5, 8)) == nil)
    #expect(changed.unsupportedReason != nil)
    let plain = CasePath<Root, Int> { .two(5, $0) }
    #expect(plain.extract(from: .number(8)) == nil)
    #expect(plain.unsupportedReason == nil)
  }

  @Test func `a closure that cannot be read is said to be out of reach, once one was seen`() {
    let path = CasePath(Root.transform)
    #expect(path.unsupportedReason == nil)
    #expect(path.extract(from: .number(1)) == nil)
    #expect(path.unsupportedReason == nil)
    let issues = withCapturedIssues { #expect(path.extract(from: .transform { $0 }) == nil) }
    claimEqual(issues.count, 1)
    #expect(path.unsupportedReason != nil)
    let number = CasePath(Root.number)
    #expect(number.extract(from: .transform { $0 }) == nil)
    #expect(number.unsupportedReason == nil)
  }

  @Test func `names show cases without constants`() {
    func name<Value>(_ embed: @escaping (Value) -> Root) -> String? { CasePath(embed).caseName }
    claimEqual(name { (number: Int) in .number(number) }, ".number")
    #expect(name { (_: Int) in .number(1) } == nil)
    #expect(
      name { .rows(.element(id: 1, action: .loaded($0))) }
        == ".rows(.element(.loaded))")
    #expect(
      name { (text: String) in .path(.element(id: 0, action: .guess(.named(text)))) }
        == ".path(.element(.guess(.named)))")
    claimEqual(name { (_: Void) in .row(3, .tapped) }, ".row(3, .tapped)")
    claimEqual(name { (text: String) in .error(Offline(code: 1), text) }, ".error")
    claimEqual(name { (number: Int) in .plain("a", .some(number)) }, ".plain(.some)")
    // There is no sample value of `Token`, but only one path is possible.
    claimEqual(name { (never: Token?) in .token(never) }, ".token")
  }
}

extension CasePathConstantTests {
  struct Token: Equatable { var name: String }
  struct Opaque { var id: Int }
  struct Offline: Error, Equatable { var code: Int }
  final class Object {}

  enum Root {
    case number(Int)
    case two(Int, Int)
    case tokens(Token, Token)
    case token(Token?)
    case objects(Object, Object)
    case opaque(Opaque?, Int)
    case closure((Int) -> Int, Int)
    case optional(Int?, String)
    case error(any Error, String)
    case plain(String, Plain)
    case row(Int, Child)
    case rows(IdentifiedAction<Int, Child>)
    case path(StackAction<Int, Path>)
    case transform((Int) -> Int)
  }

  enum Reading: Equatable {
    case value(Int, Double)
    case pair(Double, Int)
    case single(Double)
  }

  enum Failing {
    case failed(any Error, after: Int)
  }

  enum Plain {
    case some(Int)
    case nothing
  }

  enum Path {
    case guess(Child)
    case again(Child)
  }

  enum Child: Equatable {
    case loaded(Int)
    case named(String)
    case tapped
  }
}
