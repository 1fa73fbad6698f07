/// A user account, in which each rule of the profile is broken now and then, on its own.
struct UserRecord {
  var id: String
  var username: String
  var email: String
  var age: Int
  var country: String
  /// Decimal digits, as written.
  var balance: String
  var tags: [String]
  var city: String
  var plan: String
  var bio: String
  /// The ids of the rules that it breaks.
  var broken: [String] = []

  static let countries = ["US", "GB", "DE", "FR", "ES", "IT", "NL", "BE", "PL", "PT", "SE", "NO"]
  private static let plans = ["free", "pro", "team"]
  private static let names = ["emma", "liam", "olivia", "noah", "pavel", "chloe", "yuki", "ravi"]
  private static let cities = ["Oslo", "Berlin", "München", "São Paulo", "Kraków", "Springfield"]
  private static let tagNames = ["news", "beta", "vip", "mobile", "early_adopter", "partner"]
  private static let words = [
    "coffee", "music", "travel", "open source", "café", "работа", "書籍", "say \"hi\"", "a, b",
  ]
  /// A rule is broken by one record in so many.
  private static let rarity = 250

  init(from random: inout RandomNumbers) {
    let number = random.below(90_000) + 10_000
    let name = random.pick(Self.names)
    id = Self.uuid(&random)
    username = "\(name)_\(number)"
    email = "\(name).\(number)@mail.example.org"
    age = 18 + random.below(100)
    country = random.pick(Self.countries)
    balance = "\(random.below(10_000)).\(random.below(90) + 10)"
    tags = (0...random.below(5)).map { _ in random.pick(Self.tagNames) }
    city = random.pick(Self.cities)
    plan = random.pick(Self.plans)
    bio = (0..<random.below(12)).map { _ in random.pick(Self.words) }.joined(separator: " ")
    spoil(&random)
  }

  private static func uuid(_ random: inout RandomNumbers) -> String {
    let digits = Array("0123456789abcdef")
    return [8, 4, 4, 4, 12]
      .map { length in String((0..<length).map { _ in random.pick(digits) }) }
      .joined(separator: "-")
  }

  private mutating func spoil(_ random: inout RandomNumbers) {
    func isDue(_ rule: String) -> Bool {
      guard random.once(in: Self.rarity) else { return false }
      broken.append(rule)
      return true
    }
    if isDue("id.format") { id = String(id.dropLast()) }
    if isDue("username.length") { username = String(repeating: "x", count: 21) }
    if isDue("email.pattern") { email = "\(username) at example" }
    if isDue("age.range") { age = 121 + age }
    if isDue("country.enum") { country = "XX" }
    if isDue("balance.range") { balance = "10000.01" }
    if isDue("tags.maxItems") { tags = Self.tagNames }
    if isDue("address.city.maxLength") { city = String(repeating: "ü", count: 41) }
    if isDue("plan.enum") { plan = "Free" }
    if isDue("bio.maxLength") { bio = String(repeating: "я", count: 161) }
  }
}
