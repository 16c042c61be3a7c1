/// Which of the held calls a test means.
struct CallSelection<Input> {
  enum Kind {
    case oldest
    case having(Input)
    case meetingCondition
  }

  let kind: Kind
  let includes: (Input) -> Bool

  static var oldest: CallSelection { CallSelection(kind: .oldest) { _ in true } }

  static func having(_ input: Input, matches: @escaping (Input) -> Bool) -> CallSelection {
    CallSelection(kind: .having(input), includes: matches)
  }

  static func meeting(_ condition: @escaping (Input) -> Bool) -> CallSelection {
    CallSelection(kind: .meetingCondition, includes: condition)
  }
}
