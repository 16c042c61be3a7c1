/// The difference between two values, or `nil` when there is none to see.
///
/// Lines that begin with `−` belong to the expected value, lines that begin with `+` to the actual
/// one. What is the same on both sides is left out, and counted. Two values that their own `==` calls
/// equal have no difference, whatever they look like. Two values that differ and print alike are said
/// to be so in words.
///
/// ```swift
/// let difference = diff(Person(name: "Blob", age: 33), Person(name: "Blob", age: 34))
/// ```
///
/// ```
///   Person(
///     … (1 unchanged),
/// −   age: 33
/// +   age: 34
///   )
/// ```
///
/// - Returns: At most about 50 lines; the last one says so when there would be more. Unchanged
///   elements of arrays are compared and never reflected, so that a change in a large array costs
///   little more than comparing it.
public func diff<T>(_ expected: T, _ actual: T) -> String? {
  ValueDiff.lines(expected, actual)?.joined(separator: "\n")
}

package enum ValueDiff {
  /// The lines of a diff, or `nil` when there is no difference to see.
  package static func lines(_ expected: Any, _ actual: Any, limit: Int = 50) -> [String]? {
    guard !areEqual(expected, actual) else { return nil }
    var builder = DiffBuilder(limit: limit)
    builder.compare(expected, actual, DiffBuilder.Place())
    let lines = builder.finish()
    return lines.isEmpty ? nil : lines
  }
}

struct DiffBuilder {
  /// Where in the text a value stands: what comes before it and after it on its lines.
  struct Place {
    var depth = 0
    var label: String?
    var comma = ""
  }

  enum Side: String {
    case both = "  "
    case expected = "− "
    case actual = "+ "
  }

  let limit: Int
  private var lines: [String] = []
  private var isCut = false
  private var visited: Set<[ObjectIdentifier]> = []
  /// How many lines one side of a replaced value may take, so that both sides are seen.
  private let linesOfOneSide = 20

  init(limit: Int) { self.limit = limit }

  var isFull: Bool { isCut }

  func finish() -> [String] {
    isCut ? lines + ["  … (cut after \(limit) lines; there are more differences)"] : lines
  }

  mutating func emit(_ side: Side, _ text: String, depth: Int) {
    guard lines.count < limit else {
      isCut = true
      return
    }
    lines.append(side.rawValue + String(repeating: "  ", count: depth) + text)
  }

  /// Prints how two values differ that are known not to be equal.
  mutating func compare(_ expected: Any, _ actual: Any, _ place: Place) {
    guard !isFull else { return }
    guard place.depth < 16 else { return replace(expected, actual, place) }
    if let lists = ListPair(expected, actual) { return compare(lists, expected, actual, place) }
    switch (Shape(of: expected), Shape(of: actual)) {
    case (.present(let lhs), .present(let rhs)):
      compare(lhs, rhs, place)
    case (.record(let lhs), .record(let rhs)) where lhs.type == rhs.type:
      guard enter(lhs.object, rhs.object) else { return printAlike(expected, actual, place) }
      compareFields("\(lhs.typeName)(", lhs.fields, rhs.fields, of: (expected, actual), place)
    case (.choice(let lhs), .choice(let rhs))
    where lhs.caseName == rhs.caseName && lhs.type == rhs.type && !lhs.payload.isEmpty:
      guard !areShort(expected, actual) else { return replace(expected, actual, place) }
      compareFields(".\(lhs.caseName)(", lhs.payload, rhs.payload, of: (expected, actual), place)
    case (.tuple(let lhs), .tuple(let rhs)):
      guard !areShort(expected, actual) else { return replace(expected, actual, place) }
      compareFields("(", lhs, rhs, of: (expected, actual), place)
    case (.list(let lhs), .list(let rhs)):
      compare(ListPair(lhs, rhs), expected, actual, place)
    case (.dictionary(let lhs), .dictionary(let rhs)) where lhs.count > 0 && rhs.count > 0:
      compareDictionaries(lhs, rhs, of: (expected, actual), place)
    case (.set(let lhs), .set(let rhs)) where lhs.count > 0 && rhs.count > 0:
      compareSets(lhs, rhs, of: (expected, actual), place)
    case (.string(let lhs), .string(let rhs)):
      compareStrings(lhs, rhs, of: (expected, actual), place)
    default:
      replace(expected, actual, place)
    }
  }

  /// Prints both values whole.
  mutating func replace(_ expected: Any, _ actual: Any, _ place: Place) {
    let old = ValueDump.lines(of: expected, limits: .brief)
    let new = ValueDump.lines(of: actual, limits: .brief)
    guard old != new || type(of: expected) != type(of: actual) else {
      return printAlike(expected, actual, place)
    }
    emitBlock(.expected, old, place)
    emitBlock(.actual, new, place)
    if old == new {
      emit(
        .both,
        "// different types: \(TypeName.of(type(of: expected))) and "
          + TypeName.of(type(of: actual)), depth: place.depth)
    }
  }

