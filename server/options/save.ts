import { OptimisticLockError } from "sequelize";
import { z } from "zod";
import { Option } from "~models";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { names, OptionOutput } from "./known";
import { stored } from "./list";

const value = z.enum(["0", "1"], "Please choose 0 or 1.");
const Given = z.object({
  name: z.enum(names, "There is no such option."),
  value,
  /** The value that the form showed. Without it the last write wins. */
  was: value.optional(),
});

/** Sets the named options, all or none; the others stay. Takes effect in every worker immediately. */
export const save = command({
  name: "options.save",
  does: "change the options",
  allow: atLeast("superadmin"),
  input: z.array(Given, "Please send a list of name and value.").min(1, "Please name an option.").max(100),
  output: z.array(OptionOutput),
  current: () => stored(),
  async run({ changed }, given) {
    const before = new Map((await stored({ held: true })).map((option) => [option.name, option.value]));
    if (given.some(({ name, was }) => was !== undefined && was !== before.get(name))) {
      throw new OptimisticLockError({ modelName: Option.name });
    }
    for (const { name, value: wanted } of given) {
      if (before.get(name) === wanted) continue;
      await Option.upsert({ name, value: wanted });
      changed({ record: "option", id: name, before: { value: before.get(name) ?? null }, after: { value: wanted } });
      before.set(name, wanted);
    }
    return stored();
  },
});
