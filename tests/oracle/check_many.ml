(* Runs the proved checker on many certificates in one process: reads a
   line MATRIX TAB CERTIFICATE each, prints STATUS TAB MESSAGE. *)
module Checker = Program.Run (Fast)

let () =
  try
    while true do
      match String.split_on_char '\t' (input_line stdin) with
      | [ matrix; certificate ] ->
          let status, message = Checker.verdict matrix certificate in
          Printf.printf "%d\t%s\n%!" status message
      | _ -> exit 2
    done
  with End_of_file -> ()
