import { parseArgs } from "node:util";
import { SettingError } from "../kernel/config";
import { now } from "../kernel/clock";
import { endWithMessage, openDatabase } from "../start";
import { spoolWaiting } from "../tracking";
import { retain } from "../upkeep";
import { reading } from "../kernel/database";
import { startOfDay } from "../kernel/periods";

/** `npm run retain -- --months N`: takes what names visitors out of older months, and no total changes. */
const USAGE = `Usage: npm run retain -- --months N [--rehearse]
Keeps the present month and N whole months before it (New York's), 1 to 120. In what is older it blanks addresses, referers
and sub ids of clicks, customers' e-mails and referers of events, and in postbacks all that does not decide what is booked.
With --rehearse it counts and writes nothing.`;

const number = (count: number) => count.toLocaleString("en-US");
const NAMES = { clicks: "clicks", events: "events", postbacks: "postbacks" };

try {
  const { months, rehearse } = given(process.argv.slice(2));
  const database = await openDatabase();
  try {
    const began = now().getTime();
    const { before, rows, uniques } = await retain({ months, rehearse }, (kind, month, count) =>
      console.log(`  ${month}  ${number(count)} ${NAMES[kind]}`),
    );
    const figures = `${number(rows.clicks)} clicks, ${number(rows.events)} events and ${number(rows.postbacks)} postbacks from before ${before}`;
    const took = `${((now().getTime() - began) / 1000).toFixed(1)} s`;
    console.log(
      rehearse
        ? `${figures} would be blanked and ${uniques} months of uniques dropped. Nothing was written.`
        : `${figures} were blanked and ${uniques} months of uniques dropped, in ${took}.`,
    );
    await tellOfRefused(before);
  } finally {
    await database.close();
  }
} catch (fault) {
  endWithMessage(fault);
}

function given(args: string[]): { months: number; rehearse: boolean } {
  try {
    const options = { months: { type: "string" }, rehearse: { type: "boolean", default: false } } as const;
    const { values } = parseArgs({ args, options });
    if (!/^[1-9]\d{0,2}$/.test(values.months ?? "") || Number(values.months) > 120) throw USAGE;
    return { months: Number(values.months), rehearse: values.rehearse };
  } catch {
    throw new SettingError(USAGE);
  }
}

/** Records that nobody has looked at yet are no waste: they are named, not taken away. */
async function tellOfRefused(before: string): Promise<void> {
  const { refused } = await reading(spoolWaiting);
  const old = refused.filter((name) => Number(name.split("-")[0]) < startOfDay(before).getTime());
  if (old[0] === undefined) return;
  console.log(`${old.length} refused files of the spool are older and name visitors too, for example ${old[0]}.`);
}
