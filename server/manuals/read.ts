import { z } from "zod";
import { Id } from "../kernel/input";
import { query } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { findManual, ManualOutput } from "./manual";

export const read = query({
  name: "manuals.read",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  input: z.object({ id: Id }),
  output: ManualOutput,
  run: (_call, { id }) => findManual(id),
});
