#include "content/load.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "content/builtin.h"

namespace perron {
namespace {

std::vector<FieldError> whole_file(std::string message) { return {{"", std::move(message)}}; }

std::vector<FieldError> unknown_name(const std::string& name) {
  std::vector<std::string_view> ids;
  for (const auto& board : builtin_boards()) ids.push_back(board.id);
  return whole_file(concat("no board is called ", in_quotes(name), "; there is ", choice_of(ids),
                           ", or give the path of a board FILE (.json)", suggestion(name, ids)));
}

std::vector<FieldError> unreadable(const std::string& file, int error) {
  return whole_file(concat("can't read ", in_quotes(file), ": ", std::strerror(error)));
}

// Reads without asking for the size first, so that a pipe is as good as a file.
Result<Board, std::vector<FieldError>> load_file(const std::string& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) return whole_file(concat(in_quotes(file), " is a folder, not a board file"));
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(file.c_str(), "rb"), &std::fclose);
  if (!in) return unreadable(file, errno);
  std::string text;
  char part[1 << 14];
  while (const auto count = std::fread(part, 1, sizeof part, in.get())) {
    text.append(part, count);
    if (text.size() > kMaxJsonBytes)
      return whole_file(concat(in_quotes(file), " is too large: a board file has at most ", static_cast<int>(kMaxJsonBytes >> 20), " MiB"));
  }
  if (std::ferror(in.get())) return unreadable(file, errno);
  return read_board(text);
}

}  // namespace

Result<Board, std::vector<FieldError>> load_board(const std::string& name_or_file) {
  const auto builtin = std::ranges::find(builtin_boards(), name_or_file, &BuiltinBoard::id);
  if (builtin != builtin_boards().end()) return read_board(builtin->json);
  std::error_code ignored;
  if (name_or_file.ends_with(".json") || std::filesystem::exists(name_or_file, ignored)) return load_file(name_or_file);
  return unknown_name(name_or_file);
}

}  // namespace perron
