import BulkcheckCore
import Testing

@Suite("Formats with check digits")
struct CheckDigitTests {
  /// The example that the IBAN registry gives for each country.
  private static let accounts = """
    AD1200012030200359100100 AE070331234567890123456 AL47212110090000000235698741
    AT611904300234573201 AZ21NABZ00000000137010001944 BA391290079401028494 BE68539007547034
    BG80BNBG96611020345678 BH67BMAG00001299123456 BI4210000100010000332045181
    BR1800360305000010009795493C1 BY13NBRB3600900000002Z00AB00 CH9300762011623852957
    CR05015202001026284066 CY17002001280000001200527600 CZ6508000000192000145399
    DE89370400440532013000 DJ2100010000000154000100186 DK5000400440116243
    DO28BAGR00000001212453611324 EE382200221020145685 EG380019000500000000263180002
    ES9121000418450200051332 FI2112345600000785 FK88SC123456789012 FO6264600001631634
    FR1420041010050500013M02606 GB29NWBK60161331926819 GE29NB0000000101904917
    GI75NWBK000000007099453 GL8964710001000206 GR1601101250000000012300695
    GT82TRAJ01020000001210029690 HN88CABF00000000000250005469 HR1210010051863000160
    HU42117730161111101800000000 IE29AIBK93115212345678 IL620108000000099999999
    IQ98NBIQ850123456789012 IS140159260076545510730339 IT60X0542811101000000123456
    JO94CBJO0010000000000131000302 KW81CBKU0000000000001234560101 KZ86125KZT5004100100
    LB62099900000001001901229114 LC55HEMM000100010012001200023015 LI21088100002324013AA
    LT121000011101001000 LU280019400644750000 LV80BANK0000435195001 LY83002048000020100120361
    MC5811222000010123456789030 MD24AG000225100013104168 ME25505000012345678951 MK07250120000058984
    MN121234123456789123 MR1300020001010000123456753 MT84MALT011000012345MTLCAST001S
    MU17BOMM0101101030300200000MUR NI45BAPR00000013000003558124 NL91ABNA0417164300 NO9386011117947
    OM810180000001299123456 PK36SCBL0000001123456702 PL61109010140000071219812874
    PS92PALS000000000400123456702 PT50000201231234567890154 QA58DOHB00001234567890ABCDEFG
    RO49AAAA1B31007593840000 RS35260005601001611379 RU0304452522540817810538091310419
    SA0380000000608010167519 SC18SSCB11010000000000001497USD SD8811123456789012
    SE4550000000058398257466 SI56263300012039086 SK3112000000198742637541
    SM86U0322509800000000270100 SO211000001001000100141 ST23000100010051845310146
    SV62CENR00000000000000700025 TL380080012345678910157 TN5910006035183598478831
    TR330006100519786457841326 UA213223130000026007233566001 VA59001123000012345678
    VG96VPVG0000012345678901 XK051212012345678906 YE15CBYE0001018861234567891234
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  /// Numbers of the standards and of those who issue them.
  private static let examples: [(Format, [String])] = [
    (.iban, accounts),
    (
      .isbn,
      [
        "0306406152", "0-306-40615-2", "080442957X", "0-8044-2957-X", "99921-58-10-7",
        "960 425 059 0", "9780306406157", "978-3-16-148410-0", "979-10-90636-07-1",
      ]
    ),
    (
      .ean,
      [
        "73513537", "96385074", "036000291452", "614141000036", "4006381333931", "6291041500213",
        "10614141000415", "00614141999996",
      ]
    ),
    (.luhn, ["4111111111111111", "79927398713", "378282246310005", "490154203237518", "18"]),
    (
      .lei,
      [
        "5493001KJTIIGC8Y1R12", "54930084UKLVMY22DS16", "213800WSGIIZCXF1P572",
        "529900T8BM49AURSDO55",
      ]
    ),
    (.mod97, ["79444", "9999123456789012141490", "A68"]),
  ]

  private func matches(_ format: Format, _ text: String) -> Bool {
    withView(text) { FormatChecker.matches(format, $0) }
  }

  @Test("the standards' own numbers have the format")
  func examples() {
    for (format, texts) in Self.examples {
      for text in texts { #expect(matches(format, text), "\(format) \(text)") }
    }
  }

  @Test("another digit in place of any one breaks the number")
  func substitutions() {
    for (format, texts) in Self.examples {
      for text in texts {
        for index in text.indices where text[index].isNumber {
          for digit in "0123456789" where digit != text[index] {
            let changed = String(text[..<index]) + String(digit) + text[text.index(after: index)...]
            #expect(!matches(format, changed), "\(format) \(changed)")
          }
        }
      }
    }
  }

  @Test("only capitals, digits and what the format names are taken, at any place")
  func bytes() {
    for (format, texts) in Self.examples {
      let text = texts[0]
      for index in text.indices {
        for other in [" ", "-", ".", "a", "é", "\u{0}", "\u{661}"] where format != .isbn {
          let changed = String(text[..<index]) + other + text[index...]
          #expect(!matches(format, changed), "\(format) \(changed)")
        }
      }
      #expect(!matches(format, ""), "\(format)")
      if text.contains(where: \.isLetter) { #expect(!matches(format, text.lowercased())) }
    }
  }

  @Test("the length is that of the country")
  func lengths() {
    #expect(Set(Self.accounts.map { $0.prefix(2) }).count == 89)
    for text in Self.accounts {
      // Zeros behind the country keep the check digits right for 97 of them only.
      let longer = text.prefix(4) + "0" + text.dropFirst(4)
      #expect(!matches(.iban, String(longer)), "\(longer)")
    }
    // Countries without IBANs, and letters that are none.
    for text in ["US64000000000000000", "ZZ82WEST12345698765432", "@B82WEST12345698765432"] {
      #expect(!matches(.iban, text), "\(text)")
    }
  }

  @Test(
    "numbers that only look right",
    arguments: [
      (Format.isbn, "0--306-40615-2"), (.isbn, "-0306406152"), (.isbn, "0306406152-"),
      (.isbn, "0-306 - 40615-2"), (.isbn, "080442957x"), (.isbn, "X306406152"),
      (.isbn, "9770306406158"), (.isbn, "978080442957X"), (.isbn, "ISBN 0306406152"),
      (.isbn, "0 3 0 6 4 0 6 1 5 2 "), (.isbn, "0306406152\t"),
      (.ean, "400638133393"), (.ean, "4006381333931 "), (.ean, "40063813339"), (.ean, "0"),
      (.luhn, "0"), (.luhn, "00"), (.luhn, "0000000000000000"), (.luhn, "5"),
      (.luhn, "4111 1111 1111 1111"),
      (.lei, "5493001KJTIIGC8Y1R1"), (.lei, "79444"), (.mod97, "01"), (.mod97, "7944D"),
      (.mod97, "44"), (.mod97, "98"),
    ])
  func lookalikes(format: Format, text: String) { #expect(!matches(format, text)) }

  @Test("mail addresses with letters beyond ASCII")
  func mailboxes() {
    for text in ["joe@example.com", "用户@例子.广告", "dörte@sörensen.example"] {
      #expect(matches(.idnEmail, text), "\(text)")
    }
    for text in ["用户", "@例子.广告", "a@b..c"] { #expect(!matches(.idnEmail, text), "\(text)") }
  }
}
