import { z } from "zod";
import { rows } from "../kernel/database";
import { Nothing } from "../kernel/input";
import { query } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { names, Option } from "./known";

/** Every option with its value. */
export const list = query({
  name: "options.list",
  does: "read the options",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.array(Option),
  run: () => stored(),
});

/** The options in their order; `held`: they stay as they are until the transaction ends. */
export const stored = ({ held = false } = {}): Promise<z.output<typeof Option>[]> =>
  rows(sql`
    SELECT name, value FROM options WHERE name = ANY(${[...names]})
    ORDER BY array_position(${[...names]}::text[], name) ${held ? sql`FOR UPDATE` : sql``}`);
