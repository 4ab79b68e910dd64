// Checks a certificate of an exact cover, as check_certificate.py does, and faster: for
// certificates of gigabytes. It is written anew from docs/certificates.md, which has the format and
// the proof, and shares no code with minuet nor with the other checker.
//
//     c++ -std=c++20 -O2 -o check_certificate tools/check_certificate.cpp
//     ./check_certificate MATRIX.dlx CERTIFICATE
//
// Exit status: 0 certified, 1 not certified (the line is named), 2 what is given cannot be read.
// Numbers are held in 127 bits; where they do not fit, it says so and exits with 2.

#include "sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

using std::int64_t, std::map, std::optional, std::pair, std::size_t, std::string, std::string_view,
    std::uint32_t, std::uint64_t, std::vector;
using Wide = __int128;
using Words = vector<uint64_t>;

struct Wrong : std::runtime_error {
  using std::runtime_error::runtime_error;
}; // the argument breaks
struct TooWide : std::runtime_error {
  using std::runtime_error::runtime_error;
}; // not ours to say

void need(bool holds, const string &what) {
  if (!holds) throw Wrong(what);
}

bool has(const Words &set, size_t k) { return set[k / 64] >> (k % 64) & 1; }
void add(Words &set, size_t k) { set[k / 64] |= uint64_t{1} << (k % 64); }
void drop(Words &set, size_t k) { set[k / 64] &= ~(uint64_t{1} << (k % 64)); }
bool empty(const Words &set) { return *std::ranges::max_element(set) == 0; }
int64_t size_of(const Words &one, const Words &other) {
  int64_t size = 0;
  for (size_t w = 0; w < one.size(); ++w) size += std::popcount(one[w] & other[w]);
  return size;
}
void remove(Words &from, const Words &what) {
  for (size_t w = 0; w < from.size(); ++w) from[w] &= ~what[w];
}
template <class Do> void for_each(const Words &set, Do act) {
  for (size_t w = 0; w < set.size(); ++w)
    for (uint64_t word = set[w]; word; word &= word - 1)
      act(w * 64 + static_cast<size_t>(std::countr_zero(word)));
}

Wide within(bool overflown, const Wide &value) {
  if (overflown) throw TooWide("numbers beyond 127 bits, use check_certificate.py");
  return value;
}
Wide times(Wide one, Wide other) { return within(__builtin_mul_overflow(one, other, &one), one); }
Wide plus(Wide one, Wide other) { return within(__builtin_add_overflow(one, other, &one), one); }
Wide number(string_view text) { // of digits alone, perhaps behind a minus
  const bool minus = text.starts_with('-');
  need(text.size() > minus, "a number is missing");
  Wide value = 0;
  for (const char digit : text.substr(minus)) {
    need(digit >= '0' && digit <= '9', "expected a number, not " + string(text));
    value = plus(times(value, 10), digit - '0');
  }
  return minus ? -value : value;
}
int64_t small(string_view text) {
  need(text.size() < 19, "a number that is too long");
  return static_cast<int64_t>(number(text));
}
size_t index(string_view text) {
  return static_cast<size_t>(small(text.starts_with('-') ? "" : text));
}
// The greatest common divisor.
Wide common(Wide a, Wide b) { return b ? common(b, a % b) : a < 0 ? -a : a; }
string told(Wide value) {
  if (value < 0) return '-' + told(-value);
  return (value > 9 ? told(value / 10) : "") + static_cast<char>('0' + value % 10);
}
string told(Wide value, Wide scale) { // as a fraction in lowest terms
  const Wide divisor = common(value, scale);
  return told(value / divisor) + (scale == divisor ? "" : "/" + told(scale / divisor));
}

// ---- the matrix -------------------------------------------------------------------------------

