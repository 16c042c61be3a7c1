import FocusedTestStore

/// What happens in a test where several things could: the effects run as they became ready and the user does
/// nothing, but for some deviations.
///
/// A pure policy. A test meets a choice at each point where several effects are ready, and a schedule says
/// which of them runs next. The idea of few deviations from a fixed scheduler is that of delay-bounded
/// scheduling (Emmi, Qadeer and Rakamarić, 2011).
package struct Schedule: Hashable, Sendable {
  /// A point at which several effects of a store are ready, or at which the user may act.
  package struct Point: Hashable, Comparable, Sendable {
    /// How many steps of a script came before; 0 in a test without ``FocusedTestStore/TestStore/explore(upTo:_:always:fileID:filePath:line:column:)``.
    /// Counting anew after each step lets a script lose a step, and keep the choices in the others.
    package let step: Int
    /// The number of the store in its test, in the order of creation; -1 for a point of the user's.
    package let store: Int
    /// The number of the choice in its store since the step.
    package let number: Int

    package init(step: Int = 0, store: Int = 0, number: Int) {
      self.step = step
      self.store = store
      self.number = number
    }

    /// A point at which the user may act before effects have come to rest.
    package static func early(step: Int, number: Int) -> Point {
      Point(step: step, store: -1, number: number)
    }

    /// The point at which the user may act when all is at rest, in one of the explorations of a test.
    package static func rest(step: Int, exploration: Int) -> Point {
      Point(step: step, store: -1, number: firstRest + exploration)
    }

    private static let firstRest = 1 << 40

    var isOfUser: Bool { store == -1 }
    /// The number of the exploration, if this is a point at rest.
    var restOfExploration: Int? { number >= Self.firstRest ? number - Self.firstRest : nil }
    var isEarly: Bool { isOfUser && number < Self.firstRest }

    /// The point at rest at which a step of the user's is taken that came before.
    var atRest: Point { isEarly ? .rest(step: step, exploration: 0) : self }

    func moved(toStep step: Int) -> Point { Point(step: step, store: store, number: number) }

    package static func < (lhs: Point, rhs: Point) -> Bool {
      (lhs.step, lhs.isOfUser ? 1 : 0, lhs.store, lhs.number)
        < (rhs.step, rhs.isOfUser ? 1 : 0, rhs.store, rhs.number)
    }
  }

  /// Effects run as they become ready.
  package static let firstInFirstOut = Schedule()

  /// The points at which another effect runs than the one that would, and which one: 1 for the one behind it.
  package var deviations: [Point: Int]
  /// Where the choices at all other points come from; `nil` for none but the first.
  package var seed: UInt64?

  package init(_ deviations: [Point: Int] = [:], seed: UInt64? = nil) {
    self.deviations = deviations
    self.seed = seed
  }

  static func random(after seed: inout UInt64) -> Schedule {
    seed &+= 1
    return Schedule(seed: StableHash(seed).value)
  }

  /// Which of several effects runs next.
  package func choice(at point: Point, of count: Int) -> Int {
    if let choice = deviations[point] { return choice }
    guard let seed else { return 0 }
    var random = StableHash(seed)
    if point.step > 0 { random.combine(UInt64(point.step)) }
    random.combine(UInt64(point.store))
    random.combine(UInt64(point.number))
    return Int(random.value % UInt64(count))
  }

  /// How many steps the script has.
  var stepCount: Int { deviations.keys.count { $0.isOfUser } }

  /// The same steps, each when all is at rest, with effects that run as they become ready.
  var atRest: Schedule {
    var calm = Schedule(seed: seed)
    for (point, choice) in deviations where point.isOfUser {
      calm.deviations[point.atRest] = choice
    }
    return calm
  }

  /// Whether each step comes when all is at rest, and effects run as they become ready.
  var isPlain: Bool { deviations.keys.allSatisfy { $0.isOfUser && !$0.isEarly } }
}
