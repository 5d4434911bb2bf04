import { z } from "zod";
import { Id } from "../kernel/input";
import { query } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { Admin, adminOf, findAdmin } from "./admin";

export const read = query({
  name: "admins.read",
  does: "read admins",
  allow: atLeast("superadmin"),
  input: z.object({ id: Id }),
  output: Admin,
  run: async (call, { id }) => adminOf(call, await findAdmin(id)),
});
