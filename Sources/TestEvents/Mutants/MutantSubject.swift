/// The error in a feature while a test runs with a mutant.
package enum MutantSubject: Hashable, Sendable {
  /// A behavior doesn't happen, because the store suppresses it.
  case behavior(Behavior)

  /// The source code differs, by a switch in a copy of the package.
  case source(SourceMutant)

  package var behavior: Behavior? {
    if case .behavior(let behavior) = self { behavior } else { nil }
  }

  package var source: SourceMutant? {
    if case .source(let mutant) = self { mutant } else { nil }
  }

  /// The feature's name in reports.
  package var shownFeature: String {
    switch self {
    case .behavior(let behavior): behavior.shownFeature
    case .source(let mutant): mutant.feature
    }
  }

  package var feature: String {
    switch self {
    case .behavior(let behavior): behavior.feature
    case .source(let mutant): mutant.feature
    }
  }
}

extension MutantSubject: Comparable {
  package static func < (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.behavior(let a), .behavior(let b)): a < b
    case (.source(let a), .source(let b)): a < b
    case (.behavior, .source): true
    case (.source, .behavior): false
    }
  }
}

extension MutantSubject: CustomStringConvertible {
  package var description: String {
    switch self {
    case .behavior(let behavior): behavior.description
    case .source(let mutant): mutant.description
    }
  }
}

/// A behavior is encoded by its own keys, and a source mutant under the key `source`.
extension MutantSubject: Codable {
  private enum CodingKeys: String, CodingKey { case source }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self =
      if let mutant = try values.decodeIfPresent(SourceMutant.self, forKey: .source) {
        .source(mutant)
      } else {
        .behavior(try Behavior(from: decoder))
      }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .behavior(let behavior): try behavior.encode(to: encoder)
    case .source(let mutant):
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(mutant, forKey: .source)
    }
  }
}
