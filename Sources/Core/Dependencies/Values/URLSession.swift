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
  /// In a test, reading it without an override reports an issue.
  public var urlSession: URLSession {
    get {
      self[
        URLSessionKey.self,
        orInTest: {
          $0.reportUse(
            of: "the URL session",
            override: "$0.urlSession = URLSession(configuration: …)")
          return URLSessionKey.testValue
        }]
    }
    set { self[URLSessionKey.self] = newValue }
  }
}
