import { z } from "zod";
import { Option } from "~models";
import { Nothing } from "./kernel/operation/input";
import { command, query } from "./kernel/operation/operation";
import { atLeast } from "./kernel/operation/roles";

const onOrOff = z.enum(["0", "1"], "Please choose 0 or 1.");
const days = z.string().regex(/^(\d|[1-5]\d|60)$/, "Please enter a whole number of days from 0 to 60.");

/** Every option with its values, in the order of the screen. A value is stored as a text. */
const values = { auto_block_account: onOrOff, pay_after_days: days } as const;
type OptionName = keyof typeof values;
const names = Object.keys(values) as [OptionName, ...OptionName[]];

const OptionOutput = z.object({ name: z.enum(names), value: z.string() });

const valueOf = async (name: OptionName): Promise<string | undefined> => (await Option.findByPk(name))?.value;

/** Whether an option is on at this moment, in the caller's transaction. */
export const isOn = async (name: "auto_block_account"): Promise<boolean> => (await valueOf(name)) === "1";

/** The number of days after the end of a half-month on which it is paid. */
export const payAfterDays = async (): Promise<number> => Number(await valueOf("pay_after_days"));

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
  const found = new Map(records.map(({ name, value }) => [name, value]));
  return names.flatMap((name) => {
    const value = found.get(name);
    return value === undefined ? [] : [{ name, value }];
  });
}

const inputOf = <N extends OptionName>(name: N) =>
  z.object({
    name: z.literal(name),
    value: values[name],
    /** The value that the form showed: if it is the one sent, the option stays as it is now. Without it the last write wins. */
    was: values[name].optional(),
  });
const OptionInput = z.discriminatedUnion("name", [inputOf("auto_block_account"), inputOf("pay_after_days")], {
  error: "There is no such option.",
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
      // Others may have changed a value that the form left as it was.
      if (wanted === was || before.get(name) === wanted) continue;
      await Option.upsert({ name, value: wanted });
      changed({ record: "option", id: name, before: { value: before.get(name) ?? null }, after: { value: wanted } });
      before.set(name, wanted);
    }
    return stored();
  },
});
