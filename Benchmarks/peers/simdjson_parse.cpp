// Reads a file and parses every line with simdjson's DOM: the limit of a parser that judges
// nothing.
//
//   g++ -O3 -march=native -std=c++17 simdjson_parse.cpp -lsimdjson -o simdjson_parse
//   ./simdjson_parse FILE
//
// Lines are parsed where they were read to, with no copy but that of a block's last, unfinished
// line.
#include <fcntl.h>
#include <simdjson.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <vector>

namespace {

constexpr size_t block_bytes = 1 << 20;

struct Counts {
  size_t lines = 0;
  size_t errors = 0;

  void parse(simdjson::dom::parser &parser, const char *line, size_t length) {
    lines += 1;
    // The buffer has the padding that the parser wants; it need not copy the line.
    const auto result = parser.parse(line, length, false);
    if (result.error() != simdjson::SUCCESS)
      errors += 1;
  }
};

/// Parses the finished lines of bytes[0 ..< count]; returns where the unfinished one starts.
size_t parse_lines(Counts &counts, simdjson::dom::parser &parser, const char *bytes, size_t count) {
  size_t start = 0;
  while (const void *end = memchr(bytes + start, '\n', count - start)) {
    const size_t length = static_cast<const char *>(end) - (bytes + start);
    counts.parse(parser, bytes + start, length);
    start += length + 1;
  }
  return start;
}

} // namespace

int main(int argument_count, char **arguments) {
  if (argument_count != 2)
    return 2;
  const int file = open(arguments[1], O_RDONLY);
  if (file < 0)
    return 2;
  std::vector<char> buffer(2 * block_bytes + simdjson::SIMDJSON_PADDING);
  simdjson::dom::parser parser;
  Counts counts;
  size_t rest = 0;
  while (true) {
    if (buffer.size() < rest + block_bytes + simdjson::SIMDJSON_PADDING)
      buffer.resize(2 * buffer.size());
    const ssize_t got = read(file, buffer.data() + rest, block_bytes);
    if (got < 0)
      return 2;
    if (got == 0)
      break;
    const size_t count = rest + static_cast<size_t>(got);
    const size_t start = parse_lines(counts, parser, buffer.data(), count);
    rest = count - start;
    memmove(buffer.data(), buffer.data() + start, rest);
  }
  if (rest > 0)
    counts.parse(parser, buffer.data(), rest);
  printf("{\"lines\": %zu, \"errors\": %zu, \"version\": \"%d.%d.%d\"}\n", counts.lines,
         counts.errors, simdjson::SIMDJSON_VERSION_MAJOR, simdjson::SIMDJSON_VERSION_MINOR,
         simdjson::SIMDJSON_VERSION_REVISION);
  return 0;
}
