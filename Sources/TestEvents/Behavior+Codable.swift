/// As in a line of the ledger: `module`, `feature`, `action`, `outcome` and, if the outcome has one, its `name`.
extension Behavior: Codable {
  private enum CodingKeys: String, CodingKey {
    case module, feature, action, outcome, name
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let kind = try values.decode(String.self, forKey: .outcome)
    let name = try values.decodeIfPresent(String.self, forKey: .name)
    guard let outcome = Kind(rawValue: kind).flatMap({ Outcome(kind: $0, name: name) })
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .outcome, in: values, debugDescription: "Expected an outcome, and found \(kind).")
    }
    self.init(
      module: try values.decodeIfPresent(String.self, forKey: .module) ?? "",
      feature: try values.decode(String.self, forKey: .feature),
      action: try values.decode(String.self, forKey: .action), outcome: outcome)
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    if !module.isEmpty { try values.encode(module, forKey: .module) }
    try values.encode(feature, forKey: .feature)
    try values.encode(action, forKey: .action)
    try values.encode(outcome.kind.rawValue, forKey: .outcome)
    try values.encodeIfPresent(outcome.name, forKey: .name)
  }
}
