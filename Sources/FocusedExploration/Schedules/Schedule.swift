import FocusedTestStore

/// The choices of a run: tasks run in the order in which they became ready, and the user takes no steps, except for the
/// deviations.
///
/// A pure policy. A test has a choice at each point where several tasks are ready or the user may act. A search that
/// deviates in few choices from a fixed scheduler is called *delay-bounded scheduling* (Emmi, Qadeer, and Rakamarić,
/// 2011).
package struct Schedule: Hashable, Sendable {
  /// A point at which several tasks of a store are ready, or at which the user may act.
  package struct Point: Hashable, Comparable, Sendable {
    /// The number of earlier steps of the user; 0 in a test without
    /// ``FocusedTestStore/TestStore/explore(upTo:_:always:fileID:filePath:line:column:)``. Choices are numbered per
    /// step. So an action sequence can lose one step and keep the choices in the other steps.
    package let step: Int
    /// The number of the store in its test, in the order of creation; -1 at a point of the user.
    package let store: Int
    /// The number of the choice in its store, counted from the step.
    package let number: Int

    package init(step: Int = 0, store: Int = 0, number: Int) {
      self.step = step
      self.store = store
      self.number = number
    }

    /// A point at which the user may act before effects are idle.
    package static func early(step: Int, number: Int) -> Point {
      Point(step: step, store: -1, number: number)
    }

    /// The point at which the user may act while effects are idle, in one of the explorations of a test.
    package static func idle(step: Int, exploration: Int) -> Point {
      Point(step: step, store: -1, number: firstIdle + exploration)
    }

    private static let firstIdle = 1 << 40

    var isOfUser: Bool { store == -1 }
    /// The number of the exploration, if the user acts while effects are idle.
    var explorationNumber: Int? { number >= Self.firstIdle ? number - Self.firstIdle : nil }
    var isEarly: Bool { isOfUser && number < Self.firstIdle }

    /// The point at which the user takes the same step while effects are idle.
    var whenIdle: Point { isEarly ? .idle(step: step, exploration: 0) : self }

    func moved(toStep step: Int) -> Point { Point(step: step, store: store, number: number) }

    package static func < (lhs: Point, rhs: Point) -> Bool {
      (lhs.step, lhs.isOfUser ? 1 : 0, lhs.store, lhs.number)
        < (rhs.step, rhs.isOfUser ? 1 : 0, rhs.store, rhs.number)
    }
  }

  /// Effects run in the order in which they become ready.
  package static let firstInFirstOut = Schedule()

  /// The positions of the options that are chosen instead of option 0, by their points.
  package var deviations: [Point: Int]
  /// The seed of the choices at all other points; `nil` if option 0 is chosen there.
  package var seed: UInt64?

  package init(_ deviations: [Point: Int] = [:], seed: UInt64? = nil) {
    self.deviations = deviations
    self.seed = seed
  }

  static func random(after seed: inout UInt64) -> Schedule {
    seed &+= 1
    return Schedule(seed: StableHash(seed).value)
  }

  /// Returns the position of the task that runs next.
  package func choice(at point: Point, of count: Int) -> Int {
    if let choice = deviations[point] { return choice }
    guard let seed else { return 0 }
    var random = StableHash(seed)
    if point.step > 0 { random.combine(UInt64(point.step)) }
    random.combine(UInt64(point.store))
    random.combine(UInt64(point.number))
    return Int(random.value % UInt64(count))
  }

  /// The schedule with one more deviation.
  func deviating(at point: Point, by choice: Int) -> Schedule {
    var schedule = self
    schedule.deviations[point] = choice
    return schedule
  }

  /// The number of steps of the user.
  var stepCount: Int { deviations.keys.count { $0.isOfUser } }

  /// The same steps, each taken while effects are idle, without deviations in the order of effects.
  var whenIdle: Schedule {
    var schedule = Schedule(seed: seed)
    for (point, choice) in deviations where point.isOfUser {
      schedule.deviations[point.whenIdle] = choice
    }
    return schedule
  }

  /// Whether the user takes each step while effects are idle, and the order of effects has no deviations.
  var isPlain: Bool { deviations.keys.allSatisfy { $0.isOfUser && !$0.isEarly } }
}
