// Goes through a proof that clauses clash: does each clause that is added follow from those before?
//
// By reverse unit propagation (Goldberg and Novikov, "Verification of proofs of unsatisfiability
// for CNF formulas", DATE 2003): all literals of the added clause are made false, and propagating
// units has to end in a clash. Such a clause follows from those before it whatever was deleted in
// between, so a deletion serves speed alone. Propagation is by two watched literals (Moskewicz et
// al., "Chaff", DAC 2001), each watch with a literal that, if true, spares the look at the clause;
// what follows from the clauses alone stays assigned for good. Nothing here is shared with a
// solver, nor with the engines.
//
// On demand it writes down in LRAT what it does: by which clauses each literal got its value.
#pragma once

#include "proofs/lrat.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace minuet::proofs {

class RupChecker {
public:
  // Clause k is literals[starts[k]] to literals[starts[k + 1] - 1]; 3 is a variable, -3 its
  // negation. Throws std::invalid_argument for starts that do not part them, and for a zero.
  // `lrat` receives the lines of the proof up to the empty clause; null: none are written.
  RupChecker(std::span<const std::int64_t> starts, std::span<const std::int32_t> literals,
             Lrat *lrat = nullptr);

  // Goes through further steps, whole lines: `3 -7 0` adds a clause, `d 3 -7 0` deletes one. Ends
  // with the text, at the empty clause, or where it refuses a step; returns whether to go on.
  bool read(std::string_view steps);

  bool proved() const { return proved_; }
  bool clashes() const { return clash_; } // seen by unit propagation
  std::int64_t steps() const { return steps_; }
  const std::string &refusal() const { return refusal_; }

private:
  using Place = std::size_t; // of a clause: its size, its number, then its literals
  struct Watch {
    Place clause;
    Literal blocker;
  };

  const char *parse(std::string_view line, bool &deletes);
  bool follows();
  void add(ClauseId id);
  void remove();
  bool propagate();
  bool visit(Literal made_false, std::vector<Watch> &watches, std::size_t &kept, Watch watch);
  void assign(Literal literal, Place reason);
  void undo(std::size_t size);
  void name_units();
  void explain(Place clause, std::size_t before);
  void need(Place clause);
  bool is_true(Literal literal) const { return values_[literal] > 0; }
  bool is_false(Literal literal) const { return values_[literal] < 0; }
  std::uint64_t key() const;
  bool is_same(Place place);

  std::vector<std::uint32_t> clauses_;
  std::vector<std::vector<Watch>> watches_; // by literal: of the clauses to look at if it is false
  std::vector<std::int8_t> values_;         // by literal: 1 true, -1 false, 0 open
  std::vector<std::int64_t> seen_;          // by literal: in the clause of that number
  std::vector<Literal> trail_;
  std::vector<Place> reasons_;  // by variable with a value: the clause that gave it, or nowhere
  Place clash_at_ = 0;          // the clause of which all literals are false
  std::vector<Literal> clause_; // the one at hand, each literal once
  std::unordered_multimap<std::uint64_t, Place> places_;
  std::size_t ahead_ = 0; // of the trail: what is to be propagated
  std::int64_t steps_ = 0, marked_ = 0;
  bool proved_ = false, clash_ = false;
  std::string refusal_;

  Lrat *lrat_;
  std::vector<ClauseId> units_;      // by variable: the unit clause of its lasting value, or 0
  std::size_t named_ = 0;            // of the trail: what has one
  std::vector<ClauseId> hints_;      // why clause_ follows
  std::vector<std::int64_t> needed_; // by variable: for the explanation of that number
  std::int64_t explained_ = 0;
};

} // namespace minuet::proofs
