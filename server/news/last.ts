import { z } from "zod";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { latestNews } from "./stored";

/** The latest news, for all roles. */
export const last = query({
  name: "news.last",
  does: "read the news",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.object({ html: z.string() }),
  run: () => latestNews(),
});
