import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private enum URLSessionKey: DependencyKey {
  static var liveValue: URLSession { .shared }
  static var testValue: URLSession { liveValue }
}

extension DependencyValues {
  /// The session for network requests; the shared one by default.
  ///
  /// Reports an issue if a test reads it without an override.
  public var urlSession: URLSession {
    get {
      value(
        of: URLSessionKey.self, use: "the URL session",
        override: "$0.urlSession = URLSession(configuration: …)")
    }
    set { self[URLSessionKey.self] = newValue }
  }
}
