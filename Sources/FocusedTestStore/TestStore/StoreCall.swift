/// The calls by which a test drives a store, by the names that messages give them, and traces those that they have.
package enum StoreCall: String {
  case send, explore, receive, assertNotReceived, finish, settle, skipReceivedActions,
    skipInFlightEffects
  case taskFinish = "task.finish"
  case taskCancel = "task.cancel"
}
