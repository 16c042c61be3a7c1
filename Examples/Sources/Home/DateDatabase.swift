import Core
import Foundation

/// The database of the dates.
public struct DateDatabase: Sendable {
  public var load: @Sendable () async throws -> [SavedDate]
  public var save: @Sendable ([SavedDate]) async throws -> Void

  public init(
    load: @escaping @Sendable () async throws -> [SavedDate],
    save: @escaping @Sendable ([SavedDate]) async throws -> Void
  ) {
    self.load = load
    self.save = save
  }
}

public struct SavedDate: Codable, Equatable, Identifiable, Sendable {
  public let id: UUID
  public var date: Date

  public init(id: UUID, date: Date) {
    self.id = id
    self.date = date
  }
}

extension DateDatabase {
  /// A database in a JSON file. If the file is missing, there are no dates.
  public static func file(at url: URL) -> DateDatabase {
    DateDatabase(
      load: {
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        return try JSONDecoder().decode([SavedDate].self, from: Data(contentsOf: url))
      },
      save: { try JSONEncoder().encode($0).write(to: url, options: .atomic) })
  }
}

extension DateDatabase: DependencyKey {
  public static let liveValue = DateDatabase.file(
    at: FileManager.default.temporaryDirectory.appendingPathComponent("examples-dates.json"))

  public static let testValue = DateDatabase(
    load: unimplemented("DateDatabase.load"),
    save: unimplemented("DateDatabase.save"))
}

extension DependencyValues {
  public var dateDatabase: DateDatabase {
    get { self[DateDatabase.self] }
    set { self[DateDatabase.self] = newValue }
  }
}
