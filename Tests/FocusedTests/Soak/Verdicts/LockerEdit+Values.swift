import FocusedTestStore

// MARK: - Numbers, flags, and optionals

extension LockerEdit {
  static func value(_ random: inout SeededRandom) -> LockerEdit {
    let k = random.number(1..<4)
    let ratio = random.pick([1, 2, .nan, .infinity, 0.0])
    let optional = random.pick([nil, k])
    let stars: Int?? = random.pick([nil, .some(nil), .some(k)])
    let edits: [LockerEdit] = [
      plain(".count = \(k)", \.count, \.count) { $0 = k },
      plain(".count += \(k)", \.count, \.count) { $0 += k },
      plain(".count = min(4, $0.count + \(k))", \.count, \.count) { $0 = min(4, $0 + k) },
      plain(".bonus = \(k)", \.bonus, \.bonus) { $0 = k },
      plain(".bonus = max(0, $0.bonus - 1)", \.bonus, \.bonus) { $0 = max(0, $0 - 1) },
      plain(".ratio = \(ratio)", \.ratio, \.ratio) { $0 = ratio },
      plain(".ratio += 1", \.ratio, \.ratio) { $0 += 1 },
      plain(".isOn = true", \.isOn, \.isOn) { $0 = true },
      plain(".isOn.toggle()", \.isOn, \.isOn) { $0.toggle() },
      plain(".name = \(String(describing: optional))", \.name, \.name) { $0 = optional },
      plain(".name? += 1", \.name, \.name) { $0? += 1 },
      LockerEdit("$0.count += $0.bonus; $0.bonus = 0") {
        $0.count += $0.bonus
        $0.bonus = 0
      } model: {
        $0.model.count += $0.model.bonus
        $0.model.bonus = 0
      },
      plain(".note = Note(text: \(k), stars: \(stars as Any))", \.note, \.note) {
        $0 = Locker.Note(text: k, stars: stars)
      },
      plain(".note = nil", \.note, \.note) { $0 = nil },
      plain(".note?.text += \(k)", \.note, \.note) { $0?.text += k },
      plain(".note?.stars = \(stars as Any)", \.note, \.note) { $0?.stars = stars },
      LockerEdit(
        "$0.sheet = \(String(describing: optional))",
        { $0.sheet = optional.map { Locker.Page(value: $0) } }
      ) { $0.present(optional) },
      LockerEdit("$0.sheet?.value = \(k)", { $0.sheet?.value = k }) { $0.changeSheet { $0 = k } },
      LockerEdit("$0.sheet?.value += \(k)", { $0.sheet?.value += k }) {
        $0.changeSheet { $0 += k }
      },
    ]
    return random.pick(edits)
  }
}
