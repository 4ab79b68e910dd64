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
#include <map>
#include <numeric>
#include <regex>
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
int64_t small(string_view text, int64_t least = 0, size_t end = size_t{1} << 60) {
  const Wide value = number(text);
  need(value >= least && value < static_cast<Wide>(end), "no such number: " + string(text));
  return static_cast<int64_t>(value);
}
size_t index(string_view text, size_t end) { return static_cast<size_t>(small(text, 0, end)); }

vector<string_view> words_of(string_view line, string_view blanks = " \t\n\r\v\f\x1c\x1d\x1e\x1f") {
  vector<string_view> words;
  for (size_t at = 0, end; (at = line.find_first_not_of(blanks, at)) != line.npos; at = end) {
    end = std::min(line.find_first_of(blanks, at), line.size());
    words.push_back(line.substr(at, end - at));
  }
  return words;
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
    string listed, one;
    for (line = 1; std::getline(text, one); ++line) {
      if (line == 1 && one.starts_with("\xef\xbb\xbf")) one.erase(0, 3);
      const auto words = words_of(one);
      if (words.empty() || (items_ ? words[0] : string_view(one))[0] == '|') continue;
      listed += items_ ? read_option(words) : read_items(words);
    }
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
    const string value(claim[2]);
    pending_[0] = {root_, priced_ ? 0 : number(value)};
    if (priced_) read_solution(number(value));
    auto next = words();
    for (; next[0] != "end"; next = words())
      if (next[0] == "rename") rename(next);
      else if (next[0] == "prices") read_prices(next);
      else node(next);
    need(next.size() == 2 && index(next[1], nodes_ + 1) == nodes_ && pending_.empty(),
         "not the end");
    need(!std::getline(text, text_of_line_), "a line behind the end");
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
    static const std::regex form(R"(\|?(?:(\d+)(?::(\d+))?\|)?([^|:]+))"); // low, high, name
    string listed;
    for (bool secondary = false; const string_view word : words) {
      secondary |= word[0] == '|';
      if (word == "|") continue;
      std::cmatch found;
      need(std::regex_match(word.data(), word.data() + word.size(), found, form), "no item");
      low_.push_back(found[1].matched ? small(found.str(1)) : !secondary);
      high_.push_back(found[2].matched ? small(found.str(2)) : found[1].matched ? low_.back() : 1);
      need(numbers_.try_emplace(found.str(3), items_++).second, "an item twice");
      listed += (listed.empty() ? "" : " ") + std::to_string(low_.back()) + ':' +
                std::to_string(high_.back()) + '|' + found.str(3);
    }
    return listed + '\n';
  }

  string read_option(const vector<string_view> &words) {
    string listed;
    Wide cost = 0;
    auto &option = options_.emplace_back();
    for (const string_view word : words) {
      if (word[0] == '|') cost = plus(cost, number(word.substr(1)));
      if (word[0] == '|') continue;
      const size_t colon = numbers_.contains(string(word)) ? word.npos : word.find(':');
      const auto known = numbers_.find(string(word.substr(0, colon)));
      need(known != numbers_.end(), "unknown item " + string(word));
      const size_t item = known->second;
      const string color(colon == word.npos ? "" : word.substr(colon + 1));
      need(color.empty() || (low_[item] == 0 && high_[item] == 1), "a color on a primary item");
      need(option.try_emplace(item, color).second, "an item twice in the option");
      listed += string(word) + ' ';
    }
    const int64_t most = int64_t{1} << 62;
    need(-most < cost && cost < most, "a cost of 2^62 or more");
    costs_.push_back(static_cast<int64_t>(cost));
    unit_ = std::gcd(unit_, costs_.back());
    return listed + '|' + std::to_string(costs_.back()) + '\n';
  }

  vector<string_view> words(const string &expected = "") { // of the next line
    ++line;
    need(bool(std::getline(*text_, text_of_line_)), "the certificate ends here");
    need(expected.empty() || text_of_line_ == expected, "expected " + expected);
    const auto found = words_of(text_of_line_);
    need(!found.empty(), "an empty line");
    return found;
  }

  void read_solution(Wide cost) { // one of that cost, behind the unit of the prices
    const auto scale = words();
    need(scale.size() == 2 && scale[0] == "scale", "expected a scale");
    scale_ = small(scale[1], 1, size_t{1} << 62);
    Wide more = cost;
    State state = root_;
    const auto told = words();
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

  void read_prices(const vector<string_view> &line) {
    need(priced_ && line.size() > 2, "prices of a count, or no bound");
    for (const string_view word : vector(line.begin() + 3, line.end())) {
      const size_t colon = std::min(word.find(':'), word.size() - 1);
      prices_[index(word.substr(0, colon), prices_.size())] = number(word.substr(colon + 1));
    }
    reduced_.clear();
    for (size_t option = 0; option < options_.size(); ++option) {
      reduced_.push_back(times(costs_[option], scale_));
      for (const auto &[item, color] : options_[option])
        if (color.empty()) reduced_.back() = plus(reduced_.back(), -prices_[item]);
    }
    need(pair(number(line[1]), number(line[2])) == least(root_), "another bound");
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
    need(reduced_.size() == options_.size(), "there are no prices");
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
    for (const string_view move : vector(words.begin() + 1, words.end())) {
      const size_t sign = std::min(move.find('>'), move.size() - 1);
      names[index(move.substr(0, sign), items_)] = index(move.substr(sign + 1), items_);
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
    int passed = 0;
    need(!parts || !priced_, "parts, where a cost is claimed");
    Wide total = parts;
    for (size_t k = 2; k < words.size(); ++k) {
      const size_t sign = words[k].find_first_of(">!.");
      need(sign != string_view::npos, "no edge: " + string(words[k]));
      const string_view chosen = words[k].substr(0, sign);
      Wide spent = value;
      State state = rest;
      if (chosen == "-") {
        ++passed;
        settle(state);
        rest = nothing_;
      } else {
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
    need(passed == free, "what is passed over is there once");
    const bool branch = !parts && !free;
    const size_t item = branch ? index(words[1], items_) : items_;
    need(!branch || bounds(rest, item).low > 0, "an item that needs no option");
    need(branch ? shared(rest.open, users_[item]) == 0 : rest == nothing_, "something is left");
    need(priced_ || total == value, "the count is not what the edges come to");
    ++nodes_;
  }

  // How many solutions there are below an edge: a sign, a node or an item, renamings, a count.
  Wide below(State &state, Wide spent, string_view edge) {
    const size_t end = std::min(edge.find('='), edge.size()), names = std::min(edge.find('~'), end);
    const string_view place = edge.substr(1, names - 1);
    if (edge[0] == '.') need(state == nothing_ && !priced_, "something is left, or costs less");
    if (edge[0] == '!') {
      afford(state, spent);
      const size_t item = index(place, items_);
      need(bounds(state, item).low > shared(state.open, users_[item]),
           "the item has enough options");
    }
    if (edge[0] != '>') return edge[0] == '.';
    const size_t node = index(place, size_t{1} << 60);
    need(node > nodes_, "a node that is above");
    need(!priced_ || names == edge.size(), "an edge of a count");
    for (const string_view one : words_of(edge.substr(names, end - names), "~"))
      give_names(state, renamings_[index(one, renamings_.size())]);
    Wide value = spent;
    if (!priced_) value = end < edge.size() ? number(edge.substr(end + 1)) : 0;
    auto &[known, least] = pending_.try_emplace(node, state, value).first->second;
    need(known == state && (priced_ || least == value), "another state or count above");
    least = std::min(least, value);
    return value;
  }

  string digest_, text_of_line_;
  std::istream *text_ = nullptr;
  std::unordered_map<string, size_t> numbers_; // of items, by name
  size_t items_ = 0, nodes_ = 0;
  int64_t unit_ = 0;                   // of all costs
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
  bool priced_ = false;
  vector<Wide> prices_, reduced_; // by item, and by option; in units of 1 / scale_
  Wide scale_ = 1, most_ = 0;     // most_: what a better solution may cost
};

} // namespace

int main(int count, char **arguments) {
  Checker checker;
  int read = 0;
  try {
    std::ifstream text(count == 3 ? arguments[1] : ""), certificate(count == 3 ? arguments[2] : "");
    if (!text || !certificate)
      throw std::runtime_error("usage: check_certificate MATRIX.dlx CERTIFICATE");
    checker.read_matrix(text);
    read = 1;
    std::cout << "certified: " + checker.read_certificate(certificate) + "\n";
    return 0;
  } catch (const std::invalid_argument &error) {
    std::cerr << arguments[1 + read] << ':' << checker.line << ": " << error.what() << '\n';
    return 2 - read;
  } catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
