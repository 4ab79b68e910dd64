(* Reads a matrix from DLX text (docs/trust.md), and prints it back from the structure that
   the proved checker gets: the digest is of that text, so a matrix that is misread has another. *)
open Kernel
open Text

type t = { matrix : matrix; item_names : string array; color_names : string array (* color k has the name k - 1 *) }

let largest_bound = Z.pred (Z.shift_left Z.one 31)
let largest_sum = Z.shift_left Z.one 62
let cost_limit = Z.shift_left Z.one 62
let words line = List.filter (( <> ) "") (String.split_on_char ' ' line)
let rest_of word = String.sub word 1 (String.length word - 1)

let bound word =
  need (String.length word <= 20) "no such bounds";
  integer word

(* The bounds and the name of an item: name, n|name or low:high|name. *)
let item ~secondary word =
  let bounds, name =
    match String.split_on_char '|' word with
    | [ name ] -> (((if secondary then Z.zero else Z.one), Z.one), name)
    | [ range; name ] when not secondary -> (
        match String.split_on_char ':' range with
        | [ n ] -> ((bound n, bound n), name)
        | [ low; high ] -> ((bound low, bound high), name)
        | _ -> refuse "expected name, n|name or low:high|name")
    | _ -> refuse "expected name, n|name or low:high|name" in
  need (name <> "" && (not (String.contains name ':')) && characters name <= 1000) "no name of an item";
  let is_small bound = Z.leq (Z.abs bound) largest_sum in
  need (Z.leq (fst bounds) (snd bounds) && is_small (fst bounds) && is_small (snd bounds)) "no such bounds";
  (bounds, name)

(* What stands behind the name of an item. *)
type mark = Color of string | Weight of Z.t

let mark_of word =
  let behind k = String.sub word (k + 1) (String.length word - k - 1) in
  match (String.index_opt word ':', String.rindex_opt word '*') with
  | Some k, _ ->
      let color = behind k in
      let is_color = color = "|" || color = ":" || not (color = "" || String.contains color ':' || String.contains color '|') in
      need is_color "no name of a color";
      (String.sub word 0 k, Color color)
  | None, Some k ->
      need (String.length (behind k) <= 20) "no such weight";
      let weight = integer (behind k) in
      need (not (Z.equal weight Z.zero || Z.equal weight Z.one)) "a weight of 0 or 1";
      (String.sub word 0 k, Weight weight)
  | None, None -> refuse "expected an item, item:color or item*weight"

let cost word =
  let digits = rest_of word in
  need (String.length digits <= 20) "expected |cost";
  integer digits

(* A graph rule: :KIND, the ends of a path, vertices V=OPTIONS, edges V-V=OPTIONS or V-V. *)
let graph_rule first words =
  let options text = List.map number (String.split_on_char ',' text) in
  let two_vertices text =
    match String.split_on_char '-' text with
    | [ u; v ] ->
        need (u <> v) "an edge of one vertex";
        (number u, number v)
    | _ -> refuse "expected two vertices" in
  let form, words =
    match (first, words) with
    | ":connected", words -> (Connected, words)
    | ":tree", words -> (Tree, words)
    | ":one_loop", words -> (Loop, words)
    | ":path", s :: t :: words ->
        need (s <> t) "a path of one end";
        (Path (number s, number t), words)
    | _ -> refuse "expected a graph rule" in
  let is_vertex word = not (String.contains word '-') in
  let rec split vertices = function
    | word :: words when is_vertex word -> (
        match String.split_on_char '=' word with
        | [ v; os ] -> split ((number v, options os) :: vertices) words
        | _ -> refuse "expected VERTEX=OPTIONS")
    | words -> (List.rev vertices, words) in
  let vertices, words = split [] words in
  let edge word =
    match String.split_on_char '=' word with
    | [ ends ] -> (two_vertices ends, [])
    | [ ends; os ] -> (two_vertices ends, options os)
    | _ -> refuse "expected an edge" in
  { form; vertices; edges = List.map edge words }

(* Names in the order in which they are first seen. *)
type names = { numbers : (string, int) Hashtbl.t; mutable seen : string list }

let names () = { numbers = Hashtbl.create 97; seen = [] }

let number_of names name =
  match Hashtbl.find_opt names.numbers name with
  | Some k -> k
  | None ->
      let k = Hashtbl.length names.numbers in
      Hashtbl.add names.numbers name k;
      names.seen <- name :: names.seen;
      k

let array_of names = Array.of_list (List.rev names.seen)

