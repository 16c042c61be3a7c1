/// An error that is thrown once an issue has told of its cause, so that it is no further issue.
package protocol ReportedError: Error {}
