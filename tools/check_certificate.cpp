// Checks a certificate of an exact cover, as check_certificate.py does, and faster: for
// certificates of gigabytes. It is written anew from docs/certificates.md, which has the format and
// the proof, and shares no code with minuet nor with the other checker.
//
//     c++ -std=c++20 -O2 -o check_certificate tools/check_certificate.cpp
//     ./check_certificate MATRIX.dlx CERTIFICATE
//
// Exit status: 0 certified, 1 not certified (the line is named), 2 what is given cannot be read.
// Numbers are held in 127 bits; where they do not fit, it says so and exits with 2.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <valarray>
#include <vector>

namespace {

using std::int64_t, std::map, std::pair, std::size_t, std::string, std::string_view, std::uint32_t,
    std::uint64_t, std::vector;

void need(bool holds, const string &what) {
  if (!holds) throw std::invalid_argument(what);
}

// ---- sets of places, numbers, words -----------------------------------------------------------

using Places = std::valarray<uint64_t>;

bool has(const Places &set, size_t k) { return set[k / 64] >> (k % 64) & 1; }
void add(Places &set, size_t k) { set[k / 64] |= uint64_t{1} << (k % 64); }
void drop(Places &set, size_t k) { set[k / 64] &= ~(uint64_t{1} << (k % 64)); }
int64_t shared(const Places &one, const Places &other) {
  int64_t size = 0;
  for (size_t w = 0; w < one.size(); ++w) size += std::popcount(one[w] & other[w]);
  return size;
}
template <class Do> void for_each(const Places &set, Do act) {
  for (size_t w = 0; w < set.size(); ++w)
    for (uint64_t word = set[w]; word; word &= word - 1)
      act(w * 64 + static_cast<size_t>(std::countr_zero(word)));
}

using Wide = __int128;

Wide within(bool overflown, const Wide &value) {
  if (overflown) throw std::overflow_error("numbers beyond 127 bits, use check_certificate.py");
  return value;
}
Wide times(Wide one, Wide other) { return within(__builtin_mul_overflow(one, other, &one), one); }
Wide plus(Wide one, Wide other) { return within(__builtin_add_overflow(one, other, &one), one); }

// A number has one notation: decimal digits, no leading zeros, at most as many as Python converts.
constexpr size_t most_digits = 4300;

bool is_number(string_view text, size_t digits = most_digits) {
  const bool decimal = std::ranges::all_of(text, [](char c) { return '0' <= c && c <= '9'; });
  return decimal && !text.empty() && text.size() <= digits && (text[0] != '0' || text == "0");
}
Wide number(string_view text) {
  need(is_number(text), "expected a number");
  Wide value = 0;
  for (const char digit : text) value = plus(times(value, 10), digit - '0');
  return value;
}
Wide integer(string_view text) { // perhaps behind a minus, but for 0
  if (!text.starts_with('-')) return number(text);
  need(text != "-0", "expected a number");
  return -number(text.substr(1));
}
size_t index(string_view text, size_t end) { // of one of so many things
  need(is_number(text), "expected a number");
  const Wide value = text.size() < 19 ? number(text) : Wide{1} << 62;
  need(value < static_cast<Wide>(end), "no such item, option, renaming or node");
  return static_cast<size_t>(value);
}

vector<string_view> split(string_view line, char sign) {
  vector<string_view> words;
  size_t at = 0;
  for (size_t end; (end = line.find(sign, at)) != line.npos; at = end + 1)
    words.push_back(line.substr(at, end - at));
  words.push_back(line.substr(at));
  return words;
}

// Raises for what is not UTF-8 (The Unicode Standard, table 3-7), for control characters but line
// feeds, for characters that are blanks to others, and for a byte order mark at the start.
void need_plain(string_view text) {
  need(!text.starts_with("\xef\xbb\xbf"), "a byte order mark");
  for (size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    const size_t size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    char32_t code = size == 1 ? first : first & (0x7fu >> size);
    bool well = first < 0x80 || (0xc2 <= first && first < 0xf5 && at + size <= text.size());
    for (size_t k = 1; well && k < size; ++k) {
      const auto next = static_cast<unsigned char>(text[at + k]);
      well = next >> 6 == 2;
      code = code << 6 | (next & 0x3f);
    }
    constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    well = well && code >= least[size] && code < 0x110000 && (code < 0xd800 || code >= 0xe000);
    need(well, "no UTF-8 text");
    const bool control = (code < 0x20 && code != '\n') || (0x7f <= code && code < 0xa0);
    const bool blank = code == 0xa0 || code == 0x1680 || (0x2000 <= code && code <= 0x200a) ||
                       code == 0x2028 || code == 0x2029 || code == 0x202f || code == 0x205f ||
                       code == 0x3000;
    need(!control && !blank, "a character that is no blank, line feed or part of a word");
    at += size;
  }
}

// SHA-256 (FIPS 180-4). Its constants are the first 32 bits behind the point of the square roots of
// the first 8 primes, and of the cube roots of the first 64.
string sha256(string text) {
  std::array<uint32_t, 8> state;
  std::array<uint32_t, 64> rounds, w;
  for (unsigned found = 0, prime = 2; found < 64; ++prime) {
    unsigned factor = 2;
    while (prime % factor) ++factor;
    if (factor < prime) continue;
    if (found < 8)
      state[found] = static_cast<uint32_t>(std::fmod(std::sqrt(prime), 1) * 4294967296.0);
    rounds[found++] = static_cast<uint32_t>(std::fmod(std::cbrt(prime), 1) * 4294967296.0);
  }
  const uint64_t bits = text.size() * 8;
  text += '\x80';
  text.append((120 - text.size() % 64) % 64, '\0');
  for (int shift = 56; shift >= 0; shift -= 8) text += static_cast<char>(bits >> shift);
  for (size_t at = 0; at < text.size(); at += 64) {
    for (size_t k = 0; k < 64; ++k) w[k / 4] = w[k / 4] << 8 | uint8_t(text[at + k]);
    for (size_t k = 16; k < 64; ++k) {
      const uint32_t a = w[k - 15], b = w[k - 2];
      w[k] = w[k - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + w[k - 7] +
             (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
    }
    auto mixed = state;
    for (size_t k = 0; k < 64; ++k) {
      const auto [a, b, c, d, e, f, g, h] = mixed;
      const uint32_t one = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                           ((e & f) ^ (~e & g)) + rounds[k] + w[k];
      const uint32_t two =
          (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      mixed = {one + two, a, b, c, d + one, e, f, g};
    }
    for (size_t k = 0; k < 8; ++k) state[k] += mixed[k];
  }
  string hex;
  for (const uint32_t word : state)
    for (int shift = 28; shift >= 0; shift -= 4) hex += "0123456789abcdef"[word >> shift & 15];
  return hex;
}

// ---- the matrix, and its states ---------------------------------------------------------------

struct Bounded { // an item that is not covered once: how many options it needs, and has room for
  size_t item;
  int64_t low, high;
  auto operator<=>(const Bounded &) const = default;
};

// What the solutions below a node depend on. Items have the places from 0 on, and options those
// behind them; open are items to be covered once, and options that may be chosen.
struct State {
  Places open;
  vector<Bounded> counts;
  bool operator==(const State &s) const { return (open == s.open).min() && counts == s.counts; }
};

using Entries = map<size_t, string>; // items, and their colors

class Checker {
public:
  size_t line = 0;

  void read_matrix(std::istream &text) {
    const string whole((std::istreambuf_iterator<char>(text)), {});
    need_plain(whole);
    string listed;
    for (const string_view one : split(whole, '\n')) {
      ++line;
      auto words = split(one, ' ');
      std::erase(words, "");
      if (words.empty() || (listed.empty() ? one : words[0])[0] == '|') continue;
      listed += listed.empty() ? read_items(words) : read_option(words);
    }
    need(!listed.empty(), "no line of items");
    digest_ = sha256(listed);
    nothing_.open.resize((items_ + options_.size()) / 64 + 1);
    root_ = nothing_;
    users_.assign(items_, nothing_.open);
    for (size_t option = 0; option < options_.size(); ++option) {
      add(root_.open, items_ + option);
      named_[options_[option]] = option;
      for (const auto &[item, color] : options_[option]) {
        add(users_[item], items_ + option);
        add(tints_.try_emplace({item, color}, nothing_.open).first->second, items_ + option);
      }
    }
    for (size_t item = 0; item < items_; ++item)
      if (tints_.try_emplace({item, ""}, nothing_.open); high_[item] != 1)
        root_.counts.push_back({item, low_[item], high_[item]});
      else if (low_[item] == 1) add(root_.open, item);
    settle(root_);
  }

  string read_certificate(std::istream &text) {
    text_ = &text;
    line = 0;
    words("minuet certificate 2");
    words("matrix " + digest_);
    const auto claim = words();
    priced_ = claim.size() == 3 && claim[1] == "optimum";
    need(claim.size() == 3 && (priced_ || claim[1] == "solutions"), "expected a claim");
    need(claim[0] == "claim", "expected a claim");
    const string value(claim[2]);
    const Wide claimed = priced_ ? integer(value) : number(value);
    pending_[0] = {root_, priced_ ? 0 : claimed};
    if (priced_) read_solution(claimed);
    auto next = words();
    for (; next[0] != "end"; next = words())
      if (next[0] == "rename") rename(next);
      else if (next[0] == "prices") read_prices(next);
      else node(next);
    need(next.size() == 2 && next[1] == std::to_string(nodes_) && pending_.empty(), "not the end");
    ++line;
    need(text.peek() == std::istream::traits_type::eof(), "a line behind the end");
    if (priced_) return "optimum " + value;
    return value == "0" ? "INFEASIBLE" : value + (value == "1" ? " solution" : " solutions");
  }

private:
  // Takes from a set what is open no more beside an option.
  void take(size_t option, Places &from) const {
    for (const auto &[item, color] : options_[option]) {
      drop(from, item);
      if (high_[item] == 1)
        from &= ~users_[item] | (color.empty() ? nothing_.open : tints_.at({item, color}));
    }
    drop(from, items_ + option);
  }

  // Leaves out options that would be too many, and counts that cannot matter.
  void settle(State &state) const {
    for (const Bounded &one : state.counts)
      if (one.high == 0) state.open &= ~users_[one.item];
    std::erase_if(state.counts, [&](const Bounded &one) {
      return one.low <= 0 && one.high >= shared(state.open, users_[one.item]);
    });
  }

  void choose(size_t option, State &state) const {
    take(option, state.open);
    for (Bounded &one : state.counts)
      if (options_[option].contains(one.item)) --one.low, --one.high;
    settle(state);
  }

  // Leaves what hangs together with an option, and the rest in `rest`.
  void keep_part(size_t option, State &state, State &rest) const {
    Places left = rest.open; // not reached yet
    for (const Bounded &one : state.counts) add(left, one.item);
    for (vector<size_t> todo{items_ + option}; !todo.empty();) {
      const size_t place = todo.back();
      todo.pop_back();
      const Places before = left;
      if (place < items_) left &= ~users_[place];
      else take(place - items_, left);
      for_each(before & ~left, [&](size_t near) { todo.push_back(near); });
    }
    state.open &= ~left;
    rest.open &= left;
    state.counts.clear();
    for (const Bounded &one : std::exchange(rest.counts, {}))
      (has(left, one.item) ? rest : state).counts.push_back(one);
  }

  Bounded bounds(const State &state, size_t item) const { // of an item, in that state
    for (const Bounded &one : state.counts)
      if (one.item == item) return one;
    const int64_t most = shared(state.open, tints_.at({item, ""}));
    return {item, has(state.open, item), std::min(most, high_[item])};
  }

  string read_items(const vector<string_view> &words) {
    const auto bound = [](string_view text) {
      return static_cast<int64_t>(index(text, size_t{1} << 31));
    };
    string listed;
    bool secondary = false;
    for (string_view word : words) {
      if (word[0] == '|') {
        need(!secondary, "a second bar among the items");
        secondary = true;
        primary_ = items_;
        word.remove_prefix(1);
      }
      if (word.empty()) continue;
      const size_t bar = word.rfind('|');
      const string name(word.substr(bar + 1)); // npos + 1 is 0
      const auto letters = std::ranges::count_if(name, [](char c) { return (c & 0xc0) != 0x80; });
      need(0 < letters && letters <= 1000 && name.find(':') == name.npos, "expected an item's name");
      low_.push_back(!secondary);
      high_.push_back(1);
      if (bar != word.npos) {
        need(!secondary, "bounds on a secondary item");
        const auto bounds = split(word.substr(0, bar), ':');
        need(bounds.size() < 3, "expected name, n|name or low:high|name");
        low_.back() = bound(bounds.front());
        high_.back() = bound(bounds.back());
        need(low_.back() <= high_.back(), "no such bounds");
      }
      need(numbers_.try_emplace(name, items_++).second, "an item twice");
      listed += (listed.empty() ? "" : " ") + std::to_string(low_.back()) + ':' +
                std::to_string(high_.back()) + '|' + name;
    }
    if (!secondary) primary_ = items_;
    return listed + '\n';
  }

  string read_option(const vector<string_view> &words) {
    string listed;
    int64_t cost = 0;
    auto &option = options_.emplace_back();
    for (const string_view word : words) {
      if (word[0] == '|') {
        need(word.size() < 22, "a cost of 2^62 or more");
        const auto one = static_cast<int64_t>(integer(word.substr(1)));
        paid_ = plus(paid_, one < 0 ? -Wide{one} : Wide{one});
        need(paid_ < Wide{1} << 62, "costs of 2^62 or more");
        cost += one;
        continue;
      }
      const size_t colon = word.find(':');
      const auto known = numbers_.find(string(word.substr(0, colon)));
      need(known != numbers_.end(), "expected an item, or item:color");
      const size_t item = known->second;
      string color;
      if (colon != word.npos) {
        color = word.substr(colon + 1);
        const bool plain = color.find_first_of("|:") == color.npos;
        need(!color.empty() && (plain || color.size() == 1), "expected an item, or item:color");
        need(item >= primary_, "a color on a primary item");
      }
      need(option.try_emplace(item, color).second, "an item twice in an option");
      listed += string(word) + ' ';
    }
    costs_.push_back(cost);
    unit_ = std::gcd(unit_, cost);
    return listed + '|' + std::to_string(cost) + '\n';
  }

  vector<string_view> words(const string &expected = "") { // of the next line
    ++line;
    const bool complete = std::getline(*text_, text_of_line_) && !text_->eof();
    if (text_->bad()) throw std::runtime_error("the certificate cannot be read");
    need(complete, "the certificate ends here, expected another line");
    need(expected.empty() || text_of_line_ == expected, "expected " + expected);
    return split(text_of_line_, ' ');
  }

  void read_solution(Wide cost) { // one of that cost, behind the unit of the prices
    const auto scale = words();
    need(scale.size() == 2 && scale[0] == "scale", "expected a scale");
    scale_ = number(scale[1]);
    need(scale_ > 0, "expected a scale");
    Wide more = cost;
    State state = root_;
    const auto told = words();
    need(told[0] == "solution", "expected a solution");
    for (size_t k = 1; k < told.size(); ++k) {
      const size_t option = index(told[k], options_.size());
      need(has(state.open, items_ + option), "an option that cannot be chosen");
      choose(option, state);
      more = plus(more, -Wide{costs_[option]});
    }
    for (size_t item = 0; item < items_; ++item) need(bounds(state, item).low <= 0, "no solution");
    need(more == 0, "no solution of that cost");
    most_ = plus(cost, -std::max<int64_t>(unit_, 1));
    prices_.resize(items_);
  }

  // Items, each once, and what the words from some place on say of them.
  map<size_t, string_view> pairs(const vector<string_view> &words, size_t from, char sign) const {
    map<size_t, string_view> found;
    for (size_t k = from; k < words.size(); ++k) {
      const auto both = split(words[k], sign);
      need(both.size() == 2, string("expected pairs with ") + sign);
      need(found.emplace(index(both[0], items_), both[1]).second, "an item twice");
    }
    return found;
  }

  void read_prices(const vector<string_view> &line) {
    need(priced_ && line.size() > 2, "prices of a count, or no bound");
    for (const auto &[item, price] : pairs(line, 3, ':')) prices_[item] = integer(price);
    reduced_.clear();
    for (size_t option = 0; option < options_.size(); ++option) {
      reduced_.push_back(times(costs_[option], scale_));
      for (const auto &[item, color] : options_[option])
        if (color.empty()) reduced_.back() = plus(reduced_.back(), -prices_[item]);
    }
    bounded_ = true;
    need(pair(integer(line[1]), integer(line[2])) == least(root_), "another bound");
  }

  pair<Wide, Wide> least(const State &state) const { // of the prices, and of the losses
    Wide paid = 0, lost = 0;
    for (size_t item = 0; item < prices_.size(); ++item) {
      if (prices_[item] == 0) continue;
      const auto [_, low, high] = bounds(state, item);
      paid = plus(paid, times(prices_[item], std::max<int64_t>(prices_[item] < 0 ? high : low, 0)));
    }
    for (size_t option = 0; option < reduced_.size(); ++option)
      if (has(state.open, items_ + option)) lost = plus(lost, std::min<Wide>(reduced_[option], 0));
    return {paid, lost};
  }

  // Leaves out the options that cost too much; if all do, every item is in need.
  void afford(State &state, Wide spent) const {
    if (!priced_) return;
    need(bounded_, "no prices yet");
    const auto [paid, lost] = least(state);
    const Wide slack = plus(times(plus(most_, -spent), scale_), -plus(paid, lost));
    for (size_t item = 0; slack < 0 && item < items_; ++item) add(state.open, item);
    for (size_t option = 0; option < reduced_.size(); ++option)
      if (slack < 0 || reduced_[option] > slack) drop(state.open, items_ + option);
    if (slack < 0) state.counts.clear();
    settle(state);
  }

  // What each place is called then, by the items that move.
  void rename(const vector<string_view> &words) {
    vector<size_t> names(items_), taken(items_, 0);
    std::iota(names.begin(), names.end(), 0);
    need(!priced_ && words.size() > 1, "expected a renaming of a count, of some items");
    for (const auto &[item, name] : pairs(words, 1, '>')) {
      names[item] = index(name, items_);
      need(names[item] != item, "an item that does not move");
    }
    for (size_t item = 0; item < items_; ++item) {
      const size_t name = names[item];
      const bool alike = low_[item] == low_[name] && high_[item] == high_[name];
      need(alike && !taken[name]++, "a renaming that is none");
    }
    for (const Entries &option : options_) {
      Entries image;
      for (const auto &[item, color] : option) image[names[item]] = color;
      const auto found = named_.find(image);
      names.push_back(items_ + (found == named_.end() ? options_.size() : found->second));
    }
    renamings_.push_back(std::move(names));
  }

  void give_names(State &state, const vector<size_t> &names) const {
    const Places before = std::exchange(state.open, Places(state.open.size()));
    for_each(before, [&](size_t place) {
      need(names[place] < names.size() && !has(state.open, names[place]),
           "an option without a new name");
      add(state.open, names[place]);
    });
    for (Bounded &one : state.counts) one.item = names[one.item];
    std::ranges::sort(state.counts);
  }

  void node(const vector<string_view> &words) {
    need(words.size() > 1 && words[0] == std::to_string(nodes_), "not the next node");
    auto named = pending_.extract(nodes_);
    need(!named.empty(), "no line above names this node");
    auto &[rest, value] = named.mapped(); // rest: what the edges leave of the state
    afford(rest, value);
    const bool parts = words[1] == "*", free = words[1] == "?";
    need(!parts || !priced_, "parts, where a cost is claimed");
    need(!free || words.size() == 4, "expected two edges");
    const size_t item = parts || free ? items_ : index(words[1], items_);
    Wide total = parts;
    for (size_t k = 2; k < words.size(); ++k) {
      const size_t sign = words[k].find_first_of(">!.");
      need(sign != string_view::npos, "no edge: " + string(words[k]));
      const string_view chosen = words[k].substr(0, sign);
      Wide spent = value;
      State state = rest;
      if (chosen == "-") {
        need(free && k == 3, "an edge without an option");
        settle(state);
        rest = nothing_;
      } else {
        need(k != 3 || !free, "expected an edge without an option");
        const size_t option = index(chosen, options_.size());
        need(has(rest.open, items_ + option), "an option that cannot be chosen");
        drop(rest.open, items_ + option);
        if (parts) keep_part(option, state, rest);
        else choose(option, state);
        spent = plus(spent, costs_[option]);
      }
      const Wide count = below(state, spent, words[k].substr(sign));
      total = parts ? times(total, count) : plus(total, count);
    }
    const bool branch = item < items_;
    need(!branch || bounds(rest, item).low > 0, "an item that needs no option");
    need(branch ? shared(rest.open, users_[item]) == 0 : rest == nothing_, "something is left");
    need(priced_ || total == value, "the count is not what the edges come to");
    ++nodes_;
  }

  // How many solutions there are below an edge: a sign, a node or an item, renamings, a count.
  Wide below(State &state, Wide spent, string_view edge) {
    if (edge[0] == '.') need(edge == "." && state == nothing_ && !priced_, "something is left");
    if (edge[0] == '!') {
      const size_t item = index(edge.substr(1), items_);
      afford(state, spent);
      need(bounds(state, item).low > shared(state.open, users_[item]),
           "the item has enough options");
    }
    if (edge[0] != '>') return edge[0] == '.';
    const auto counted = split(edge.substr(1), '=');
    const auto names = split(counted[0], '~');
    const size_t node = index(names[0], size_t{1} << 60);
    need(node > nodes_, "a node that is above");
    need(!priced_ || (counted.size() == 1 && names.size() == 1), "an edge of a count");
    need(counted.size() < 3 && counted.back() != "0", "expected an edge");
    for (size_t k = 1; k < names.size(); ++k)
      give_names(state, renamings_[index(names[k], renamings_.size())]);
    Wide value = spent;
    if (!priced_) value = counted.size() == 2 ? number(counted[1]) : 0;
    auto &[known, least] = pending_.try_emplace(node, state, value).first->second;
    need(known == state && (priced_ || least == value), "another state or count above");
    least = std::min(least, value);
    return value;
  }

  string digest_, text_of_line_;
  std::istream *text_ = nullptr;
  std::unordered_map<string, size_t> numbers_; // of items, by name
  size_t items_ = 0, primary_ = 0, nodes_ = 0;
  int64_t unit_ = 0;                   // of all costs
  Wide paid_ = 0;                      // all costs, without their signs
  vector<int64_t> low_, high_, costs_; // of items; of options
  vector<Places> users_;               // of items
  vector<Entries> options_;
  map<Entries, size_t> named_;              // options by what they hold
  map<pair<size_t, string>, Places> tints_; // who uses an item in a color, or in none
  State root_, nothing_;
  // Nodes that were named and have not come yet, each with the number of its solutions or, where a
  // cost is claimed, the least that is spent above.
  std::unordered_map<size_t, pair<State, Wide>> pending_;
  vector<vector<size_t>> renamings_; // place -> its name then
  bool priced_ = false, bounded_ = false; // a cost is claimed; there were prices
  vector<Wide> prices_, reduced_; // by item, and by option; in units of 1 / scale_
  Wide scale_ = 1, most_ = 0;     // most_: what a better solution may cost
};

// Prints what is certified, or what is wrong, and returns the exit status.
int check(const std::array<string, 2> &names, std::istream &matrix, std::istream &certificate,
          std::ostream &out, std::ostream &errors) {
  Checker checker;
  int read = 0;
  try {
    if (!matrix || !certificate)
      throw std::runtime_error("usage: check_certificate MATRIX.dlx CERTIFICATE");
    checker.read_matrix(matrix);
    read = 1;
    out << "certified: " + checker.read_certificate(certificate) + "\n";
    return 0;
  } catch (const std::invalid_argument &error) {
    errors << names[read] << ':' << checker.line << ": " << error.what() << '\n';
    return 2 - read;
  } catch (const std::exception &error) {
    errors << error.what() << '\n';
    return 2;
  }
}

} // namespace

int main(int count, char **arguments) {
  const std::array<string, 2> names{count == 3 ? arguments[1] : "", count == 3 ? arguments[2] : ""};
  std::ifstream matrix(names[0]), certificate(names[1]);
  return check(names, matrix, certificate, std::cout, std::cerr);
}
