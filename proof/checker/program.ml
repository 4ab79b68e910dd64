(* check_certificate MATRIX.dlx CERTIFICATE, for a kernel. Exit status: 0 certified, 1 not certified,
   2 a matrix or file that cannot be read. *)
open Text

exception Stopped of int * string

(* What [read] makes of the lines of a file. Raises Stopped with one line that says where. *)
let read_file path ~refused read =
  match open_in_bin path with
  | exception Sys_error what -> raise (Stopped (2, Printf.sprintf "%s:0: %s" path what))
  | input -> (
      let lines = lines input in
      let stop status what = raise (Stopped (status, Printf.sprintf "%s:%d: %s" path lines.line what)) in
      let finish () = close_in_noerr input in
      try Fun.protect ~finally:finish (fun () -> read lines) with
      | Refused what -> stop refused what
      | Endless what -> stop 2 what
      | Sys_error what -> stop 2 what
      | Stack_overflow | Out_of_memory -> stop 2 "too large for this machine"
      | Z.Overflow -> stop refused "a number is too large")

(* The extracted functions recur once for each item, option or edge: begin anew with all the stack
   that the system gives. *)
let take_stack () =
  let mark = "MINUET_CHECKER_STACK" in
  if Sys.getenv_opt mark = None then (
    Unix.putenv mark "taken";
    let script = {|ulimit -s unlimited 2>/dev/null || ulimit -s "$(ulimit -H -s)" 2>/dev/null; exec "$0" "$@"|} in
    let arguments = Array.sub Sys.argv 1 (Array.length Sys.argv - 1) in
    try Unix.execv "/bin/sh" (Array.append [| "sh"; "-c"; script; Sys.executable_name |] arguments)
    with Unix.Unix_error _ -> ())

module Run (Kernel : Kernel.KERNEL) = struct
  module Certificate = Certificate.Follow (Kernel)

  (* The exit status, and the line to print. *)
  let verdict matrix certificate =
    try
      let read_matrix lines =
        let text = Matrix_text.read lines in
        (Certificate.problem text.matrix, Matrix_text.digest text) in
      let problem, digest = read_file matrix ~refused:2 read_matrix in
      (0, "certified: " ^ read_file certificate ~refused:1 (Certificate.check problem digest))
    with Stopped (status, message) -> (status, message)

  let main () =
    take_stack ();
    let status, message =
      match Sys.argv with
      | [| _; matrix; certificate |] -> verdict matrix certificate
      | _ -> (2, "usage: check_certificate MATRIX.dlx CERTIFICATE") in
    (if status = 0 then print_endline else prerr_endline) message;
    exit status
end
