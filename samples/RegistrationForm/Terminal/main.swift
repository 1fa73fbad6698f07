// A registration form in a terminal: each field is judged as soon as something is typed into it.
//
//   swift run RegistrationForm
//   printf 'an\nanna\n' | swift run RegistrationForm        the same from a script
internal import RegistrationRules
internal import Requirements

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

let questions: [RegistrationForm.Field: String] = [
  .username: "Username", .email: "Email", .password: "Password (shown as you type)",
  .age: "Age", .agreedToTerms: "Do you agree to the terms? (yes, no)",
]

let isTerminal = isatty(STDIN_FILENO) == 1

/// A line that someone types; nil at the end of the input.
func ask(_ question: String) -> String? {
  print("\(question): ", terminator: "")
  // A prompt has no line feed that would send it.
  fflush(nil)
  let line = readLine()
  if !isTerminal || line == nil { print(line ?? "") }
  return line
}

/// Asks until the field has no errors, which come from the field's live stream. False at the end of
/// the input.
func fill(_ field: RegistrationForm.Field, of form: inout RegistrationForm) async -> Bool {
  var updates = form.updates(field).makeAsyncIterator()
  while let text = ask(questions[field] ?? field.rawValue) {
    form.type(text, into: field)
    let errors = await updates.next() ?? []
    if errors.isEmpty { return true }
    for error in errors { print("  - \(error.message)") }
  }
  return false
}

/// The exit code: 0 with a registration, 1 without.
func run() async -> Int32 {
  var form = RegistrationForm()
  print("Registration. Ctrl-D gives up.")

  // A second listener: how often the password was typed.
  let passwords = form.updates(.password)
  let attempts = Task {
    var count = 0
    for await errors in passwords {
      count += 1
      if errors.isEmpty { break }
    }
    return count
  }

  for field in RegistrationForm.Field.allCases {
    guard await fill(field, of: &form) else { break }
  }

  if let registration = form.registration {
    let count = await attempts.value
    print("\nWelcome, \(registration.username).")
    print("Your password took \(count == 1 ? "one attempt" : "\(count) attempts").")
    return 0
  }
  attempts.cancel()
  print("\nNot registered. The first error: \(form.firstError?.message ?? "")")
  print("All of them:")
  for (field, error) in form.allErrors { print("  \(field.rawValue): \(error.message)") }
  return 1
}

exit(await run())
