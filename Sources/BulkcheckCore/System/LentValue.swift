/// A value that crosses to other threads. One thread at a time uses it, or each uses another part
/// of it.
///
/// `@unchecked Sendable`, the only type without a lock that is: the compiler cannot see that
/// threads take turns. Each lender says at its place why they do. The argument is always that the
/// lending thread waits until the others have ended, as `concurrentPerform` makes it, or hands the
/// value over with a barrier and uses it no more.
package struct LentValue<Content>: @unchecked Sendable {
  package let value: Content

  package init(_ value: Content) { self.value = value }
}
