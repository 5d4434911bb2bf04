import { parseArgs } from "node:util";
import { z } from "zod";
import { SettingError } from "../server/kernel/process/config";

const USAGE = "Usage: npm run seed -- --profile demo|bench --clicks N --days N --seed N [--replace]";

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most).optional();
const Options = z.object({
  profile: z.enum(["demo", "bench"]).default("demo"),
  clicks: whole(0, 1_000_000_000),
  days: whole(1, 3_650),
  seed: whole(0, Number.MAX_SAFE_INTEGER),
  replace: z.boolean().default(false),
});

/** The seeder's options; only those that were given are present. Throws a SettingError that names the invalid one. */
export function readOptions(args: string[]) {
  const parsed = Options.safeParse(parseArguments(args));
  if (parsed.success)
    return Object.fromEntries(
      Object.entries<unknown>(parsed.data).filter(([, value]) => value !== undefined),
    ) as z.output<typeof Options>;
  const [name] = parsed.error.issues[0]?.path ?? [];
  throw new SettingError(`--${String(name)} is wrong. ${USAGE}`);
}

function parseArguments(args: string[]) {
  const text = { type: "string" } as const;
  const options = { profile: text, clicks: text, days: text, seed: text, replace: { type: "boolean" } } as const;
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new SettingError(`${(error as Error).message} ${USAGE}`);
  }
}
