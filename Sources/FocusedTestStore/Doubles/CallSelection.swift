/// Which of the held calls a test means.
struct CallSelection<Input> {
  /// The input that the call must have, if the test gives one.
  let input: Input?
  /// Whether the test gives a condition.
  let isConditional: Bool
  let includes: (Input) -> Bool

  static var oldest: CallSelection {
    CallSelection(input: nil, isConditional: false) { _ in true }
  }

  static func having(_ input: Input, matches: @escaping (Input) -> Bool) -> CallSelection {
    CallSelection(input: input, isConditional: false, includes: matches)
  }

  static func meeting(_ condition: @escaping (Input) -> Bool) -> CallSelection {
    CallSelection(input: nil, isConditional: true, includes: condition)
  }
}
