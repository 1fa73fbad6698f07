#if Zstd
  import Testing

  /// Zstandard as a user meets it.
  @Suite("Zstandard in and out", .waitsForCommands)
  struct ZstdTests {
    static let commands: [(name: String, command: String, exitCode: Int32, output: String)] = [
      (
        "what is written can be read, by the name of the format before .zst",
        "q --valid v.csv.zst --invalid i.csv.zst m.csv; "
          + "bulkcheck -p q.json v.csv.zst --report text=/dev/null --report json=- "
          + "| tr -d ' ' | grep -o '\"compression\":\"zstd\"\\|\"total\":[0-9]*' | head -2",
        0, "\"compression\":\"zstd\"\n\"total\":2\n"
      ),
      (
        "outputs can be concatenated, and come through a pipe",
        "q --valid v.zst --invalid i.zst m.jsonl; cat i.zst v.zst | bulkcheck -p q.json - | tail -1",
        0, "FAILED  3 error rules, 1 warning   2 valid   2 invalid   1 malformed\n"
      ),
      (
        "a file that was cut off is no verdict",
        "q --valid v.zst m.jsonl; head -c 20 v.zst > cut.zst; q cut.zst 2>&1; echo $?", 0,
        "bulkcheck: cut.zst: the Zstandard data ends in the middle of a frame (after 20 stored "
          + "bytes); the file was probably cut off while it was copied: fetch it again\n2\n"
      ),
      (
        "a window that is too large is refused, unless it is allowed",
        #"printf '\x28\xb5\x2f\xfd\x00\x98\x19\x00\x00{}\n' > w.zst; q w.zst 2>&1; "#
          + "q --max-window 512MiB w.zst",
        0,
        "bulkcheck: w.zst: Zstandard frame 1 needs a window of 512 MiB, and 128 MiB are allowed: to "
          + "spend that much memory, give --max-window 512MiB\n"
      ),
    ]

    @Test("a command prints and ends as it should", arguments: commands)
    func command(name: String, command: String, exitCode: Int32, output: String) throws {
      try Tool.expect("\(RecordOutputTests.setUp)\n\(command)", exitCode: exitCode, prints: output)
    }
  }
#endif
