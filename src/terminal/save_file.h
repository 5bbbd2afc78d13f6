// The files of an interrupted game: its record, and beside it the dealer's key, which nobody may see before the end.
// Every write is whole or not at all.
#pragma once

#include <string>

#include "dealer/key.h"

namespace perron::terminal {

class SaveFile {
 public:
  explicit SaveFile(std::string path) : path_(std::move(path)) {}
  ~SaveFile();
  SaveFile(const SaveFile&) = delete;
  SaveFile& operator=(const SaveFile&) = delete;

  const std::string& path() const { return path_; }
  std::string key_path() const { return path_ + ".key"; }
  bool exists() const;
  bool key_exists() const;
  void remove_key();

  // All that follow answer with a sentence if they fail, and with nothing if all went well.
  std::string write(const std::string& record) const;
  std::string write_key(const Key& key);
  std::string read(std::string& record) const;
  std::string read_key(Key& key) const;
  std::string lock();  // for as long as this object lives: the game is played once at a time

  // Renames what is there, key included; `name` gets its new one. A game moved aside can be resumed by that name.
  std::string move_aside(std::string& name);
  // A finished game goes to its folder, under a name of its own; the key is told in it, so its file goes.
  std::string move_finished(const std::string& folder, const std::string& board, std::string& name);

 private:
  std::string path_;
  int lock_ = -1;
};

}  // namespace perron::terminal
