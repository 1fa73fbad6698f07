import Observation
import Requirements
import Synchronization
import Testing

@Suite("Forms", .timeLimit(.minutes(1)))
@MainActor
struct FormTests {
  @Observable
  final class SignUp: FormModel {
    let name = Field("", .notEmpty().because("A name"), .maxLength(5))
    let age = Field<Int?>(.inRange(18...120), .multipleOf(2))
    let phone = Field<String?>(.ifPresent(.phone()))
    let again = Field("")
    let terms = Field(false, .require(\.self))

    var errorsAcrossFields: [ValidationError] {
      name.value == again.value ? [] : [ValidationError(message: "Not the same")]
    }
  }

  private func messages(_ errors: [ValidationError]) -> [String] { errors.map(\.description) }

  @Test("errors are live, and shown after the first edit")
  func live() {
    let form = SignUp()
    #expect(messages(form.name.errors) == ["A name"] && form.name.shownErrors.isEmpty)
    // Frameworks assign what is there already when a text field is left.
    form.name.value = ""
    #expect(!form.name.isEdited && form.name.shownErrors.isEmpty)
    form.name.value = "annabel"
    #expect(form.name.isEdited && !form.name.isValid)
    #expect(messages(form.name.shownErrors) == ["Length must be at most 5 characters"])
    form.name.value = ""
    #expect(messages(form.name.shownErrors) == ["A name"])
    form.name.value = "anna"
    #expect(form.name.isValid && form.name.errors.isEmpty)
    #expect(form.isEdited && !form.age.isEdited && form.age.shownErrors.isEmpty)
    form.name.reset()
    #expect(form.name.value == "" && form.name.shownErrors.isEmpty && !form.isEdited)
    form.name.reset(to: "annabel")
    #expect(form.name.errors.count == 1 && form.name.shownErrors.isEmpty)
    form.name.reset()
    #expect(form.name.value == "annabel")
  }

  @Test("nil fails once, or not at all if everything is inside ifPresent")
  func optionals() {
    let form = SignUp()
    #expect(messages(form.age.errors) == ["Value is missing"])
    #expect(form.phone.isValid)
    form.age.value = 17
    #expect(form.age.errors.count == 2)
    form.age.value = nil
    #expect(messages(form.age.shownErrors) == ["Value is missing"])
    form.phone.value = "x"
    #expect(!form.phone.isValid)
    let nothing = Field<Int?>()
    let given = Field<Int?>(5, .inRange(1...3))
    let itself = Field<Int?>(.required())
    let either = Field<Int?>(.ifPresent(.inRange(1...3)), .equalTo(2))
    #expect(nothing.isValid && given.errors.count == 1)
    #expect(messages(itself.errors) == ["Value is missing"])
    #expect(messages(either.errors) == ["Value is missing"])
  }

  @Test("the whole form: every error with its field, and those across fields")
  func whole() async {
    let form = SignUp()
    #expect(!form.isValid)
    #expect(await !form.validate())
    #expect(
      messages(form.errors) == ["name: A name", "age: Value is missing", "terms: Must be true"])
    #expect(messages(form.terms.shownErrors) == ["Must be true"])
    form.name.value = "anna"
    form.age.value = 36
    form.terms.value = true
    #expect(messages(form.errors) == ["Not the same"] && !form.isValid)
    form.again.value = "anna"
    #expect(form.isValid)
    #expect(await form.validate())
    form.reset()
    #expect(form.terms.shownErrors.isEmpty && !form.terms.value && !form.isEdited)
  }

  @Observable
  class Person: FormModel {
    let name = Field("", .notEmpty())
    var nick: Field<String> = Field("", .notEmpty())
  }

  @Observable
  final class Pupil: Person {
    let form = Field(0, .inRange(1...13))
  }

  @Observable
  final class Empty: FormModel {}

  @Test("fields are found in superclasses and behind var; a form without any says so")
  func fields() {
    #expect(Pupil().fields.map(\.name) == ["name", "nick", "form"])
    let empty = Empty()
    #expect(!empty.isValid && empty.errors.count == 1)
    #expect(empty.errors[0].code == ReasonCode.mistake)
    #expect(empty.errors[0].message.hasPrefix("Empty has no fields"))
  }

  @Observable
  final class Line: FormModel {
    var price = Field(0, .greaterThan(0))
    @ObservationIgnored weak var order: Order?
    var errorsAcrossFields: [ValidationError] {
      price.value > 9 ? [ValidationError(message: "Too much")] : []
    }
  }

  @Observable
  final class Address: FormModel {
    let city = Field("", .notEmpty())
    let country = Field("", .notEmpty(), checks: AsyncRequirement { _ in .confirmed })
  }

  @Observable
  final class Order: FormModel {
    let email = Field("a@b.co", .email())
    let address = Address()
    var lines = [Line(), Line()]
    var errorsAcrossFields: [ValidationError] {
      lines.isEmpty ? [ValidationError(message: "No lines")] : []
    }
  }

  @Test("forms inside a form belong to it, with the whole path")
  func nested() async {
    let order = Order()
    // A form that knows the one around it is asked once.
    for line in order.lines { line.order = order }
    #expect(
      order.errors.map(\.path.description) == [
        "address.city", "address.country", "lines[0].price", "lines[1].price",
      ])
    #expect(!order.isEdited && !order.isValid && order.address.city.shownErrors.isEmpty)
    order.lines[1].price.value = 10
    order.address.city.value = "Oslo"
    order.address.country.value = "NO"
    #expect(order.isEdited && order.isChecking)
    #expect(await !order.validate())
    #expect(
      messages(order.errors) == [
        "lines[0].price: Value must be greater than 0", "lines[1]: Too much",
      ])
    #expect(order.lines[0].price.shownErrors.count == 1)
    order.lines.removeAll()
    #expect(messages(order.errors) == ["No lines"])
    order.lines = [Line()]
    order.lines[0].price.value = 1
    #expect(await order.validate() && order.errors.isEmpty)
    order.reset()
    #expect(!order.isEdited && order.lines[0].price.value == 0 && order.address.city.value == "")
  }

  @Observable
  final class Listed: FormModel {
    var lines = [Line()]
    var forms: [(path: ValuePath, form: any FormModel)] { formList("lines", lines) }
  }

  @Test("with forms that are listed, whoever reads validity hears of a change of their number")
  func listed() {
    let form = Listed()
    let isTold = Mutex(false)
    withObservationTracking {
      _ = form.isValid
    } onChange: {
      isTold.withLock { $0 = true }
    }
    form.lines.append(Line())
    #expect(isTold.withLock { $0 })
    #expect(form.errors.map(\.path.jsonPointer) == ["/lines/0/price", "/lines/1/price"])
  }

  @Test("whoever reads errors or validity hears of a change")
  func observation() {
    let form = SignUp()
    let reads: [@MainActor () -> Void] = [
      { _ = form.name.value }, { _ = form.name.shownErrors }, { _ = form.name.isValid },
      { _ = form.errors }, { _ = form.isEdited },
    ]
    for (number, read) in reads.enumerated() {
      let isTold = Mutex(false)
      withObservationTracking {
        read()
      } onChange: {
        isTold.withLock { $0 = true }
      }
      form.age.value = number
      form.age.reset()
      let isToldOfAge = isTold.withLock { $0 }
      #expect(isToldOfAge == (number > 2))
      form.name.value = "anna\(number)"
      #expect(isTold.withLock { $0 })
      form.name.reset()
    }
  }
}
