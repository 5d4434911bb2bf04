import { z } from "zod";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { findManual, ManualOutput } from "./manual";

export const read = query({
  name: "manuals.read",
  does: "edit site manuals",
  allow: atLeast("superadmin"),
  input: z.object({ id: Id }),
  output: ManualOutput,
  run: (_call, { id }) => findManual(id),
});
