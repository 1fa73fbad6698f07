/// The names of `\p{…}` in ECMA-262, which are exact where PCRE2's are not: `\p{greek}` is not one
/// of them, nor is `\p{Greek}`.
enum ECMAProperty {
  /// The text that PCRE2 has between the braces, or nil if there is no such property. A `^` in
  /// front means its complement.
  static func text(_ written: String) -> String? {
    let parts = written.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      if let category = categories[written] { return category }
      switch written {
      case "Any": return "Any"
      case "Assigned": return "^Cn"
      default: return binary.contains(written) ? written : nil
      }
    }
    let value = String(parts[1])
    switch parts[0] {
    case "General_Category", "gc": return categories[value]
    case "Script", "sc": return scripts.contains(value) ? "sc:" + value : nil
    case "Script_Extensions", "scx": return scripts.contains(value) ? "scx:" + value : nil
    default: return nil
    }
  }

  /// The names of each general category, the short one, which PCRE2 has, first.
  private static let categories: [String: String] = {
    let lines = [
      "LC Cased_Letter", "Pe Close_Punctuation", "Pc Connector_Punctuation", "Cc Control cntrl",
      "Sc Currency_Symbol", "Pd Dash_Punctuation", "Nd Decimal_Number digit", "Me Enclosing_Mark",
      "Pf Final_Punctuation", "Cf Format", "Pi Initial_Punctuation", "L Letter",
      "Nl Letter_Number", "Zl Line_Separator", "Ll Lowercase_Letter", "M Mark Combining_Mark",
      "Sm Math_Symbol", "Lm Modifier_Letter", "Sk Modifier_Symbol", "Mn Nonspacing_Mark",
      "N Number", "Ps Open_Punctuation", "C Other", "Lo Other_Letter", "No Other_Number",
      "Po Other_Punctuation", "So Other_Symbol", "Zp Paragraph_Separator", "Co Private_Use",
      "P Punctuation punct", "Z Separator", "Zs Space_Separator", "Mc Spacing_Mark",
      "Cs Surrogate", "S Symbol", "Lt Titlecase_Letter", "Cn Unassigned", "Lu Uppercase_Letter",
    ]
    var categories: [String: String] = [:]
    for line in lines {
      let names = line.split(whereSeparator: \.isWhitespace).map(String.init)
      for name in names { categories[name] = names[0] == "LC" ? "L&" : names[0] }
    }
    return categories
  }()

  private static let binary = words(
    """
    ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Bidi_Control Bidi_C Bidi_Mirrored Bidi_M
    Case_Ignorable CI Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM
    Changes_When_Lowercased CWL Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT
    Changes_When_Uppercased CWU Dash Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia
    Emoji Emoji_Component EComp Emoji_Modifier EMod Emoji_Modifier_Base EBase Emoji_Presentation
    EPres Extended_Pictographic ExtPict Extender Ext Grapheme_Base Gr_Base Grapheme_Extend Gr_Ext
    Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST ID_Continue IDC ID_Start IDS
    Ideographic Ideo Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math
    Noncharacter_Code_Point NChar Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark
    QMark Radical Regional_Indicator RI Sentence_Terminal STerm Soft_Dotted SD
    Terminal_Punctuation Term Unified_Ideograph UIdeo Uppercase Upper Variation_Selector VS
    White_Space space XID_Continue XIDC XID_Start XIDS
    """)

  /// The scripts of Unicode 16.
  private static let scripts = words(
    """
    Adlam Adlm Aghb Ahom Anatolian_Hieroglyphs Arab Arabic Armenian Armi Armn Avestan Avst Bali
    Balinese Bamu Bamum Bass Bassa_Vah Batak Batk Beng Bengali Bhaiksuki Bhks Bopo Bopomofo Brah
    Brahmi Brai Braille Bugi Buginese Buhd Buhid Cakm Canadian_Aboriginal Cans Cari Carian
    Caucasian_Albanian Chakma Cham Cher Cherokee Chorasmian Chrs Common Copt Coptic Cpmn Cprt
    Cuneiform Cypriot Cypro_Minoan Cyrillic Cyrl Deseret Deva Devanagari Diak Dives_Akuru Dogr
    Dogra Dsrt Dupl Duployan Egyp Egyptian_Hieroglyphs Elba Elbasan Elym Elymaic Ethi Ethiopic
    Gara Garay Geor Georgian Glag Glagolitic Gong Gonm Goth Gothic Gran Grantha Greek Grek
    Gujarati Gujr Gukh Gunjala_Gondi Gurmukhi Guru Gurung_Khema Han Hang Hangul Hani
    Hanifi_Rohingya Hano Hanunoo Hatr Hatran Hebr Hebrew Hira Hiragana Hluw Hmng Hmnp Hung
    Imperial_Aramaic Inherited Inscriptional_Pahlavi Inscriptional_Parthian Ital Java Javanese
    Kaithi Kali Kana Kannada Katakana Kawi Kayah_Li Khar Kharoshthi Khitan_Small_Script Khmer Khmr
    Khoj Khojki Khudawadi Kirat_Rai Kits Knda Krai Kthi Lana Lao Laoo Latin Latn Lepc Lepcha Limb
    Limbu Lina Linb Linear_A Linear_B Lisu Lyci Lycian Lydi Lydian Mahajani Mahj Maka Makasar
    Malayalam Mand Mandaic Mani Manichaean Marc Marchen Masaram_Gondi Medefaidrin Medf
    Meetei_Mayek Mend Mende_Kikakui Merc Mero Meroitic_Cursive Meroitic_Hieroglyphs Miao Mlym Modi
    Mong Mongolian Mro Mroo Mtei Mult Multani Myanmar Mymr Nabataean Nag_Mundari Nagm Nand
    Nandinagari Narb Nbat New_Tai_Lue Newa Nko Nkoo Nshu Nushu Nyiakeng_Puachue_Hmong Ogam Ogham
    Ol_Chiki Ol_Onal Olck Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian
    Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Onao Oriya Orkh Orya Osage Osge Osma
    Osmanya Ougr Pahawh_Hmong Palm Palmyrene Pau_Cin_Hau Pauc Perm Phag Phags_Pa Phli Phlp Phnx
    Phoenician Plrd Prti Psalter_Pahlavi Qaac Qaai Rejang Rjng Rohg Runic Runr Samaritan Samr Sarb
    Saur Saurashtra Sgnw Sharada Shavian Shaw Shrd Sidd Siddham SignWriting Sind Sinh Sinhala Sogd
    Sogdian Sogo Sora Sora_Sompeng Soyo Soyombo Sund Sundanese Sunu Sunuwar Sylo Syloti_Nagri Syrc
    Syriac Tagalog Tagb Tagbanwa Tai_Le Tai_Tham Tai_Viet Takr Takri Tale Talu Tamil Taml Tang
    Tangsa Tangut Tavt Telu Telugu Tfng Tglg Thaa Thaana Thai Tibetan Tibt Tifinagh Tirh Tirhuta
    Tnsa Todhri Todr Toto Tulu_Tigalari Tutg Ugar Ugaritic Vai Vaii Vith Vithkuqi Wancho Wara
    Warang_Citi Wcho Xpeo Xsux Yezi Yezidi Yi Yiii Zanabazar_Square Zanb Zinh Zyyy
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
