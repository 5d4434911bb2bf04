import { z } from "zod";
import { Option } from "~models";
import { Nothing } from "./kernel/operation/input";
import { command, query } from "./kernel/operation/operation";
import { atLeast } from "./kernel/operation/roles";

/** Every option, in the order of the screen. A value is stored as a text; screens show it as a checkbox. */
const names = ["auto_block_account"] as const;
type OptionName = (typeof names)[number];

const OptionOutput = z.object({ name: z.enum(names), value: z.enum(["0", "1"]) });

/** Whether an option is on at this moment, in the caller's transaction. */
export async function isOn(name: OptionName): Promise<boolean> {
  return (await Option.findByPk(name))?.value === "1";
}

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
async function stored({ held: lock = false } = {}): Promise<z.output<typeof OptionOutput>[]> {
  const records = await Option.findAll({ where: { name: [...names] }, order: ["name"], lock });
  const values = new Map(records.map(({ name, value }) => [name, value]));
  return names.flatMap((name) => {
    const value = values.get(name);
    return value === undefined ? [] : [{ name, value }];
  });
}

const value = z.enum(["0", "1"], "Please choose 0 or 1.");
const OptionInput = z.object({
  name: z.enum(names, "There is no such option."),
  value,
  /** The value that the form showed: if it is the one sent, the option stays as it is now. Without it the last write wins. */
  was: value.optional(),
});

/** Sets the named options, all or none; the others stay. Takes effect in every worker immediately. */
export const save = command({
  name: "options.save",
  does: "change the options",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.array(OptionInput, "Please send a list of name and value.").min(1, "Please name an option.").max(100),
  output: z.array(OptionOutput),
  async run({ changed }, input) {
    const before = new Map((await stored({ held: true })).map((option) => [option.name, option.value]));
    for (const { name, value: wanted, was } of input) {
      // Others may have changed a value that the form left as it was. A changed one has no third value to conflict with.
      if (wanted === was || before.get(name) === wanted) continue;
      await Option.upsert({ name, value: wanted });
      changed({ record: "option", id: name, before: { value: before.get(name) ?? null }, after: { value: wanted } });
      before.set(name, wanted);
    }
    return stored();
  },
});
