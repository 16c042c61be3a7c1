import FocusedTestStore
import Profile
import Testing

/// Only its own action changes a field, and each delayed change arrives once, in time.
struct ProfileModel: Model {
  struct Due: Equatable {
    var time: Duration
    var value: Int

    /// Whether the value may arrive now. It may be late, because an effect begins to sleep only
    /// when it runs.
    func allows(_ value: Int, at now: Duration) -> Bool { value == self.value && now >= time }
  }

  var state: Profile.State
  private(set) var ages: [Int: Due] = [:]
  private(set) var moods: [Int: Due] = [:]
  /// The time at which the last effect ends.
  private(set) var end = Duration.zero

  init(_ state: Profile.State = Profile.State()) {
    self.state = state
  }

  func expect(_ state: Profile.State, at sourceLocation: SourceLocation) {
    #expect(state == self.state, sourceLocation: sourceLocation)
  }

  mutating func follow(_ action: Profile.Action, at moment: Moment) {
    switch action {
    case .changeIdentity(let name, let surname):
      #expect(moment.cause == nil)
      state.name = name
      state.surname = surname
    case .changeAge(let age):
      if let cause = moment.cause {
        #expect(ages.removeValue(forKey: cause).map { $0.allows(age, at: moment.time) } == true)
      }
      state.age = age
    case .changeMood(let mood):
      if let cause = moment.cause {
        #expect(moods.removeValue(forKey: cause).map { $0.allows(mood, at: moment.time) } == true)
      }
      state.mood = mood
    case .advanceAgeAndMoodAfterDelay:
      #expect(moment.cause == nil)
      let time = moment.time + .seconds(1)
      ages[moment.step] = Due(time: time, value: state.age + 1)
      moods[moment.step] = Due(time: time, value: state.mood + 1)
      end = max(end, time)
    case .watchMood:
      #expect(moment.cause == nil)
      end = max(end, moment.time + .seconds(24 * 60 * 60))
    }
  }

  var isSettled: Bool { ages.isEmpty && moods.isEmpty }
}
