(* check_certificate MATRIX.dlx CERTIFICATE, for a kernel. Exit status: 0 certified, 1 not certified,
   2 a matrix or file that cannot be read. *)
open Text

let stop status message =
  prerr_endline message;
  exit status

(* What [read] makes of the lines of a file, or one line that says where it stopped. *)
let read_file path ~refused read =
  match open_in_bin path with
  | exception Sys_error what -> stop 2 what
  | input -> (
      let lines = lines input in
      let stop_at status what = stop status (Printf.sprintf "%s:%d: %s" path lines.line what) in
      try read lines with
      | Refused what -> stop_at refused what
      | Sys_error what -> stop_at 2 what
      | Stack_overflow | Out_of_memory -> stop_at 2 "too large for this machine"
      | Z.Overflow -> stop_at refused "a number is too large")

module Run (Kernel : Kernel.KERNEL) = struct
  module Certificate = Certificate.Follow (Kernel)

  let () =
    match Sys.argv with
    | [| _; matrix; certificate |] ->
        let text = read_file matrix ~refused:2 Matrix_text.read in
        print_endline ("certified: " ^ read_file certificate ~refused:1 (Certificate.check text))
    | _ -> stop 2 "usage: check_certificate MATRIX.dlx CERTIFICATE"
end
