(* Words, numbers and lines, each in one notation. What is not understood raises Refused. *)
exception Refused of string

let refuse what = raise (Refused what)
let need holds what = if not holds then refuse what
let most_digits = 4300
let is_digit c = '0' <= c && c <= '9'

(* Zarith alone would also read 0x10, 1_0, +1 and 007. *)
let is_number s =
  let n = String.length s in
  0 < n && n <= most_digits && String.for_all is_digit s && (s = "0" || s.[0] <> '0')

let number s =
  need (is_number s) "expected a number";
  Z.of_string s

let integer s =
  if s <> "" && s.[0] = '-' then (
    need (s <> "-0") "expected a number";
    Z.neg (number (String.sub s 1 (String.length s - 1))))
  else number s

(* The number of one of so many things. *)
let index count s =
  let k = number s in
  need (Z.lt k (Z.of_int count)) "no such item, option or renaming";
  k

(* Lines; None at the end. *)
type lines = { input : in_channel; buffer : Bytes.t; mutable at : int; mutable filled : int; mutable line : int }

let lines input = { input; buffer = Bytes.create 65536; at = 0; filled = 0; line = 0 }

let refill t =
  t.at <- 0;
  t.filled <- input t.input t.buffer 0 (Bytes.length t.buffer);
  t.filled > 0

exception Endless of string

let longest_line = 1 lsl 27

(* The next line. The last one may lack its line feed if [lax]. *)
let next_line ?(lax = false) t =
  t.line <- t.line + 1;
  let line = Buffer.create 80 in
  let rec go () =
    if Buffer.length line > longest_line then raise (Endless "more than 128 megabytes in a line, expected no more");
    if t.at = t.filled && not (refill t) then
      if Buffer.length line = 0 then None
      else (
        need lax "the line has no end";
        Some (Buffer.contents line))
    else
      match Bytes.index_from_opt t.buffer t.at '\n' with
      | Some feed when feed < t.filled ->
          Buffer.add_subbytes line t.buffer t.at (feed - t.at);
          t.at <- feed + 1;
          Some (Buffer.contents line)
      | _ ->
          Buffer.add_subbytes line t.buffer t.at (t.filled - t.at);
          t.at <- t.filled;
          go () in
  go ()

(* The code points of a text in UTF-8 (The Unicode Standard, table 3-7). *)
let check_characters check text =
  let n = String.length text in
  let rec go at =
    if at < n then (
      let first = Char.code text.[at] in
      let size = if first < 0x80 then 1 else if first < 0xe0 then 2 else if first < 0xf0 then 3 else 4 in
      need (first < 0x80 || (0xc2 <= first && first < 0xf5 && at + size <= n)) "no UTF-8 text";
      let code = ref (if size = 1 then first else first land (0x7f lsr size)) in
      for k = 1 to size - 1 do
        let next = Char.code text.[at + k] in
        need (next lsr 6 = 2) "no UTF-8 text";
        code := (!code lsl 6) lor (next land 0x3f)
      done;
      need (!code >= [| 0; 0; 0x80; 0x800; 0x10000 |].(size) && !code < 0x110000) "no UTF-8 text";
      need (!code < 0xd800 || !code >= 0xe000) "no UTF-8 text";
      check !code;
      go (at + size)) in
  go 0

(* Control characters, and what other programs take for a blank. *)
let is_stray code =
  code < 0x20 || (0x7f <= code && code <= 0xa0) || code = 0x1680 || (0x2000 <= code && code <= 0x200a)
  || List.mem code [ 0x2028; 0x2029; 0x202f; 0x205f; 0x3000 ]

let need_plain text =
  let check code = need (not (is_stray code)) "a character that is no blank, line feed or part of a word" in
  check_characters check text

let characters text =
  let count = ref 0 in
  check_characters (fun _ -> incr count) text;
  !count
