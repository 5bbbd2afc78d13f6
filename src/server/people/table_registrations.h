// The registrations of one table in the index of people and tables: one entry each for the owner, the seats, the followers, and the
// authors of requests under way. The hub finds a person's tables through that index.
#pragma once

#include <memory>
#include <vector>

#include "server/people/user_tables.h"
#include "store/rows.h"

namespace perron::server {

class TableRegistrations {
 public:
  explicit TableRegistrations(TableId table) : table_(table) {}

  // From now on the index lists them.
  void enter(std::shared_ptr<UserTables> index, const TableRow& row);
  TableRegistration of(UserId user) const { return {index_, user, table_}; }
  // The owner and the seats change. If it throws, nothing has changed.
  void set_row(const TableRow& row);
  // The author of a write, until it is done. Most writes are moves of people who are listed for as long as the row stays as it is:
  // two more look-ups in a large index would take 4% of the time of a move.
  void begin_write(UserId author, const TableRow& row);
  void end_write() { writer_ = {}; }

 private:
  TableId table_;
  std::shared_ptr<UserTables> index_;  // null: it is not in memory for all to find
  std::vector<TableRegistration> of_row_;
  TableRegistration writer_;
};

}  // namespace perron::server
