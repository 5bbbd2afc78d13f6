// The files of an interrupted game: its record, and the dealer's key, which must stay secret until the end. All writes are atomic.
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

  // All that follow return an error message, or "".
  std::string write(const std::string& record) const;
  std::string write_key(const Key& key);
  std::string read(std::string& record) const;
  std::string read_key(Key& key) const;
  std::string lock();  // while this object lives, so that only one process plays the game

  // Renames the existing files; `name` gets the new name, by which the game can be resumed.
  std::string move_aside(std::string& name);
  // Moves the record of a finished game to its folder, under a new name. Deletes the key file: the record has the key.
  std::string move_finished(const std::string& folder, const std::string& board, std::string& name);

 private:
  std::string path_;
  int lock_ = -1;
};

}  // namespace perron::terminal
