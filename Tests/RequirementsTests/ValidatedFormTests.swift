import Requirements
import Testing

/// Properties in every form that `@Validated` takes. That they compile is half of the test: with a
/// leading dot the compiler has to find out for itself whether a requirement is about the property
/// or about the value inside an optional one.
@Suite("Validated: forms of properties")
struct ValidatedFormTests {
  static let text = "abc"
  static let name = Requirement<String>.notEmpty()

  struct Plain {
    @Validated(.notEmpty()) var typed: String = ""
    @Validated(.notEmpty()) var inferred = ""
    @Validated([.notEmpty().because("Empty"), .email()]) var array = ""
    @Validated(.inRange(1...3)) var count = 1
    @Validated(.equalTo(5)) var equal = 7
    @Validated(.require(\.self)) var flag = false
    @Validated(.each(.notEmpty())) var list = ["a", ""]
    @Validated(.notEmpty() && .email() || !.hasPrefix("a")) var operators = "abc"
    @Validated(.not(.notEmpty()), .all([.email(), .notEmpty()])) var combined = ""
    @Validated(.ifPresent(.email())) var ifPresent: String = ""
    @Validated(name) var constant = text
    @Validated(
      Requirement { $0.count > 3 ? .confirmed : .failed(reason: Reason(message: "Short")) })
    var closure = ""
    @Validated var nothing = 5
  }

  @Test("a property that is not optional keeps its type, given or inferred")
  func plain() {
    let plain = Plain()
    #expect(type(of: plain.typed) == String.self && type(of: plain.inferred) == String.self)
    #expect(type(of: plain.count) == Int.self && type(of: plain.equal) == Int.self)
    #expect(type(of: plain.flag) == Bool.self && type(of: plain.list) == [String].self)
    #expect(type(of: plain.constant) == String.self && type(of: plain.nothing) == Int.self)
    func messages(_ property: Validated<some Sendable>) -> [String] {
      property.errors.map(\.description)
    }
    #expect(messages(plain.$typed) == ["String is empty"])
    #expect(messages(plain.$inferred) == ["String is empty"])
    #expect(messages(plain.$array) == ["Empty", "String is not a valid email address"])
    #expect(messages(plain.$count) == [])
    #expect(messages(plain.$equal) == ["Value must be equal to 5"])
    #expect(messages(plain.$flag) == ["Must be true"])
    #expect(messages(plain.$list) == ["[1]: String is empty"])
    #expect(messages(plain.$operators).count == 1 && messages(plain.$combined).count == 2)
    #expect(messages(plain.$ifPresent) == ["String is not a valid email address"])
    #expect(messages(plain.$constant) == [] && messages(plain.$closure) == ["Short"])
    #expect(plain.$nothing.isValid)
  }

  struct Optionals {
    @Validated(.notEmpty().because("Empty"), .email()) var given: String? = nil
    @Validated(.notEmpty().because("Empty"), .email()) var left: String?
    @Validated([.notEmpty(), .email()]) var array: String? = nil
    @Validated([.notEmpty(), .email()]) var arrayLeft: String?
    @Validated(.notEmpty(), .email()) var literal: String? = "a"
    @Validated(.notEmpty(), .email()) var constant: String? = text
    @Validated(name) var named: String?
    @Validated(.ifPresent(.email())) var ifPresent: String?
    @Validated([.ifPresent(.email())]) var ifPresentArray: String? = nil
    @Validated(.equalTo(5)) var equal: Int?
    @Validated(.equalTo(nil)) var equalToNil: Int? = 7
    @Validated(.required(.email().because("Email?"))) var required: String?
    @Validated([.required()]) var requiredArray: String? = nil
    @Validated(.require(\.self)) var flag: Bool? = nil
    @Validated(.each(.notEmpty())) var list: [String]? = [""]
    @Validated(.notEmpty() && .email() || !.hasPrefix("a")) var operators: String? = "abc"
    @Validated(.all([.equalTo(5)]), .not(.equalTo(6))) var combined: Int?
    @Validated(
      Requirement { $0.count > 3 ? .confirmed : .failed(reason: Reason(message: "Short")) })
    var closure: String? = ""
    @Validated(
      Requirement<String?> { $0 == nil ? .confirmed : .failed(reason: Reason(message: "No")) })
    var ofOptional: String? = ""
  }

  @Test("requirements of an optional property are about the value inside")
  func optionals() {
    let form = Optionals()
    func messages(_ property: Validated<some Sendable>) -> [String] {
      property.errors.map(\.description)
    }
    #expect(messages(form.$given) == ["Empty"] && messages(form.$left) == ["Empty"])
    #expect(messages(form.$array) == ["Value is missing"])
    #expect(messages(form.$arrayLeft) == ["Value is missing"])
    #expect(messages(form.$literal) == ["String is not a valid email address"])
    #expect(messages(form.$constant) == ["String is not a valid email address"])
    #expect(messages(form.$named) == ["Value is missing"])
    #expect(messages(form.$ifPresent) == [] && messages(form.$ifPresentArray) == [])
    #expect(messages(form.$equal) == ["Value is missing"])
    #expect(messages(form.$equalToNil) == ["Value must be equal to nil"])
    #expect(messages(form.$required) == ["Email?"])
    #expect(messages(form.$requiredArray) == ["Value is missing"])
    #expect(messages(form.$flag) == ["Value is missing"])
    #expect(messages(form.$list) == ["[0]: String is empty"])
    #expect(messages(form.$operators).count == 1)
    #expect(messages(form.$combined) == ["Value is missing"])
    #expect(messages(form.$closure) == ["Short"] && messages(form.$ofOptional) == ["No"])
  }

  @Test("a property that is not optional tells its listeners, too")
  func updates() async {
    var form = Plain()
    var listener = form.$count.updates.makeAsyncIterator()
    form.count = 4
    form.count = 2
    #expect(await listener.next()?.map(\.message) == ["Value must be from 1 to 3"])
    #expect(await listener.next() == [])
    #expect(form.count == 2)
  }
}
