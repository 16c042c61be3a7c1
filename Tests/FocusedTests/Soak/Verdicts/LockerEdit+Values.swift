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
      plain(".count /= 2", \.count, \.count) { $0 /= 2 },
      plain(".bonus = \(k)", \.bonus, \.bonus) { $0 = k },
      plain(".bonus = 0", \.bonus, \.bonus) { $0 = 0 },
      plain(".bonus = max(0, $0.bonus - 1)", \.bonus, \.bonus) { $0 = max(0, $0 - 1) },
      plain(".ratio = \(ratio)", \.ratio, \.ratio) { $0 = ratio },
      plain(".ratio += 1", \.ratio, \.ratio) { $0 += 1 },
      plain(".ratio /= 2", \.ratio, \.ratio) { $0 /= 2 },
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

// MARK: - Cases

extension LockerEdit {
  static func screen(_ random: inout SeededRandom) -> LockerEdit {
    let id = random.pick([2, 3, 77])
    let v = random.number(1..<4)
    let stackID = StackElementID(integerLiteral: id)
    let page = Locker.Page(value: v)
    let edits: [LockerEdit] = [
      LockerEdit(
        "$0.screens[id: \(id), case: page]?.value = \(v)",
        { $0.screens[id: stackID, case: { .page($0) }]?.value = v }
      ) { try $0.changeScreen(id: id) { $0 = v } },
      LockerEdit(
        "$0.screens[id: \(id), case: page]?.value += \(v)",
        { $0.screens[id: stackID, case: { .page($0) }]?.value += v }
      ) { try $0.changeScreen(id: id) { $0 += v } },
      LockerEdit(
        "$0.screens[id: \(id), case: page] = nil",
        { $0.screens[id: stackID, case: { .page($0) }] = nil }
      ) {
        try $0.require(
          $0.model.screens.allSatisfy { $0.id != id || $0.value != LockerModel.closed })
        $0.removeScreen(id: id)
      },
      LockerEdit(
        "$0.screens[id: \(id), case: page] = \(v)",
        { $0.screens[id: stackID, case: { .page($0) }] = page }
      ) {
        try $0.require($0.model.screens.contains { $0.id == id })
        try $0.changeScreen(id: id) { $0 = v }
      },
      LockerEdit("$0.screens[id: \(id)] = .closed", { $0.screens[id: stackID] = .closed }) {
        let index = $0.model.screens.firstIndex { $0.id == id }
        try $0.require(index != nil)
        $0.model.screens[index!].value = LockerModel.closed
      },
      LockerEdit("$0.screens[id: \(id)] = nil", { $0.screens[id: stackID] = nil }) {
        $0.removeScreen(id: id)
      },
      LockerEdit("$0.screens.append(\(v))", { $0.screens.append(.page(page)) }) {
        try $0.push([v], to: \.screens)
      },
      LockerEdit("$0.screens.popLast()", { _ = $0.screens.popLast() }) {
        _ = $0.model.screens.popLast()
      },
      LockerEdit("$0.screen = \(v)", { $0.screen = .page(page) }) { $0.model.screen = v },
      LockerEdit("$0.screen = .closed", { $0.screen = .closed }) {
        $0.model.screen = LockerModel.closed
      },
      LockerEdit("$0.screen = nil", { $0.screen = nil }) { $0.dismissScreen() },
      LockerEdit(
        "$0.$screen[case: page]?.value = \(v)", { $0.$screen[case: { .page($0) }]?.value = v }
      ) { try $0.changeScreen { $0 = v } },
      LockerEdit(
        "$0.$screen[case: page]?.value += \(v)", { $0.$screen[case: { .page($0) }]?.value += v }
      ) { try $0.changeScreen { $0 += v } },
      LockerEdit("$0.$screen[case: page] = nil", { $0.$screen[case: { .page($0) }] = nil }) {
        try $0.require($0.model.screen != LockerModel.closed)
        $0.dismissScreen()
      },
      LockerEdit("$0.$screen[case: page] = \(v)", { $0.$screen[case: { .page($0) }] = page }) {
        try $0.require($0.model.screen != nil)
        try $0.changeScreen { $0 = v }
      },
    ]
    return random.pick(edits)
  }
}
