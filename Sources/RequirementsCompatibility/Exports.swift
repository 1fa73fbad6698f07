// Spellings that only the documents use which describe the five ways of validating. They are here
// so that code written after those documents goes on to compile. New code needs `Requirements` only.
@_exported public import Requirements