  /// Prints one value that the other side does not have.
  mutating func emitWhole(_ side: Side, _ value: Any, _ place: Place) {
    guard !isFull else { return }
    emitBlock(side, ValueDump.lines(of: value, limits: .brief), place)
  }

  /// Prints two values that differ in a way that no line can show.
  ///
  /// Values of types without `==` are left out: nobody claims that they differ.
  mutating func printAlike(_ expected: Any, _ actual: Any, _ place: Place) {
    let isInstance = type(of: expected) is AnyClass
    guard equatableResult(expected, actual) == false || isInstance else { return }
    let lines = ValueDump.lines(of: expected, limits: .brief)
    emitBlock(.expected, lines, place)
    emitBlock(.actual, lines, place)
    let isUnequalToItself = equatableResult(expected, expected) == false
    let reason =
      isUnequalToItself
      ? "these are never equal (!=), even to themselves"
      : equatableResult(expected, actual) == nil
        ? "these are two instances that print alike"
        : "these are not equal (!=), although they print alike"
    emit(.both, "// \(reason)", depth: place.depth)
  }

  mutating func emitUnchanged(_ count: Int, _ place: Place) {
    guard count > 0 else { return }
    emit(.both, "… (\(grouped(count)) unchanged)\(place.comma)", depth: place.depth)
  }

  mutating func open(_ text: String, _ place: Place) {
    emit(.both, place.label.map { "\($0): \(text)" } ?? text, depth: place.depth)
  }

  mutating func close(_ text: String, _ place: Place) {
    emit(.both, text + place.comma, depth: place.depth)
  }

  /// Runs the body, and drops what it printed when that is only the frame around nothing.
  mutating func unlessEmpty(
    _ opening: String, _ closing: String, of values: (expected: Any, actual: Any), _ place: Place,
    body: (inout DiffBuilder) -> Void
  ) {
    let start = lines.count
    open(opening, place)
    let inside = lines.count
    body(&self)
    let printsChange = lines[min(inside, lines.count)...].contains {
      $0.hasPrefix(Side.expected.rawValue) || $0.hasPrefix(Side.actual.rawValue)
    }
    if printsChange || isFull { return close(closing, place) }
    lines.removeSubrange(start...)
    printAlike(values.expected, values.actual, place)
  }

  private mutating func compareFields(
    _ opening: String, _ expected: [Shape.Field], _ actual: [Shape.Field],
    of values: (expected: Any, actual: Any), _ place: Place
  ) {
    guard expected.count == actual.count,
      zip(expected, actual).allSatisfy({ $0.label == $1.label })
    else { return replace(values.expected, values.actual, place) }
    unlessEmpty(opening, ")", of: values, place) { builder in
      var unchanged = 0
      for (index, (old, new)) in zip(expected, actual).enumerated() {
        let inner = Place(
          depth: place.depth + 1, label: new.label, comma: index < actual.count - 1 ? "," : "")
        // Lists find where they differ and that they do in one pass.
        let lists = ListPair(old.value, new.value)
        if lists.map(\.areEqual) ?? areEqual(old.value, new.value) {
          unchanged += 1
          if index == actual.count - 1 { builder.emitUnchanged(unchanged, inner) }
          continue
        }
        builder.emitUnchanged(unchanged, Place(depth: inner.depth, comma: ","))
        unchanged = 0
        if let lists {
          builder.compare(lists, old.value, new.value, inner)
        } else {
          builder.compare(old.value, new.value, inner)
        }
      }
    }
  }

  private mutating func emitBlock(_ side: Side, _ block: [String], _ place: Place) {
    var block = block
    if let label = place.label { block[0] = "\(label): \(block[0])" }
    block[block.count - 1] += place.comma
    let isLong = block.count > linesOfOneSide
    for line in isLong ? block.prefix(linesOfOneSide - 1) : block[...] {
      emit(side, line, depth: place.depth)
    }
    if isLong {
      let rest = block.count - linesOfOneSide + 1
      emit(side, "  … \(counted(rest, "more line"))", depth: place.depth)
    }
  }

  /// Whether both values print on one line each, so that two lines say it all.
  private func areShort(_ expected: Any, _ actual: Any) -> Bool {
    ValueDump.lines(of: expected, limits: .brief).count == 1
      && ValueDump.lines(of: actual, limits: .brief).count == 1
  }

  /// Whether the two instances were not compared before, further up a cycle or elsewhere.
  private mutating func enter(_ expected: AnyObject?, _ actual: AnyObject?) -> Bool {
    guard let expected, let actual else { return true }
    return visited.insert([ObjectIdentifier(expected), ObjectIdentifier(actual)]).inserted
  }
}
