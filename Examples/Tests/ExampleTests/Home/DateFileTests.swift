import Foundation
import Home
import Testing

struct DateFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent(UUID().uuidString)

  @Test func `a file has the last saved dates`() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = DateDatabase.file(at: folder.appendingPathComponent("dates.json"))
    let before = try await database.load()
    #expect(before == [])
    for dates in [[.second, .first], [.first], []] as [[SavedDate]] {
      try await database.save(dates)
      let loaded = try await database.load()
      #expect(loaded == dates)
    }
  }

  @Test func `loading a damaged file and saving to a missing folder fail`() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("dates.json")
    try Data("{".utf8).write(to: file)
    await #expect(throws: (any Error).self) { try await DateDatabase.file(at: file).load() }
    let nowhere = DateDatabase.file(at: folder.appendingPathComponent("no/dates.json"))
    let nothing = try await nowhere.load()
    #expect(nothing == [])
    await #expect(throws: (any Error).self) { try await nowhere.save([.first]) }
  }
}
