import { z } from "zod";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { findPricedType, TypeOutput } from "./type";

/** A link with the prices in force now. */
export const read = query({
  name: "types.read",
  does: "read links of a site",
  allow: atLeast("admin"),
  input: z.object({ id: Id }),
  output: TypeOutput,
  run: ({ actor }, { id }) => findPricedType(actor, id),
});
