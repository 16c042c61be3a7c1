// Wrong with `Mutex`, which has no such member: `.ci/apple` must say so.
func planted(_ lock: borrowing Lock<Int>) { _ = lock.mutex }
