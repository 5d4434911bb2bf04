import { z } from "zod";
import { Option } from "~models";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { names, OptionOutput } from "./known";

/** Every option with its value. */
export const list = query({
  name: "options.list",
  does: "read the options",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: z.array(OptionOutput),
  run: () => stored(),
});

/** The options in their order. With `held`, their rows are locked until the transaction ends. */
export async function stored({ held = false } = {}): Promise<z.output<typeof OptionOutput>[]> {
  const found = await Option.findAll({ where: { name: [...names] }, order: ["name"], lock: held });
  const values = new Map(found.map(({ name, value }) => [name, value]));
  return names.flatMap((name) => {
    const value = values.get(name);
    return value === undefined ? [] : [{ name, value }];
  });
}
