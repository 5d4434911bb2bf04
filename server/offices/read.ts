import { z } from "zod";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { findOffice, OfficeOutput, officeOf } from "./office";

export const read = query({
  name: "offices.read",
  does: "read offices",
  allow: atLeast("admin"),
  input: z.object({ id: Id }),
  output: OfficeOutput,
  run: async (call, { id }) => officeOf(call, await findOffice(call.actor, id)),
});
