// This module has the spellings of the documents that describe the five ways of validating, where
// `Requirements` has other ones. Code written after those documents compiles with it. New code
// needs only `Requirements`.
@_exported public import Requirements
