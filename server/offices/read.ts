import { z } from "zod";
import { Id } from "../kernel/input";
import { query } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { findOffice, OfficeOutput, officeOf } from "./office";

export const read = query({
  name: "offices.read",
  does: "read offices",
  allow: atLeast("admin"),
  input: z.object({ id: Id }),
  output: OfficeOutput,
  run: async (call, { id }) => officeOf(call, await findOffice(call.actor, id)),
});