let read lines =
  let items = names () and colors = names () in
  let bounds = ref [] and options = ref [] and weights = ref [] and costs = ref [] in
  let primary = ref 0 and started = ref false and paid = ref Z.zero in
  let read_items line =
    let secondary = ref false in
    let add word =
      let bound, name = item ~secondary:!secondary word in
      need (not (Hashtbl.mem items.numbers name)) "an item twice";
      ignore (number_of items name);
      bounds := bound :: !bounds in
    let read word =
      if word.[0] = '|' then (
        need (not !secondary) "a second bar among the items";
        secondary := true;
        primary := Hashtbl.length items.numbers;
        if word <> "|" then add (rest_of word))
      else add word in
    List.iter read (words line);
    if not !secondary then primary := Hashtbl.length items.numbers in
  let rules = ref [] in
  let read_option line =
    need (!rules = []) "an option behind a graph rule";
    let costs_of, entries = List.partition (fun word -> word.[0] = '|') (words line) in
    let each = List.map cost costs_of in
    paid := List.fold_left (fun sum c -> Z.add sum (Z.abs c)) !paid each;
    need (Z.lt !paid cost_limit) "costs of 2^62 or more";
    let heavy = ref [] in
    let entry word =
      match Hashtbl.find_opt items.numbers word with
      | Some i -> (Z.of_int i, Z.zero)
      | None -> (
          let name, mark = mark_of word in
          match (Hashtbl.find_opt items.numbers name, mark) with
          | Some i, Color color when i >= !primary -> (Z.of_int i, Z.of_int (number_of colors color + 1))
          | Some i, Weight weight when i < !primary ->
              heavy := (Z.of_int i, weight) :: !heavy;
              (Z.of_int i, Z.zero)
          | Some _, Color _ -> refuse "a color on a primary item"
          | Some _, Weight _ -> refuse "a weight on a secondary item"
          | None, _ -> refuse "expected an item, item:color or item*weight") in
    let entries = List.map entry entries in
    need (List.length (List.sort_uniq compare (List.map fst entries)) = List.length entries) "an item twice in an option";
    options := entries :: !options;
    weights := !heavy :: !weights;
    costs := List.fold_left Z.add Z.zero each :: !costs in
  let rec go () =
    match next_line ~lax:true lines with
    | None -> ()
    | Some line ->
        need (lines.line > 1 || not (String.length line >= 3 && String.sub line 0 3 = "\xef\xbb\xbf")) "a byte order mark";
        need_plain line;
        (match words line with
        | [] -> ()
        | _ when (not !started) && line.[0] = '|' -> ()
        | first :: _ when !started && first.[0] = '|' -> ()
        | first :: rest when !started && first.[0] = ':' -> rules := graph_rule first rest :: !rules
        | _ when !started -> read_option line
        | _ ->
            started := true;
            read_items line);
        go () in
  go ();
  need !started "no line of items";
  let last = Z.of_int (List.length !options) in
  let exist = List.for_all (fun o -> Z.lt o last) in
  let check_rule { vertices; edges; _ } =
    need (List.for_all (fun (_, os) -> exist os) vertices) "no such option";
    need (List.for_all (fun (_, os) -> exist os) edges) "no such option" in
  List.iter check_rule !rules;
  let heavy = Hashtbl.create 97 in
  List.iter (List.iter (fun (i, _) -> Hashtbl.replace heavy (Z.to_int i) ())) !weights;
  let fits i (low, high) = Hashtbl.mem heavy i || (Z.sign low >= 0 && Z.leq high largest_bound) in
  List.iteri (fun i bounds -> need (fits i bounds) "bounds of no item but a sum") (List.rev !bounds);
  { matrix = { bounds = List.rev !bounds; options = List.rev !options; weights = List.rev !weights; costs = List.rev !costs;
      graph_rules = List.rev !rules };
    item_names = array_of items;
    color_names = array_of colors }

let digest { matrix; item_names; color_names } =
  let hash = Sha256.create () in
  let print_words words = Sha256.add hash (String.concat " " words ^ "\n") in
  let item k (low, high) = Printf.sprintf "%s:%s|%s" (Z.to_string low) (Z.to_string high) item_names.(k) in
  let entry heavy (i, color) =
    let name = item_names.(Z.to_int i) in
    if not (Z.equal color Z.zero) then name ^ ":" ^ color_names.(Z.to_int color - 1)
    else match List.find_opt (fun (j, _) -> Z.equal i j) heavy with
    | Some (_, weight) -> name ^ "*" ^ Z.to_string weight
    | None -> name in
  print_words (List.mapi item matrix.bounds);
  let rec print_options = function
    | entries :: options, heavy :: weights, cost :: costs ->
        print_words (List.map (entry heavy) entries @ [ "|" ^ Z.to_string cost ]);
        print_options (options, weights, costs)
    | [], [], [] -> ()
    | _ -> refuse "no matrix" in
  print_options (matrix.options, matrix.weights, matrix.costs);
  let options os = String.concat "," (List.map Z.to_string os) in
  let vertex (v, os) = Printf.sprintf "%s=%s" (Z.to_string v) (options os) in
  let edge ((u, v), os) =
    Printf.sprintf "%s-%s" (Z.to_string u) (Z.to_string v) ^ if os = [] then "" else "=" ^ options os in
  let head = function
    | Connected -> [ ":connected" ]
    | Tree -> [ ":tree" ]
    | Loop -> [ ":one_loop" ]
    | Path (s, t) -> [ ":path"; Z.to_string s; Z.to_string t ] in
  let print_rule { form; vertices; edges } =
    print_words (head form @ List.map vertex vertices @ List.map edge edges) in
  List.iter print_rule matrix.graph_rules;
  Sha256.hex hash
