(* The proved checker of certificates. *)
include Program.Run (Fast)
