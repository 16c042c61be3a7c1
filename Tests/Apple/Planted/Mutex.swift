// A fault: `Mutex` has no such member. `.ci/apple` must report it.
func planted(_ lock: borrowing Lock<Int>) { _ = lock.mutex }
