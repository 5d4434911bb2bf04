import { z } from "zod";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { AdminOutput, readAdmin } from "./admin";

export const read = query({
  name: "admins.read",
  does: "read admins",
  allow: atLeast("superadmin"),
  input: z.object({ id: Id }),
  output: AdminOutput,
  run: (call, { id }) => readAdmin(call, id),
});
