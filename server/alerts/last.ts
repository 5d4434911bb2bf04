import { z } from "zod";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { stored } from "./stored";

/** The last saved alert for everyone, enabled or not. */
export const last = query({
  name: "alerts.last",
  does: "edit the alert",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.object({ enable: z.boolean(), html: z.string() }),
  run: () => stored(),
});
