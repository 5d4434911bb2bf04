import { z } from "zod";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { stored } from "./stored";

/** The latest news, for editing. */
export const edit = query({
  name: "news.edit",
  does: "edit the news",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.object({ html: z.string(), version: z.int() }),
  run: () => stored(),
});