vector<string_view> words_of(string_view line) {
  static constexpr string_view blanks = " \t\n\r\v\f\x1c\x1d\x1e\x1f";
  vector<string_view> words;
  for (size_t at = 0; (at = line.find_first_not_of(blanks, at)) != line.npos;) {
    const size_t end = std::min(line.find_first_of(blanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

struct Bounded { // an item that is not covered once: how many options it needs, and has room for
  size_t item;
  int64_t low, high;
  bool operator==(const Bounded &) const = default;
};

struct State { // what the solutions below a node depend on
  Words live, unmet;
  vector<Bounded> counts;
  bool operator==(const State &) const = default;
  bool done() const { return empty(live) && empty(unmet) && counts.empty(); }
};

class Matrix {
public:
  size_t line = 0;
  string digest;
  vector<int64_t> costs, high;
  vector<vector<pair<size_t, string>>> options; // items, and their colors
  vector<Words> users, plain; // of an item the options that use it, and those without a color
  State root;
  void read(std::istream &text) {
    string listed, one;
    for (line = 1; std::getline(text, one); ++line) {
      if (line == 1 && one.starts_with("\xef\xbb\xbf")) one.erase(0, 3);
      const auto words = words_of(one);
      if (words.empty() || (begun_ ? words[0] : string_view(one))[0] == '|') continue;
      listed += begun_ ? read_option(words) : read_items(words);
    }
    digest = Sha256::of(listed);
    const size_t wide = options.size() / 64 + 1;
    users.assign(high.size(), Words(wide));
    plain = users;
    keep_.resize(options.size());
    for (size_t option = 0; option < options.size(); ++option)
      for (const auto &[item, color] : options[option]) {
        add(users[item], option);
        add(color.empty() ? plain[item] : tinted_.try_emplace({item, color}, wide).first->second,
            option);
      }
    root = {Words(wide), Words(high.size() / 64 + 1), {}};
    for (size_t option = 0; option < options.size(); ++option) add(root.live, option);
    for (size_t item = 0; item < high.size(); ++item)
      if (high[item] != 1) root.counts.push_back({item, low_[item], high[item]});
      else if (low_[item] == 1) add(root.unmet, item);
    settle(root);
  }

  // Leaves out options that would be too many, and counts that cannot matter.
  void settle(State &state) const {
    for (const Bounded &one : state.counts)
      if (one.high == 0) remove(state.live, users[one.item]);
    std::erase_if(state.counts, [&](const Bounded &one) {
      return one.low <= 0 && one.high >= size_of(state.live, users[one.item]);
    });
  }

  // What an option leaves, where those of `among` with lower numbers are passed over.
  void choose(const State &from, size_t option, const Words &among, State &to) const {
    to = from;
    remove(to.live, clash(option));
    if (!to.counts.empty())
      for_each(among, [&](size_t other) {
        if (other < option) drop(to.live, other);
      });
    for (const auto &[item, color] : options[option]) {
      drop(to.unmet, item);
      for (Bounded &one : to.counts)
        if (one.item == item) --one.low, --one.high;
    }
    settle(to);
  }

  // What an option is linked with, by a clash or an item in need.
  State part(const State &state, size_t option) const {
    State found{Words(state.live.size()), state.unmet, state.counts};
    vector<size_t> todo;
    const auto reach = [&](size_t one) {
      if (has(state.live, one) && !has(found.live, one)) add(found.live, one), todo.push_back(one);
    };
    if (option < options.size()) reach(option);
    while (!todo.empty()) {
      const size_t one = todo.back();
      todo.pop_back();
      for_each(clash(one), reach);
      for (const Bounded &count : state.counts)
        if (has(users[count.item], one)) for_each(users[count.item], reach);
    }
    for_each(state.unmet, [&](size_t item) {
      if (size_of(users[item], found.live) == 0) drop(found.unmet, item);
    });
    std::erase_if(found.counts,
                  [&](const Bounded &one) { return size_of(users[one.item], found.live) == 0; });
    return found;
  }

  int64_t needed(const State &state, size_t item) const { // how many options of an item
    need(item < users.size(), "an item that there is not");
    for (const Bounded &one : state.counts)
      if (one.item == item) return one.low;
    return has(state.unmet, item);
  }

private:
  string read_items(const vector<string_view> &words) {
    begun_ = true;
    string listed;
    for (string_view word : words) {
      if (word[0] == '|') {
        need(!std::exchange(secondary_, true), "a second bar");
        word.remove_prefix(1);
        if (word.empty()) continue;
      }
      const size_t bar = word.find('|'), colon = word.substr(0, bar).find(':');
      const string name(bar == word.npos ? word : word.substr(bar + 1));
      const string_view bounds = bar == word.npos ? "" : word.substr(0, bar);
      low_.push_back(bounds.empty() ? !secondary_ : small(bounds.substr(0, colon)));
      high.push_back(bounds.empty()       ? 1
                     : colon == word.npos ? low_.back()
                                          : small(bounds.substr(colon + 1)));
      need(!name.empty() && name.find_first_of("|:") == name.npos, "no name of an item: " + name);
      need(items_.try_emplace(name, items_.size()).second, "item " + name + " twice");
      listed += (listed.empty() ? "" : " ") + std::to_string(low_.back()) + ':' +
                std::to_string(high.back()) + '|' + name;
    }
    return listed + '\n';
  }

  string read_option(const vector<string_view> &words) {
    string listed;
    int64_t cost = 0;
    auto &option = options.emplace_back();
    for (const string_view word : words) {
      if (word[0] == '|') cost += small(word.substr(1));
      if (word[0] == '|') continue;
      auto known = items_.find(string(word));
      const size_t colon = known == items_.end() ? word.find(':') : word.npos;
      if (colon != word.npos) known = items_.find(string(word.substr(0, colon)));
      need(known != items_.end(), "unknown item " + string(word));
      const string color(colon == word.npos ? "" : word.substr(colon + 1));
      const size_t item = known->second;
      need(color.empty() || (low_[item] == 0 && high[item] == 1), "a color on a primary item");
      for (const auto &[other, _] : option) need(other != item, "an item twice in the option");
      option.emplace_back(item, color);
      listed += string(word) + ' ';
    }
    costs.push_back(cost);
    return listed + '|' + std::to_string(cost) + '\n';
  }

  const Words &clash(size_t option) const { // what cannot stand beside an option, and itself
    Words &known = keep_[option];
    if (known.empty()) {
      known.assign(root.live.size(), 0);
      for (const auto &[item, color] : options[option])
        if (high[item] == 1) {
          Words others = users[item];
          if (!color.empty()) remove(others, tinted_.at({item, color}));
          for (size_t w = 0; w < known.size(); ++w) known[w] |= others[w];
        }
      add(known, option);
    }
    return known;
  }

  bool begun_ = false, secondary_ = false;
  std::unordered_map<string, size_t> items_;
  vector<int64_t> low_;
  map<pair<size_t, string>, Words> tinted_;
  mutable vector<Words> keep_;
};

// ---- the certificate --------------------------------------------------------------------------

class Check {
public:
  size_t line = 0;
  explicit Check(const Matrix &matrix) : matrix_(matrix) {}

  string read(std::istream &text) {
    text_ = &text;
    words(3, "minuet certificate 1");
    words(2, "matrix " + matrix_.digest);
    const auto claim = words(3, "claim ");
    const string kind(claim[1]), value(claim[2]);
    need(kind == "solutions" || kind == "optimum", "expected claim solutions or claim optimum");
    priced_ = kind == "optimum";
    pending_.emplace(0, Node{matrix_.root, priced_ ? 0 : number(value), 0});
    if (priced_) read_prices(number(value));
    auto next = words();
    for (; next[0] != "end"; next = words()) node(next);
    need(next.size() == 2 && index(next[1]) == nodes_ && pending_.empty(), "nodes are missing");
    need(!priced_ || cheapest_ == number(value), "no solution has that cost, or one has less");
    need(!std::getline(text, text_of_line_), "a line behind the end");
    if (priced_) return "optimum " + value;
    return value == "0" ? "INFEASIBLE" : value + (value == "1" ? " solution" : " solutions");
  }

private:
  struct Node { // that was named and has not come yet
    State state;
    Wide count, spent; // the least that is spent above, where a cost is claimed
  };
  struct Edge {
    optional<size_t> option; // none: without it
    char sign;
    size_t number;
    string_view count;
  };

  vector<string_view> words(size_t size = 0, const string &begin = "") {
    ++line;
    need(bool(std::getline(*text_, text_of_line_)), "the certificate ends here");
    const auto found = words_of(text_of_line_);
    const bool right = text_of_line_.starts_with(begin) && (!size || found.size() == size);
    need(!found.empty() && right, "expected " + begin);
    return found;
  }

  void read_prices(Wide cost) {
    map<size_t, pair<Wide, Wide>> told_prices;
    auto next = words();
    for (; next.size() == 3 && next[0] == "price"; next = words()) {
      const size_t bar = next[2].find('/'), item = index(next[1]);
      const Wide below = bar == next[2].npos ? 1 : number(next[2].substr(bar + 1));
      need(below > 0 && item < matrix_.users.size(), "no price of an item");
      told_prices[item] = {number(next[2].substr(0, bar)), below};
      scale_ = times(scale_ / common(scale_, below), below);
    }
    for (const auto &[item, price] : told_prices)
      prices_[item] = times(price.first, scale_ / price.second);
    int64_t unit = 0;
    for (size_t option = 0; option < matrix_.options.size(); ++option) {
      Wide left = times(matrix_.costs[option], scale_);
      for (const auto &[item, color] : matrix_.options[option])
        if (const auto price = prices_.find(item); price != prices_.end() && color.empty())
          left = plus(left, -price->second);
      if (left < 0) losses_[option] = left;
      unit = std::gcd(unit, matrix_.costs[option]);
    }
    const auto [paid, lost] = least(matrix_.root);
    need(text_of_line_ == "bound " + told(paid, scale_) + ' ' + told(lost, scale_),
         "expected bound " + told(paid, scale_) + ' ' + told(lost, scale_));
    enough_ = times(plus(cost, -(unit ? unit : 1)), scale_);
  }

  pair<Wide, Wide> least(const State &state) const { // of the prices, and of the losses
    Wide paid = 0, lost = 0;
    for (const auto &[item, price] : prices_) {
      int64_t low = has(state.unmet, item);
      int64_t high = std::min(size_of(state.live, matrix_.plain[item]), matrix_.high[item]);
      for (const Bounded &one : state.counts)
        if (one.item == item) low = one.low, high = one.high;
      paid = plus(paid, times(price, std::max<int64_t>(price < 0 ? high : low, 0)));
    }
    for (const auto &[option, loss] : losses_)
      if (has(state.live, option)) lost = plus(lost, loss);
    return {paid, lost};
  }

  static Edge edge(string_view word) {
    const size_t sign = word.find_first_of(">!.$"), equals = word.find('=');
    need(sign != word.npos, "no edge: " + string(word));
    Edge found{std::nullopt, word[sign], 0, ""};
    if (word.substr(0, sign) != "-") found.option = index(word.substr(0, sign));
    if (found.sign == '>' || found.sign == '!')
      found.number = index(word.substr(sign + 1, std::min(equals, word.size()) - sign - 1));
    if (equals != word.npos) found.count = word.substr(equals + 1);
    return found;
  }

  void node(const vector<string_view> &words) {
    need(words.size() > 1 && words[0] == std::to_string(nodes_), "not the next node");
    auto named = pending_.extract(nodes_);
    need(!named.empty(), "no line above names this node");
    const Node here = std::move(named.mapped());
    vector<Edge> edges;
    for (size_t k = 2; k < words.size(); ++k) edges.push_back(edge(words[k]));
    const Wide total = words[1] == "*" ? product(here, edges) : branch(here, words[1], edges);
    need(priced_ || total == here.count, "the count is not what the edges come to");
    ++nodes_;
  }

  Wide product(const Node &here, const vector<Edge> &edges) {
    need(!priced_, "a product, where a cost is claimed");
    Wide total = 1;
    State rest = here.state;
    for (const Edge &one : edges) {
      const State part = matrix_.part(rest, one.option.value_or(matrix_.options.size()));
      need(!empty(part.live), "an option that is in no further part");
      remove(rest.live, part.live);
      remove(rest.unmet, part.unmet);
      std::erase_if(rest.counts, [&](const Bounded &count) {
        return std::find(part.counts.begin(), part.counts.end(), count) != part.counts.end();
      });
      total = times(total, below(part, 0, one));
    }
    need(rest.done(), "a part is missing");
    return total;
  }

  Wide branch(const Node &here, string_view kind, vector<Edge> edges) {
    Words mine(here.state.live.size());
    optional<Edge> without;
    if (kind == "?") {
      need(edges.size() == 2 && edges[0].option && !edges[1].option, "not with and without");
      need(*edges[0].option < matrix_.options.size(), "an option that there is not");
      add(mine, *edges[0].option);
      without = edges[1], edges.pop_back();
    } else {
      need(matrix_.needed(here.state, index(kind)) > 0, "the item is not in need");
      mine = matrix_.users[index(kind)];
    }
    for (size_t w = 0; w < mine.size(); ++w) mine[w] &= here.state.live[w];
    size_t at = 0;
    Wide total = 0;
    for_each(mine, [&](size_t option) {
      need(at < edges.size() && edges[at].option == option,
           "option " + std::to_string(option) + " is live, and not the next edge");
      matrix_.choose(here.state, option, mine, scratch_);
      total = plus(total, below(scratch_, plus(here.spent, matrix_.costs[option]), edges[at++]));
    });
    need(at == edges.size() && (at > 0 || !without), "an edge of an option that is not live");
    if (without) {
      scratch_ = here.state;
      remove(scratch_.live, mine);
      matrix_.settle(scratch_);
      total = plus(total, below(scratch_, here.spent, *without));
    }
    return total;
  }

  Wide below(const State &state, Wide spent, const Edge &edge) { // how many solutions there are
    if (edge.sign == '.') {
      need(state.done(), "something is left");
      cheapest_ = cheapest_ ? std::min(*cheapest_, spent) : spent;
    } else if (edge.sign == '!') {
      need(matrix_.needed(state, edge.number) > size_of(state.live, matrix_.users[edge.number]),
           "the item has enough options");
    } else if (edge.sign == '$') {
      const auto [paid, lost] = least(state);
      need(priced_ && plus(times(spent, scale_), plus(paid, lost)) > enough_, "too low a price");
    }
    if (edge.sign != '>') return edge.sign == '.';
    need(edge.number > nodes_ && (!priced_ || edge.count.empty()), "a node that is above");
    const Wide count = edge.count.empty() ? 0 : number(edge.count);
    const auto [named, fresh] = pending_.try_emplace(edge.number, Node{state, count, spent});
    Node &known = named->second;
    need(fresh || (known.state == state && known.count == count), "another state or count above");
    known.spent = std::min(known.spent, spent);
    return count;
  }

  const Matrix &matrix_;
  std::istream *text_ = nullptr;
  string text_of_line_;
  size_t nodes_ = 0;
  std::unordered_map<size_t, Node> pending_;
  State scratch_;
  bool priced_ = false;
  map<size_t, Wide> prices_, losses_;
  Wide scale_ = 1, enough_ = 0;
  optional<Wide> cheapest_;
};

} // namespace

int main(int count, char **arguments) {
  Matrix matrix;
  Check check(matrix);
  bool read = false;
  try {
    if (count != 3) throw TooWide("usage: check_certificate MATRIX.dlx CERTIFICATE");
    std::ifstream text(arguments[1]), certificate(arguments[2]);
    if (!text || !certificate) throw TooWide("a file that cannot be read");
    matrix.read(text);
    read = true;
    const string certified = check.read(certificate);
    std::cout << "certified: " << certified << '\n';
    return 0;
  } catch (const Wrong &error) {
    std::cerr << arguments[1 + read] << ':' << (read ? check.line : matrix.line) << ": "
              << error.what() << '\n';
    return 2 - read;
  } catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
