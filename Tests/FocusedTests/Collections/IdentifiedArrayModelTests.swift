import Foundation
import FocusedTestStore
import Testing

/// Random operations on an identified array, and on a plain array with linear searches.
struct IdentifiedArrayModelTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func `thousands of random edits keep it the same as a plain array`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var rows: IdentifiedArrayOf<Row> = []
    var model: [Row] = []
    for step in 0..<3_000 {
      let operation = Int.random(in: 0..<23, using: &random)
      edit(&rows, &model, operation, &random)
      guard isValid(rows, model) else {
        Issue.record("step \(step), operation \(operation): \(rows) instead of \(model)")
        return
      }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `arrays with one storage have the same elements`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var rows: IdentifiedArrayOf<Row> = []
    var earlier: [(elements: [Row], storage: ArrayStorage?)] = []
    var compared = 0
    for step in 0..<3_000 {
      if random.chance(20) { earlier.append((rows.elements.map(\.self), rows.storage)) }
      earlier = earlier.suffix(10)
      var model = rows.elements.map(\.self)
      if random.chance(50) { edit(&rows, &model, .random(in: 0..<23, using: &random), &random) }
      for (elements, storage) in earlier where storage == rows.storage {
        compared += 1
        #expect(elements == rows.elements, "step \(step)")
      }
    }
    #expect(compared > 100)
  }

  @Test func `an edit moves the elements to another storage, if the former is retained`() {
    let rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    var copy = rows
    claimEqual(copy.storage, rows.storage)
    copy[id: 1]?.value = 1
    #expect(copy.storage != rows.storage)
    copy = rows
    claimEqual(copy.storage, rows.storage)
  }

  @Test func `an edit that ends early moves the elements, too`() throws {
    struct Failure: Error {}
    func change(_ value: inout Int) throws {
      value = 1
      throw Failure()
    }
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
    var storages = [rows.storage]
    #expect(throws: Failure.self) { try change(&rows[1].value) }
    storages.append(rows.storage)
    #expect(throws: Failure.self) { try change(&rows[id: 3]!.value) }
    storages.append(rows.storage)
    #expect(storages[1] != storages[0])
    #expect(storages[2] != storages[1] && storages[2] != storages[0])
  }

  @Test func `collections are no larger for the sake of tests`() {
    let word = MemoryLayout<Int>.size
    // An array of elements, a dictionary of positions, and a word for notes.
    claimEqual(MemoryLayout<IdentifiedArrayOf<Row>>.size, 3 * word)
    claimEqual(MemoryLayout<StackState<Row>>.size, 2 * word)
    claimEqual(MemoryLayout<PresentationState<Row>>.size, 2 * word)
  }

  @Test func `the check fails for an array that differs`() {
    #expect(!isValid([Row(id: 1)], [Row(id: 2)]))
    #expect(!isValid([Row(id: 1), Row(id: 2)], [Row(id: 2), Row(id: 1)]))
    #expect(isValid([Row(id: 1), Row(id: 2)], [Row(id: 1), Row(id: 2)]))
  }

  private func isValid(_ rows: IdentifiedArrayOf<Row>, _ model: [Row]) -> Bool {
    rows.elements == model
      && Array(rows) == model
      && Array(rows.ids) == model.map(\.id)
      && (0..<30).allSatisfy { id in
        let index = model.firstIndex { $0.id == id }
        return rows.index(id: id) == index && rows[id: id] == index.map { model[$0] }
          && rows.ids.contains(id) == (index != nil)
      }
  }

  private func edit(
    _ rows: inout IdentifiedArrayOf<Row>, _ model: inout [Row], _ operation: Int,
    _ random: inout SeededRandom
  ) {
    let new = Row(
      id: .random(in: 0..<30, using: &random), value: .random(in: 0..<100, using: &random))
    let found = model.firstIndex { $0.id == new.id }
    let end = Int.random(in: 0...model.count, using: &random)
    let position = model.indices.randomElement(using: &random)
    let other = model.indices.randomElement(using: &random)
    let offsets = IndexSet(model.indices.filter { _ in .random(using: &random) })

    switch operation {
    case 0, 1, 2:
      let result = rows.append(new)
      claimEqual(result.inserted, found == nil)
      claimEqual(result.index, found ?? model.count)
      if found == nil { model.append(new) }
    case 3, 4:
      let result = rows.insert(new, at: end)
      claimEqual(result.inserted, found == nil)
      claimEqual(result.index, found ?? end)
      if found == nil { model.insert(new, at: end) }
    case 5:
      claimEqual(rows.updateOrAppend(new), found.map { model[$0] })
      if let found { model[found] = new } else { model.append(new) }
    case 6:
      rows.insert(contentsOf: [new, new], at: end)
      if found == nil { model.insert(new, at: end) }
    case 7:
      claimEqual(rows.remove(id: new.id), found.map { model.remove(at: $0) })
    case 8:
      rows[id: new.id] = new
      if let found { model[found] = new } else { model.append(new) }
    case 9:
      rows[id: new.id] = nil
      if let found { model.remove(at: found) }
    case 10:
      rows[id: new.id]?.value += 1
      if let found { model[found].value += 1 }
    case 11:
      guard let position, let other else { return }
      rows.swapAt(position, other)
      model.swapAt(position, other)
    case 12:
      guard let position else { return }
      claimEqual(rows.remove(at: position), model.remove(at: position))
    case 13:
      guard let position else { return }
      rows[position].value = new.value
      model[position].value = new.value
      model[position] = Row(id: model[position].id, value: 7)
      rows[position] = model[position]
    case 14:
      rows.move(fromOffsets: offsets, toOffset: end)
      let before = model[..<end].indices.filter { !offsets.contains($0) }.map { model[$0] }
      let after = model[end...].indices.filter { !offsets.contains($0) }.map { model[$0] }
      model = before + offsets.map { model[$0] } + after
    case 15:
      guard offsets.count < 4 else { return }
      rows.remove(atOffsets: offsets)
      model = model.indices.filter { !offsets.contains($0) }.map { model[$0] }
    case 16:
      rows.removeAll { $0.value == new.value }
      model.removeAll { $0.value == new.value }
      claimEqual(rows.filter { $0.value > 50 }.elements, model.filter { $0.value > 50 })
    case 17:
      rows.reverse()
      model.reverse()
    case 18:
      var twin = random
      rows.shuffle(using: &random)
      model.shuffle(using: &twin)
      rows.append(contentsOf: [new, new])
      if found == nil { model.append(new) }
    case 19:
      // Changes an ID through either subscript.
      guard let position else { return }
      let old = model[position].id
      let issues = withCapturedIssues {
        if new.value < 50 { rows[position].id = new.id } else { rows[id: old]?.id = new.id }
      }
      claimEqual(issues.count, new.id == old ? 0 : 1)
      model[position].id = new.id
      if let found, found != position { model.remove(at: position) }
    case 20:
      guard let position, new.id != model[position].id else { return }
      #expect(withCapturedIssues { rows[id: model[position].id] = new }.count == 1)
      #expect(withCapturedIssues { rows[position] = new }.count == 1)
      model[position] = new
      if found != nil { model.remove(at: position) }
    case 21:
      // Replaces elements with new IDs from outside the range, some elements from inside, and a duplicate ID.
      guard let position, let other, position <= other else { return }
      let inside = Array(model[position...other].reversed()).filter { $0.value < 60 }
      rows.replaceSubrange(position...other, with: [new] + inside + [new])
      model.removeSubrange(position...other)
      let added = ([new] + inside.filter { $0.id != new.id }).filter { row in
        !model.contains { $0.id == row.id }
      }
      model.insert(contentsOf: added, at: position)
    default:
      if new.value < 5 {
        rows.removeAll()
        model.removeAll()
      } else if new.value < 50, !model.isEmpty {
        claimEqual(rows.removeFirst(), model.removeFirst())
      } else {
        rows.sort { ($0.value, $0.id) < ($1.value, $1.id) }
        model.sort { ($0.value, $0.id) < ($1.value, $1.id) }
      }
    }
  }
}

extension IdentifiedArrayModelTests {
  struct Row: Identifiable, Hashable {
    var id: Int
    var value = 0
  }
}

extension IdentifiedArray {
  fileprivate var storage: ArrayStorage? { ArrayStorage(of: elements) }
}
