#include "proofs/lrat.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace minuet::proofs {

namespace {

constexpr std::size_t unused = 0;

void append(std::string &text, std::size_t number) { text += std::to_string(number) + ' '; }

} // namespace

ClauseId Lrat::add(std::span<const Literal> clause, std::span<const ClauseId> hints) {
  if (clauses_ + lines_.size() >= std::numeric_limits<ClauseId>::max())
    throw std::length_error("a proof of too many lines");
  const std::size_t begin = words_.size();
  words_.insert(words_.end(), clause.begin(), clause.end());
  words_.insert(words_.end(), hints.begin(), hints.end());
  lines_.push_back({begin, begin + clause.size(), words_.size()});
  return static_cast<ClauseId>(clauses_ + lines_.size());
}

std::string Lrat::text() const {
  std::string text;
  if (lines_.empty() || !clause(lines_.back()).empty())
    return text;
  const std::vector<std::size_t> last = last_uses();
  std::vector<std::size_t> names(last.size()); // by number: the one in the text
  for (std::size_t id = 1; id <= clauses_; ++id)
    names[id] = id;
  std::size_t name = clauses_;
  for (std::size_t id = clauses_ + 1; id < last.size(); ++id) {
    if (last[id] == unused)
      continue;
    const Line &line = lines_[id - clauses_ - 1];
    names[id] = ++name;
    append(text, name);
    for (const Literal literal : clause(line)) {
      text += literal & 1 ? "-" : "";
      append(text, literal / 2);
    }
    text += "0 ";
    for (const ClauseId hint : hints(line))
      append(text, names[hint]);
    text += "0\n";
    std::string deleted;
    for (const ClauseId hint : hints(line))
      if (last[hint] == id)
        append(deleted, names[hint]);
    if (!deleted.empty() && id + 1 < last.size()) {
      append(text, name);
      text += "d " + deleted + "0\n";
    }
  }
  return text;
}

// By number of a clause: that of the last derived one which needs it and is needed itself.
std::vector<std::size_t> Lrat::last_uses() const {
  std::vector<std::size_t> last(clauses_ + lines_.size() + 1, unused);
  last.back() = last.size(); // the empty clause is what is wanted
  for (std::size_t id = last.size(); --id > clauses_;)
    if (last[id] != unused)
      for (const ClauseId hint : hints(lines_[id - clauses_ - 1]))
        last[hint] = std::max(last[hint], id);
  return last;
}

std::span<const std::uint32_t> Lrat::clause(const Line &line) const {
  return std::span(words_).subspan(line.clause, line.hints - line.clause);
}

std::span<const ClauseId> Lrat::hints(const Line &line) const {
  return std::span(words_).subspan(line.hints, line.end - line.hints);
}

} // namespace minuet::proofs
