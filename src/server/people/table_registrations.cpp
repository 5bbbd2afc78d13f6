#include "server/people/table_registrations.h"

#include "server/people/seating.h"

namespace perron::server {

void TableRegistrations::enter(std::shared_ptr<UserTables> index, const TableRow& row) {
  index_ = std::move(index);
  set_row(row);
}

void TableRegistrations::set_row(const TableRow& row) {
  std::vector<TableRegistration> next;
  next.reserve(row.seats.size() + 1);
  next.push_back(of(row.owner));
  for (const auto& seat : row.seats) next.push_back(of(seat.user));
  of_row_ = std::move(next);
}

void TableRegistrations::begin_write(UserId author, const TableRow& row) {
  if (author != row.owner && !is_seated(row.seats, author)) writer_ = of(author);
}

}  // namespace perron::server
