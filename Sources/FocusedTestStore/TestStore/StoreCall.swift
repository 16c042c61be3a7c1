import BehaviorLedger

/// The calls by which a test drives a store.
enum StoreCall: String {
  case send, explore, receive, assertNotReceived, finish, settle, skipReceivedActions,
    skipInFlightEffects
  case taskFinish = "task.finish"
  case taskCancel = "task.cancel"
}

extension TracedCall.Kind {
  init?(_ call: StoreCall) {
    switch call {
    case .send: self = .send
    case .receive: self = .receive
    case .assertNotReceived: self = .assertNotReceived
    case .finish, .taskFinish: self = .finish
    case .settle: self = .settle
    case .skipReceivedActions: self = .skipReceivedActions
    case .skipInFlightEffects: self = .skipInFlightEffects
    case .explore, .taskCancel: return nil
    }
  }
}
