import { z } from "zod";
import { Id } from "../kernel/input";
import { query } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { findOffice, Office, officeOf } from "./office";

export const read = query({
  name: "offices.read",
  does: "read offices",
  allow: atLeast("admin"),
  input: z.object({ id: Id }),
  output: Office,
  run: async (call, { id }) => officeOf(call, await findOffice(call.actor, id)),
});
