(* The proved part of the checker as the rest sees it, in numbers of Zarith and lists of OCaml. *)
type target =
  | Solution
  | Broken  (* a graph rule is *)
  | Lacking of Z.t  (* an item *)
  | Subtree of Z.t * Z.t * Z.t list  (* a node, its count, renamings *)

type ending = Exhausted of Z.t  (* an item *) | Skipped of target
type line = Branch of (Z.t * target) list * ending | Parts of (Z.t * target) list

(* Items: low and high. Options: items and their colors, 0 for none; items and their weights other than 1. *)
type shape = Connected | Tree | Loop | Path of Z.t * Z.t

(* Vertices with the options that choose them; edges, likewise. *)
type graph_rule = { form : shape; vertices : (Z.t * Z.t list) list; edges : ((Z.t * Z.t) * Z.t list) list }

type matrix = {
  bounds : (Z.t * Z.t) list;
  options : (Z.t * Z.t) list list;
  weights : (Z.t * Z.t) list list;
  costs : Z.t list;
  graph_rules : graph_rule list;
}

module type KERNEL = sig
  type tables
  type count
  type prices

  val tables : matrix -> tables
  val well_formed : tables -> bool

  (* A count: from the number that is claimed, line by line; None: refused. *)
  val count_start : tables -> Z.t -> count
  val rename : tables -> count -> items:Z.t list -> options:Z.t list -> count option
  val count_node : tables -> count -> Z.t -> line -> count option
  val count_done : count -> bool

  (* An optimum: whether a set of options is a solution that costs it, then line by line. *)
  val is_reached : tables -> best:Z.t -> divisor:Z.t -> Z.t -> bool
  val price_start : tables -> scale:Z.t -> limit:Z.t -> prices
  val set_prices : prices -> Z.t list -> paid:Z.t -> lost:Z.t -> prices option
  val price_node : prices -> Z.t -> line -> prices option
  val price_done : prices -> bool
end
